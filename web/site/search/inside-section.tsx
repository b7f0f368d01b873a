import type { MouseEventHandler } from 'react'
import { pagesFound } from '#contract/page-hits.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { InsideHits } from './inside-hits.tsx'
import type { InsideOptions } from './inside-hits.tsx'

interface InsideSectionProps {
  answer: InsideAnswer
  /** The way to all of them. */
  href: string
  onFollow?: MouseEventHandler<HTMLAnchorElement>
  options?: InsideOptions
}

/** The best pages, below the best of the records that were found. */
export function InsideSection({ answer: { hits, total }, href, onFollow, options }: InsideSectionProps) {
  if (total === 0) return null
  return (
    <section className="inside-section" aria-labelledby="inside-title">
      <div className="inside-title">
        <h2 id="inside-title">داخل الصفحات</h2>
        <span className="muted">{pagesFound(total)}</span>
      </div>
      <InsideHits hits={hits} onFollow={onFollow} options={options} />
      {total > hits.length && (
        <a className="button is-quiet" href={href} data-swap="replace" onClick={onFollow}>
          كل الصفحات
        </a>
      )}
    </section>
  )
}
