import { formatPlainNumber } from '#contract/format.ts'

let isStarted = false

/** The pages of a record, wherever they show: the reader, or the place among the pages of an exam. */
export async function attachPages(element: HTMLElement): Promise<void> {
  if (element.dataset.reading) (await import('./reader.ts')).attachReader(element)
  else tellPlace()
}

/** Tells beside the pages of a record which of them is in view, and closes the list of pages after a choice. */
function tellPlace(): void {
  const place = document.querySelector<HTMLElement>('[data-page-place]')
  const list = document.querySelector<HTMLElement>('#page-list')
  if (isStarted || !place || !list) return
  isStarted = true
  const last = Number(place.dataset.pagePlace)
  const show = () => {
    const middle = innerHeight / 2
    const seen: number[] = []
    for (let page = 1; page <= last; page += 1) {
      const box = document.getElementById(`page-${page}`)?.getBoundingClientRect()
      if (box && box.top <= middle && box.bottom > middle) seen.push(page)
      else if (box && box.bottom <= middle && page === last && seen.length === 0) seen.push(page)
    }
    const [first = 1] = seen
    const names = [...new Set([first, seen.at(-1) ?? first])].map(formatPlainNumber).join('–')
    place.textContent = `${names} من ${formatPlainNumber(last)}`
    for (const link of list.querySelectorAll('a')) {
      if (link.hash === `#page-${first}`) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  addEventListener('scroll', show, { passive: true })
  show()
  list.addEventListener('click', event => {
    if ((event.target as Element).closest('a')) list.hidePopover()
  })
}
