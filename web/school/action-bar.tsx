import { ChevronUp, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { shareId } from '#web/ui/share-bar.tsx'

interface ActionBarProps {
  /** What the bar is of, for those who hear it: «أسئلة الفيزياء ٢٠٢٣». */
  label: string
  /** How many pages stand above it as `page-1` and on; with more than one it leads to each. */
  pages?: number
  /** What puts the record on the shelf. */
  keep?: ReactNode
  /** The way to get the record, with its size. */
  children: ReactNode
}

/**
 * What can be done with the record in view: at the bottom of phones, beside the record on wide screens. A page with one
 * says `hasActionBar`. Source: P2.7.
 */
export function ActionBar({ label, pages = 0, keep, children }: ActionBarProps) {
  return (
    <div className="action-bar no-print" role="group" aria-label={label} data-behaviour="share">
      {pages > 1 && <PageJump pages={pages} />}
      {children}
      {keep}
      {/* Held back until the code is there, which may know the device's own way. */}
      <a
        className="icon-button is-framed"
        href={`#${shareId}`}
        data-share=""
        data-swap="none"
        aria-label="شارك"
      >
        <Share2 aria-hidden="true" />
      </a>
    </div>
  )
}

function PageJump({ pages }: { pages: number }) {
  return (
    <div className="page-jump" data-behaviour="pages">
      <button className="page-place" type="button" popoverTarget="page-list">
        <span className="visually-hidden">الانتقال إلى صفحة: </span>
        <span data-page-place={pages}>{formatCount(pages, countedNouns.page)}</span>
        <ChevronUp aria-hidden="true" />
      </button>
      <nav className="page-list" id="page-list" popover="auto" aria-label="الصفحات">
        <ol>
          {Array.from({ length: pages }, (_, index) => index + 1).map(page => (
            <li key={page}>
              <a href={`#page-${page}`} aria-label={`الصفحة ${formatPlainNumber(page)}`}>
                {formatPlainNumber(page)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
