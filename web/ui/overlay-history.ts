/** To be told whenever the overlay opened or closed, however that came about. */
export interface OverlayEntry {
  opened(): void
  closed(): void
  /** Opens it again where the page was loaded on its entry. */
  restore(): void
}

const overlayOfEntry = (): unknown => history.state?.overlay

/**
 * Lets the Back button of a phone close what lies over a page: dialog, menu, viewer. Browsers with close requests do
 * so themselves; in others an entry of the history stands for the open overlay, and Forward opens it again.
 */
export function backCloses(
  name: string,
  isOpen: () => boolean | undefined,
  open: () => void,
  close: () => void,
): OverlayEntry {
  const isOnEntry = () => overlayOfEntry() === name
  /* The events of two closings may come together, late, or when it is open again: one entry, one step back. */
  let isSteppingBack = false
  addEventListener('popstate', () => {
    isSteppingBack = false
    if (isOnEntry()) open()
    else close()
  })
  return {
    opened() {
      if ('CloseWatcher' in window || isOnEntry()) return
      /* One overlay gives its entry to the next, so that Back never opens the one before. */
      if (overlayOfEntry()) history.replaceState({ overlay: name }, '')
      else history.pushState({ overlay: name }, '')
    },
    closed() {
      if (isOpen() || isSteppingBack || !isOnEntry()) return
      isSteppingBack = true
      history.back()
    },
    restore() {
      if (isOnEntry()) open()
    },
  }
}

/**
 * Leaves an open overlay for another page of the site. Its entry of the history gives its place to that page, so that
 * Back returns to where the overlay was opened.
 */
export function leaveFor(address: string, close: () => void): void {
  const isOnEntry = Boolean(overlayOfEntry())
  if (isOnEntry) history.replaceState(null, '')
  close()
  if (isOnEntry) location.replace(address)
  else location.assign(address)
}
