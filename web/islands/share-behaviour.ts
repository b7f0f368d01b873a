const shownMs = 3000

/** The page's address as it is handed on: the page that one reads stays in it, what led to sharing does not. */
const addressOfPage = () => location.href.replace(/#share$/, '')

/** Copies the page's address and says so; prints; hands the page to the device's own way of sharing. */
export function attachShare(root: HTMLElement): void {
  const status = root.querySelector('[role=status]')
  root.addEventListener('click', async event => {
    const target = event.target as Element
    if (target.closest('[data-print]')) window.print()
    /* Without a way of the device the link leads to the page's own ways. */
    if (target.closest('[data-share]') && 'share' in navigator) {
      event.preventDefault()
      return shareByDevice()
    }
    if (!target.closest('[data-copy]')) return
    let text = 'نُسخ الرابط'
    try {
      await navigator.clipboard.writeText(addressOfPage())
    } catch {
      text = 'تعذر النسخ: انسخ العنوان من شريط المتصفح'
    }
    if (status) status.textContent = text
    setTimeout(() => status?.replaceChildren(), shownMs)
  })
}

async function shareByDevice(): Promise<void> {
  /* Whoever closes the device's list has changed their mind: nothing failed. */
  await navigator.share({ title: document.title, url: addressOfPage() }).catch(() => undefined)
}
