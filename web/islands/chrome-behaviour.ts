import { backCloses, leaveFor } from '#web/ui/overlay-history.ts'

const menus = () => document.querySelectorAll<HTMLDetailsElement>('.site-header details[open]')

/** The frame of every page: translucent header, menus that close, the search dialog, back buttons, the visit. */
export function startChrome(wake: (island: HTMLElement) => Promise<void>): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  const onScroll = () =>
    header?.classList.toggle('is-scrolled', scrollY > Number(header.dataset.translucentFrom))
  addEventListener('scroll', onScroll)
  /* After the first frame: before it the question would make the layout, within the task of our scripts. */
  requestAnimationFrame(() => setTimeout(onScroll))

  const dialog = document.querySelector<HTMLDialogElement>('#search-dialog')
  const island = dialog?.querySelector<HTMLElement>('[data-island]')
  const wakeSearch = () => {
    if (!dialog || !island) return
    wake(island).then(
      () => dialog.removeAttribute('data-unloaded'),
      () => dialog.setAttribute('data-unloaded', ''),
    )
  }
  const openSearch = (text = '') => {
    if (!dialog || dialog.open) return
    wakeSearch()
    dialog.showModal()
    searchEntry.opened()
    const input = dialog.querySelector('input')
    if (!input) return
    input.value = text
    input.focus()
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, event => (event.target as Element).closest?.('[data-search]') && wakeSearch())

  const searchEntry = backCloses(
    'search',
    () => dialog?.open,
    () => openSearch(),
    () => dialog?.close(),
  )
  dialog?.addEventListener('close', searchEntry.closed)
  searchEntry.restore()

  const mobileMenu = document.querySelector<HTMLElement>('#mobile-menu')
  if (mobileMenu) startMobileMenu(mobileMenu)

  /* Browsers never ask again for code that once failed to arrive; the page of results needs none. */
  addEventListener('online', () => {
    if (dialog?.matches('[open][data-unloaded]')) dialog.querySelector('form')?.submit()
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
  /* Browsers wait with printing for lazy pictures, and for no others. */
  addEventListener('beforeprint', () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(
      '.exam-sheets .gallery li > a:first-child',
    ))
      link.append(Object.assign(new Image(), { loading: 'lazy', src: link.href }))
  })
  addEventListener('afterprint', () => {
    for (const image of document.querySelectorAll('.gallery a > img')) image.remove()
  })
  addEventListener('error', ({ target }) => markBroken(target), true)
  for (const image of document.images) if (image.complete && !image.naturalWidth) markBroken(image)
  addEventListener('load', () => {
    setTimeout(recordVisit, 1000)
    startShelf()
    wakeKept(wake)
  })
}

/** Lets Back close the menu of phones, and a link of the menu take the place of its entry. */
function startMobileMenu(menu: HTMLElement): void {
  const close = () => menu.hidePopover()
  const entry = backCloses(
    'menu',
    () => menu.matches(':popover-open'),
    () => menu.showPopover(),
    close,
  )
  /* Before it is seen, so that no Back comes too early. */
  menu.addEventListener('beforetoggle', event => {
    if (event.newState === 'open') entry.opened()
  })
  menu.addEventListener('toggle', entry.closed)
  menu.addEventListener('click', event => {
    const link = (event.target as Element).closest('a')
    if (!link || link.target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leaveFor(link.href, close)
  })
  entry.restore()
}

/** Marks a picture that did not come: what is drawn beneath is seen in its place. */
function markBroken(image: EventTarget | null): void {
  if (image instanceof HTMLImageElement) image.dataset.broken = ''
}

/** Lets the browser keep the site for hours without a line, after everything else has come; with Save-Data not unasked. */
function startShelf(): void {
  const address = document.querySelector<HTMLElement>('[data-worker]')?.dataset.worker
  const { connection, serviceWorker } = navigator as Partial<Navigator> & {
    connection?: { saveData: boolean }
  }
  if (address && !connection?.saveData) serviceWorker?.register(address).catch(() => {})
}

/**
 * Wakes what shows things that this device keeps, where it keeps any: the shelf, the grade. Where its code does not come,
 * the page is that of everybody.
 */
function wakeKept(wake: (element: HTMLElement) => Promise<void>): void {
  const shelf = document.querySelector<HTMLElement>('[data-keeps] [data-shelf-page]')
  if (shelf) wake(shelf).catch(() => {})
  for (const element of document.querySelectorAll<HTMLElement>('[data-kept]')) {
    const { kept = '' } = element.dataset
    try {
      if (localStorage[kept]) wake(element).catch(() => delete document.documentElement.dataset[kept])
    } catch {
      /* A browser that keeps nothing has nothing to show. */
    }
  }
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
