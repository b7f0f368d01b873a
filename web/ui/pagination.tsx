import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatPlainNumber } from '#contract/format.ts'
import { pageSlots } from '#contract/page.ts'

interface PaginationProps {
  page: number
  pages: number
  /** The address of a page. */
  hrefOf: (page: number) => string
}

/** Previous, numbered pages with gaps, next: real links in document order. Source: P4.5. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  if (pages <= 1) return null
  const slots = pageSlots(page, pages)
  return (
    <nav className="pagination" aria-label="صفحات القائمة">
      <Step href={page > 1 ? hrefOf(page - 1) : undefined} rel="prev">
        <ChevronRight aria-hidden="true" />
        <span>السابق</span>
      </Step>
      <ol>
        {slots.map((slot, index) => (
          <li key={slot === 'gap' ? `gap ${index}` : slot}>
            {slot === 'gap' ? (
              <span className="page-gap" aria-hidden="true">
                …
              </span>
            ) : (
              <a
                className="page-number"
                href={hrefOf(slot)}
                data-swap="push"
                aria-label={`الصفحة ${formatPlainNumber(slot)}`}
                aria-current={slot === page ? 'page' : undefined}
              >
                {formatPlainNumber(slot)}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step href={page < pages ? hrefOf(page + 1) : undefined} rel="next">
        <span>التالي</span>
        <ChevronLeft aria-hidden="true" />
      </Step>
    </nav>
  )
}

interface StepProps {
  href: string | undefined
  rel: 'prev' | 'next'
  children: ReactNode
}

function Step({ href, rel, children }: StepProps) {
  if (href === undefined) {
    return (
      <span className="page-step" role="link" aria-disabled="true">
        {children}
      </span>
    )
  }
  return (
    <a className="page-step" href={href} rel={rel} data-swap="push">
      {children}
    </a>
  )
}
