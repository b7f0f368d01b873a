import { ChevronDown, ChevronUp } from 'lucide-react'
import { hitCount, hitPlace, stepToHit } from '#contract/page-hits.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import type { FoundInside } from './document-shape.ts'
import { pageHref } from './page-href.ts'

interface HitStepsProps {
  found: FoundInside
  page: number
}

/**
 * Which of the pages that were found is read, which leads to their list, and the ways to the next one and the one before,
 * round and round; scripts keep it up with the page. Where nothing was found, why, and the way to what is said of it.
 */
export function HitSteps({ found: { find, answer }, page }: HitStepsProps) {
  const pages = answer.hits.map(hit => hit.page)
  const all = pages.length === 0 ? whyNone(answer) : hitCount(pages, answer.total)
  const told = hitPlace(pages, page, answer.total) ?? all
  const place = (
    <a className="reader-hit-place" href="#reader-find">
      <span data-all={all} data-total={answer.total}>
        {told}
      </span>
      <span className="visually-hidden">{pages.length === 0 ? '، التفاصيل' : '، القائمة'}</span>
    </a>
  )
  if (pages.length === 0) return <div className="reader-hits">{place}</div>
  const step = (by: 1 | -1, label: string) => {
    const to = stepToHit(pages, page, by)
    return (
      <a
        className="icon-button"
        href={pageHref(to, find)}
        data-to={to}
        data-hit={by}
        aria-label={label}
        aria-keyshortcuts={by === 1 ? 'N' : 'Shift+N'}
      >
        {by === 1 ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
      </a>
    )
  }
  return (
    <nav className="reader-hits" aria-label={`الصفحات التي فيها «${find}»`}>
      {place}
      <span className="visually-hidden" role="status">
        {told}
      </span>
      <span className="reader-hit-steps">
        {step(-1, 'الموضع السابق')}
        {step(1, 'الموضع التالي')}
      </span>
    </nav>
  )
}

/** In the narrow place of the count, why there is none. */
function whyNone({ state }: InsideAnswer): string {
  if (state === 'reading') return 'تُقرأ…'
  return state === 'none' ? 'لا نص' : 'لا صفحة'
}
