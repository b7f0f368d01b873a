import { Search, X } from 'lucide-react'
import { countedNouns, formatCount } from '#contract/format.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { limits } from '#contract/limits.ts'
import { pagesFound } from '#contract/page-hits.ts'
import { HighlightedText } from '../search/highlighted-text.tsx'
import { pageLabel } from '../search/inside-hits.tsx'
import type { FoundInside } from './document-shape.ts'
import { pageHref } from './page-href.ts'

/** The search within a document: one field, and the pages on which the words stand. With scripts it opens over the page. */
export function FindInside({ found }: { found: FoundInside | undefined }) {
  return (
    <section className="reader-list reader-find no-print" id="reader-find" aria-label="البحث داخل الصفحات">
      <form className="reader-find-form" method="get" role="search">
        <label className="visually-hidden" htmlFor="find-inside">
          ابحث داخل الصفحات
        </label>
        <input
          id="find-inside"
          type="search"
          name="find"
          defaultValue={found?.find}
          placeholder="ابحث داخل الصفحات…"
          maxLength={limits.maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button className="icon-button is-framed" type="submit" aria-label="بحث">
          <Search aria-hidden="true" />
        </button>
        <button
          className="icon-button needs-script"
          type="button"
          popoverTarget="reader-find"
          popoverTargetAction="hide"
          aria-label="إغلاق البحث داخل الصفحات"
        >
          <X aria-hidden="true" />
        </button>
      </form>
      {found && <FoundPages {...found} />}
    </section>
  )
}

function FoundPages({ find, answer, more }: FoundInside) {
  const { hits, total } = answer
  if (total === 0) return <p role="status">{nothingFound(find, answer)}</p>
  return (
    <>
      <p role="status">
        {pagesFound(total, limits.insideCandidatesOfRecord)}
        {total > hits.length && `، وهذه أول ${formatCount(hits.length, countedNouns.page)}`}
        {answer.state === 'reading' && '. ما زالت بقية الصفحات تُقرأ.'}
      </p>
      <ol className="reader-found" data-more={total > hits.length ? more : undefined}>
        {hits.map(({ page, snippet, highlights, boxes = [] }) => (
          <li key={page}>
            <a
              href={pageHref(page, find)}
              data-to={page}
              data-boxes={boxes.length > 0 ? boxes.map(box => box.join(' ')).join() : undefined}
            >
              <bdi>
                <HighlightedText text={snippet} ranges={highlights} />
              </bdi>
              <span className="muted">{pageLabel(page)}</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}

function nothingFound(find: string, { state }: InsideAnswer): string {
  if (state === 'reading') return 'ما زالت صفحات هذا الملف تُقرأ ليُبحث فيها. جرّب بعد قليل.'
  if (state === 'none') return 'لا نص مقروءاً في صفحات هذا الملف، فلا يُبحث فيها.'
  return `لا صفحة فيها «${find}». جرّب كلمة واحدة، أو كلمة غيرها.`
}
