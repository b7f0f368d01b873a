const shownMs = 3000

/** Copies the page's address and says so; prints. */
export function attachShare(root: HTMLElement): void {
  const status = root.querySelector('[role=status]')
  root.addEventListener('click', async event => {
    const target = event.target as Element
    if (target.closest('[data-print]')) window.print()
    if (!target.closest('[data-copy]')) return
    let text = 'نُسخ الرابط'
    try {
      await navigator.clipboard.writeText(location.href)
    } catch {
      text = 'تعذر النسخ: انسخ العنوان من شريط المتصفح'
    }
    if (status) status.textContent = text
    setTimeout(() => status?.replaceChildren(), shownMs)
  })
}
