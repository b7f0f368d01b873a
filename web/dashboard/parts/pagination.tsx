import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPlainNumber } from '#contract/format.ts'
import { pageSlots } from '#contract/page.ts'

interface PaginationProps {
  page: number
  pages: number
  addressOfPage: (page: number) => string
}

/** Page numbers as links, 1 at the right. Source: P4.5. */
export function Pagination({ page, pages, addressOfPage }: PaginationProps) {
  if (pages <= 1) return null
  const slots = pageSlots(Math.min(page, pages), pages)
  return (
    <nav className="pagination" aria-label="صفحات القائمة">
      <Step
        to={page > 1 ? addressOfPage(Math.min(page - 1, pages)) : undefined}
        rel="prev"
        label="الصفحة السابقة"
      >
        <ChevronRight aria-hidden />
        <span>السابق</span>
      </Step>
      <ol>
        {slots.map((slot, index) =>
          slot === 'gap' ? (
            <li key={`gap-${index}`} className="page-gap" aria-hidden>
              …
            </li>
          ) : (
            <li key={slot}>
              <Link
                to={addressOfPage(slot)}
                className="page-number"
                aria-label={`الصفحة ${formatPlainNumber(slot)}`}
                aria-current={slot === page ? 'page' : undefined}
              >
                {formatPlainNumber(slot)}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pages ? addressOfPage(page + 1) : undefined} rel="next" label="الصفحة التالية">
        <span>التالي</span>
        <ChevronLeft aria-hidden />
      </Step>
    </nav>
  )
}

interface StepProps {
  to: string | undefined
  rel: string
  /** Its name where there is no room for its text. */
  label: string
  children: ReactNode
}

function Step({ to, rel, label, children }: StepProps) {
  if (!to) {
    return (
      <span className="page-step" aria-disabled="true">
        {children}
      </span>
    )
  }
  return (
    <Link to={to} rel={rel} className="page-step" aria-label={label}>
      {children}
    </Link>
  )
}
