import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatPlainNumber } from '#contract/format.ts'
import { pageHref } from './page-href.ts'
import type { DocumentShape } from './document-shape.ts'

interface PageStepsProps {
  page: number
  pageCount: number
  outline: DocumentShape['outline']
  /** What is marked in the pages; it stays from page to page. */
  find: string | undefined
}

/** The ways from one page to another that need no script. */
export function PageSteps({ page, pageCount, outline, find }: PageStepsProps) {
  return (
    <nav className="reader-steps no-print" aria-label="الصفحات">
      {page > 1 && (
        <a className="button is-quiet" href={pageHref(page - 1, find)} rel="prev">
          <ChevronRight aria-hidden="true" />
          السابقة
        </a>
      )}
      <form method="get">
        {find && <input type="hidden" name="find" value={find} />}
        <label htmlFor="page-number">الصفحة</label>
        <input
          id="page-number"
          name="page"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={formatPlainNumber(page)}
        />
        <span className="muted">من {formatPlainNumber(pageCount)}</span>
        <button className="button is-quiet" type="submit">
          اذهب
        </button>
      </form>
      {page < pageCount && (
        <a className="button" href={pageHref(page + 1, find)} rel="next">
          التالية
          <ChevronLeft aria-hidden="true" />
        </a>
      )}
      {outline.length > 0 && (
        <details>
          <summary>الفصول</summary>
          <Chapters outline={outline} />
        </details>
      )}
    </nav>
  )
}

/** The chapters that a document names, each with its page. */
export function Chapters({ outline }: Pick<PageStepsProps, 'outline'>) {
  return (
    <ol className="reader-chapters">
      {outline.map(({ title, page, level }, index) => (
        <li key={index} data-level={level || undefined}>
          <a href={`?page=${page}`} data-to={page}>
            <bdi>{title}</bdi>
            <span className="muted">{formatPlainNumber(page)}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}
