import { ChevronDown, ChevronUp } from 'lucide-react'
import { hitCount, hitPlace, stepToHit } from '#contract/page-hits.ts'
import type { FoundInside } from './document-shape.ts'
import { pageHref } from './page-href.ts'

interface HitStepsProps {
  found: FoundInside
  page: number
}

/**
 * Which of the pages that were found is read, which leads to their list, and the ways to the next one and the one before,
 * round and round; scripts keep it up with the page.
 */
export function HitSteps({ found: { find, answer }, page }: HitStepsProps) {
  const pages = answer.hits.map(hit => hit.page)
  if (pages.length === 0) return null
  const all = hitCount(pages, answer.total)
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
      <a className="reader-hit-place" href="#reader-find">
        <span role="status" data-all={all} data-total={answer.total}>
          {hitPlace(pages, page, answer.total) ?? all}
        </span>
        <span className="visually-hidden">، القائمة</span>
      </a>
      {step(-1, 'الموضع السابق')}
      {step(1, 'الموضع التالي')}
    </nav>
  )
}
