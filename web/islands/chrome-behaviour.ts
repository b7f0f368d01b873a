const menus = () => document.querySelectorAll<HTMLDetailsElement>('.site-header details[open]')

/** The frame of every page: translucent header, menus that close, the search dialog, back buttons, the visit. */
export function startChrome(wake: (island: HTMLElement) => Promise<void>): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  const onScroll = () =>
    header?.classList.toggle('is-scrolled', scrollY > Number(header.dataset.translucentFrom))
  addEventListener('scroll', onScroll, { passive: true })
  onScroll()

  const dialog = document.querySelector<HTMLDialogElement>('#search-dialog')
  const island = dialog?.querySelector<HTMLElement>('[data-island]')
  const wakeSearch = () => {
    if (!dialog || !island) return
    wake(island).then(
      () => dialog.removeAttribute('data-unloaded'),
      () => dialog.setAttribute('data-unloaded', ''),
    )
  }
  const isOnSearchEntry = () => Boolean(history.state?.isSearch)
  const openSearch = (text = '') => {
    if (!dialog || dialog.open) return
    wakeSearch()
    dialog.showModal()
    /* The Back button of a phone closes dialogs where the browser has close requests; elsewhere an entry of ours does. */
    if (!('CloseWatcher' in window) && !isOnSearchEntry()) history.pushState({ isSearch: true }, '')
    const input = dialog.querySelector('input')
    if (!input) return
    input.value = text
    input.focus()
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    addEventListener(type, event => (event.target as Element).closest?.('[data-search]') && wakeSearch(), {
      passive: true,
    })
  }

  /* The events of two closings may come together, late, or when the dialog is open again: one entry, one step back. */
  let isSteppingBack = false
  dialog?.addEventListener('close', () => {
    if (dialog.open || isSteppingBack || !isOnSearchEntry()) return
    isSteppingBack = true
    history.back()
  })
  addEventListener('popstate', () => {
    isSteppingBack = false
    if (isOnSearchEntry()) openSearch()
    else dialog?.close()
  })
  if (isOnSearchEntry()) openSearch()
  /* Browsers never ask again for code that once failed to arrive; the page of results needs none. */
  addEventListener('online', () => {
    const input = dialog?.querySelector('input')
    if (dialog?.matches('[open][data-unloaded]') && input?.value) input.form?.submit()
  })

  addEventListener('click', event => {
    const target = event.target as Element
    for (const menu of menus()) if (!menu.contains(target) || target.closest('a')) menu.open = false
    if (target === dialog) dialog.close()
    if (target.closest('[data-back]')) {
      if (history.length > 1) history.back()
      else location.assign('/')
    }
    if (target.closest('[data-search]') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      openSearch()
    }
  })
  addEventListener('input', event => {
    const input = event.target as HTMLInputElement
    if (!input.matches('[data-search] input')) return
    openSearch(input.value)
    input.value = ''
  })
  addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      for (const menu of menus()) {
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
    }
    const isCommand = event.ctrlKey || event.metaKey
    /* By the place of the key, because the Arabic layout writes a letter there. */
    const isSlash = event.code === 'Slash' && !isCommand && !event.shiftKey && !event.altKey
    const isTyping = (event.target as Element).closest?.('input,textarea,select,dialog')
    const isK = event.code === 'KeyK' || event.key.toLowerCase() === 'k'
    if ((isSlash && !isTyping) || (isK && isCommand)) {
      event.preventDefault()
      openSearch()
    }
  })
  addEventListener('load', () => setTimeout(recordVisit, 1000))
}

/** Tells the server that this page was seen; a failure is nobody's concern. Source: P13.1. */
function recordVisit(): void {
  const address = document.body.dataset.visits
  if (!address) return
  const body = JSON.stringify({ path: location.pathname + location.search })
  fetch(address, {
    method: 'POST',
    body,
    keepalive: true,
    headers: { 'content-type': 'application/json' },
  }).catch(() => {})
}
