import { hitPlace, stepToHit } from '#contract/page-hits.ts'

/** The steps from one page that was found to another. */
export interface HitSteps {
  /** Tells which of them a page is, and leads from there. */
  show(page: number): void
  /** The one after a page, or before it; undefined where nothing was found, or looked for. */
  from(page: number, by: 1 | -1): number | undefined
}

function leadTo(link: HTMLAnchorElement, page: number): void {
  const address = new URL(link.href)
  address.searchParams.set('page', String(page))
  link.href = address.href
}

/** Keeps the steps between the pages that were found up with the page that is read. */
export function attachHits(root: HTMLElement): HitSteps {
  const bar = root.querySelector<HTMLElement>('.reader-hits')
  const place = bar?.querySelector<HTMLElement>('[data-all]')
  const status = bar?.querySelector<HTMLElement>('[role=status]')
  const links = [...(bar?.querySelectorAll<HTMLAnchorElement>('[data-hit]') ?? [])]
  const list = [...root.querySelectorAll<HTMLElement>('.reader-found [data-to]')]
  const hits = list.map(({ dataset }) => Number(dataset.to))
  const end = root.querySelector<HTMLAnchorElement>('[data-find-end]')
  const total = Number(place?.dataset.total)
  return {
    from: (page, by) => (hits.length > 0 ? stepToHit(hits, page, by) : undefined),
    show(page) {
      const told = hitPlace(hits, page, total) ?? place?.dataset.all ?? ''
      for (const each of [place, status]) if (each && each.textContent !== told) each.textContent = told
      if (end) leadTo(end, page)
      for (const link of list) {
        if (link.dataset.to === String(page)) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
      for (const link of links) {
        const to = stepToHit(hits, page, link.dataset.hit === '1' ? 1 : -1)
        leadTo(link, to)
        link.dataset.to = String(to)
      }
    },
  }
}
