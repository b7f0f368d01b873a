import { ChevronDown, Search } from 'lucide-react'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { DocumentShape } from '../reader/document-shape.ts'
import { pageLabel } from '../search/inside-hits.tsx'

/** So many chapters stand there at first. */
const shownAtFirst = 4

type Chapter = DocumentShape['outline'][number]

interface InsideRecordProps {
  /** Where its pages are read. */
  readingHref: string
  chapters: readonly Chapter[]
  /** What the field is for: «ابحث في هذا الكتاب». */
  label: string
}

/** The ways into a document: the search within it, and the chapters that it names. Source: P5.7. */
export function InsideRecord({ readingHref, chapters, label }: InsideRecordProps) {
  return (
    <div className="inside-record no-print">
      <form className="inside-field" action={readingHref} method="get" role="search">
        <button className="icon-button" type="submit" aria-label="بحث">
          <Search aria-hidden="true" />
        </button>
        <input
          type="search"
          name="find"
          aria-label={label}
          placeholder={label}
          maxLength={limits.maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
          required
        />
      </form>
      {chapters.length > 0 && (
        <nav className="chapters" aria-labelledby="chapters">
          <h2 id="chapters">
            الفصول <span>{formatNumber(chapters.length)}</span>
          </h2>
          <ChapterRows chapters={chapters.slice(0, shownAtFirst)} readingHref={readingHref} />
          {chapters.length > shownAtFirst && (
            <details>
              <summary>
                كل الفصول
                <ChevronDown aria-hidden="true" />
              </summary>
              <ChapterRows chapters={chapters.slice(shownAtFirst)} readingHref={readingHref} />
            </details>
          )}
        </nav>
      )}
    </div>
  )
}

function ChapterRows({ chapters, readingHref }: Pick<InsideRecordProps, 'chapters' | 'readingHref'>) {
  return (
    <ol>
      {chapters.map(({ title, page }, index) => (
        <li key={index}>
          <a className="chapter-row" href={`${readingHref}?page=${page}`} data-chapter-page={page}>
            <bdi>{title}</bdi>
            <span className="chapter-page">{pageLabel(page)}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

/**
 * What lets the page of a record say, from the first touch on, in which chapter this device stopped. `readAs` is what the
 * shelf and the reader call it: the kind, a colon, the id.
 */
export function readPlaceData(readAs: string, chapters: readonly Chapter[]) {
  return chapters.length > 0 ? { 'data-behaviour': 'readPlace', 'data-read-as': readAs } : {}
}
