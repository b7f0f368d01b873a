import { markStyle } from '#contract/page-marks.ts'

/**
 * Lets the search within a document open over the page; it is open where an answer is waited for. Shape: marks the words
 * that were found on a page that gets its picture.
 */
export function attachFind(root: HTMLElement): (page: number, item: HTMLElement) => void {
  const panel = root.querySelector<HTMLElement>('.reader-find')
  /** For a page that was found. */
  let isLeft = false
  if (panel) {
    panel.popover = 'auto'
    const asked = new URLSearchParams(location.search)
    if (asked.has('find') && !asked.has('page')) panel.showPopover()
    const opener = root.querySelector<HTMLElement>('.reader-head [popovertarget=reader-find]')
    panel.addEventListener('toggle', event => {
      const { activeElement } = document
      const isLost = activeElement === document.body || panel.contains(activeElement)
      if (event.newState === 'closed' && isLost && !isLeft) opener?.focus({ preventScroll: true })
      isLeft = false
    })
    panel.addEventListener('click', event => {
      isLeft = (event.target as Element).closest('[data-to]') !== null
    })
  }
  const found = new Map(
    [...root.querySelectorAll<HTMLElement>('[data-boxes]')].map(link => [
      Number(link.dataset.to),
      (link.dataset.boxes ?? '').split(',').map(box => box.split(' ').map(Number)),
    ]),
  )
  return (page, item) => {
    for (const box of found.get(page) ?? []) {
      const mark = document.createElement('span')
      mark.className = 'reader-mark'
      Object.assign(mark.style, markStyle(box))
      item.append(mark)
    }
  }
}
