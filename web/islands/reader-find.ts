import { markStyle } from '#contract/page-marks.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { ask } from '#web/ask.ts'

type Box = NonNullable<InsideAnswer['hits'][number]['boxes']>[number]

/** Makes of the link to the list a button that opens and closes it. */
function attachOpener(list: HTMLElement, panel: HTMLElement): void {
  const isOpen = () => panel.matches(':popover-open')
  const tell = () => list.setAttribute('aria-expanded', String(isOpen()))
  list.setAttribute('role', 'button')
  list.setAttribute('aria-controls', panel.id)
  tell()
  panel.addEventListener('toggle', tell)
  /* The browser closes it at the press that would; a key closes nothing before its click. */
  let wasOpen = false
  list.addEventListener('pointerdown', () => (wasOpen = isOpen()))
  list.addEventListener('click', event => {
    event.preventDefault()
    panel.togglePopover(event.detail === 0 ? !isOpen() : !wasOpen)
  })
  list.addEventListener('keydown', event => {
    if (event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) list.click()
  })
}

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
    /* Whoever pressed the way to it before it was over the page has come to its place. */
    const isMeant = location.hash === `#${panel.id}`
    if (isMeant || (asked.has('find') && !asked.has('page'))) panel.showPopover()
    const field = root.querySelector<HTMLInputElement>('#find-inside')
    if (field && panel.contains(field)) field.autofocus = true
    const list = root.querySelector<HTMLElement>('.reader-hit-place')
    const opener =
      list ?? root.querySelector<HTMLElement>('.reader-head [popovertarget=reader-find]') ?? field
    if (list) attachOpener(list, panel)
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
      (link.dataset.boxes ?? '').split(',').map(box => box.split(' ').map(Number) as Box),
    ]),
  )
  const more = root.querySelector<HTMLElement>('.reader-found')?.dataset.more
  const sent = [...root.querySelectorAll<HTMLElement>('.reader-found [data-to]')]
  const last = Number(sent.at(-1)?.dataset.to)

  /** Of a page behind those that came with the reader. */
  async function learn(page: number): Promise<void> {
    found.set(page, [])
    const answer = await ask(`${more}&page=${page}`)
    if (answer.status !== 200) throw new Error(`Asked where words stand, the server said ${answer.status}`)
    const { hits } = (await answer.json()) as InsideAnswer
    found.set(
      page,
      hits.flatMap(({ boxes }) => boxes ?? []),
    )
  }

  return (page, item) => {
    const picture = item.firstElementChild
    const show = () => {
      if (item.firstElementChild !== picture) return
      for (const box of found.get(page) ?? []) {
        const mark = document.createElement('span')
        mark.className = 'reader-mark'
        Object.assign(mark.style, markStyle(box))
        item.append(mark)
      }
    }
    if (more === undefined || page <= last || found.has(page)) show()
    else learn(page).then(show, () => found.delete(page))
  }
}
