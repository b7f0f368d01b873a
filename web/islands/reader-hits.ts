import { hitPlace, stepToHit } from '#contract/page-hits.ts'

/** The steps from one page that was found to another. */
export interface HitSteps {
  /** Tells which of them a page is, and leads from there. */
  show(page: number): void
  /** The one after a page, or before it; undefined where nothing was found, or looked for. */
  from(page: number, by: 1 | -1): number | undefined
}

/** Keeps the steps between the pages that were found up with the page that is read. */
export function attachHits(root: HTMLElement): HitSteps {
  const bar = root.querySelector<HTMLElement>('.reader-hits')
  const status = bar?.querySelector<HTMLElement>('[data-all]')
  const links = [...(bar?.querySelectorAll<HTMLAnchorElement>('[data-hit]') ?? [])]
  const hits = [...root.querySelectorAll<HTMLElement>('.reader-found [data-to]')].map(({ dataset }) =>
    Number(dataset.to),
  )
  const total = Number(status?.dataset.total)
  return {
    from: (page, by) => (hits.length > 0 ? stepToHit(hits, page, by) : undefined),
    show(page) {
      const told = hitPlace(hits, page, total) ?? status?.dataset.all ?? ''
      if (status && status.textContent !== told) status.textContent = told
      for (const link of links) {
        const to = stepToHit(hits, page, link.dataset.hit === '1' ? 1 : -1)
        const address = new URL(link.href)
        address.searchParams.set('page', String(to))
        link.href = address.href
        link.dataset.to = String(to)
      }
    },
  }
}
