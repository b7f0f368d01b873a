import { hitPlace, stepToHit } from '#contract/page-hits.ts'

/** The steps from one page that was found to another. */
export interface HitSteps {
  /** Tells which of them a page is, and leads from there. */
  show(page: number): void
  /** The one after a page, or before it; the page itself where nothing was looked for. */
  from(page: number, by: 1 | -1): number
}

/** Keeps the steps between the pages that were found up with the page that is read. */
export function attachHits(root: HTMLElement): HitSteps {
  const bar = root.querySelector<HTMLElement>('.reader-hits')
  const status = bar?.querySelector<HTMLElement>('[data-all]')
  const links = [...(bar?.querySelectorAll<HTMLAnchorElement>('[data-hit]') ?? [])]
  const hits = [...root.querySelectorAll<HTMLElement>('.reader-found [data-to]')].map(({ dataset }) =>
    Number(dataset.to),
  )
  const from = (page: number, by: 1 | -1) => stepToHit(hits, page, by)
  return {
    from,
    show(page) {
      const told = hitPlace(hits, page) ?? status?.dataset.all ?? ''
      if (status && status.textContent !== told) status.textContent = told
      for (const link of links) {
        const to = from(page, link.dataset.hit === '1' ? 1 : -1)
        const address = new URL(link.href)
        address.searchParams.set('page', String(to))
        link.href = address.href
        link.dataset.to = String(to)
      }
    },
  }
}
