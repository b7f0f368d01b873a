const shownMs = 3000

/** Copies the page's address and says so; prints; hands the page to the device's own way of sharing. */
export function attachShare(root: HTMLElement): void {
  const status = root.querySelector('[role=status]')
  root.addEventListener('click', async event => {
    const target = event.target as Element
    if (target.closest('[data-print]')) window.print()
    if (target.closest('[data-share]')) return shareByDevice()
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

/** Where the device has no way of its own, the page's ways are shown. */
async function shareByDevice(): Promise<void> {
  if (!navigator.share) {
    document.querySelector('.share-bar')?.scrollIntoView({ block: 'center' })
    return
  }
  /* Whoever closes the device's list has changed their mind: nothing failed. */
  await navigator.share({ title: document.title, url: location.href }).catch(() => undefined)
}
