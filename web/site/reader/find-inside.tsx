import { useContext } from 'react'
import { Search, X } from 'lucide-react'
import { countedNouns, formatCount } from '#contract/format.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { limits } from '#contract/limits.ts'
import { pagesFound } from '#contract/page-hits.ts'
import { CutOut } from '#web/school/cut-out.tsx'
import { LightContext } from '#web/school/light.ts'
import { HighlightedText } from '../search/highlighted-text.tsx'
import { pageLabel } from '../search/inside-hits.tsx'
import type { FoundInside } from './document-shape.ts'
import { pageHref } from './page-href.ts'

const panel = {
  id: 'reader-find',
  'aria-label': 'البحث داخل الصفحات',
} as const
const closing = {
  popoverTarget: panel.id,
  popoverTargetAction: 'hide',
} as const

/** The search within a document before anything was looked for: one bar, with scripts over the head. */
export function FindInside() {
  return (
    <section className="reader-list reader-find is-bar no-print" {...panel}>
      <button
        className="icon-button needs-script"
        type="button"
        {...closing}
        aria-label="إغلاق البحث داخل الصفحات"
      >
        <X aria-hidden="true" />
      </button>
      <FindForm />
    </section>
  )
}

/** The field of the search; `find` is what was looked for. */
export function FindForm({ find }: { find?: string }) {
  return (
    <form className="reader-find-form" method="get" role="search">
      <button type="submit" aria-label="بحث">
        <Search aria-hidden="true" />
      </button>
      <label className="visually-hidden" htmlFor="find-inside">
        ابحث داخل الصفحات
      </label>
      <input
        id="find-inside"
        type="search"
        name="find"
        defaultValue={find}
        placeholder="ابحث داخل الصفحات…"
        maxLength={limits.maxSearchLength}
        autoComplete="off"
        enterKeyHint="search"
      />
    </form>
  )
}

/** The pages on which the words stand, each with its place; with scripts over the lower half of the page. `page` is read. */
export function FoundPages({ found, page }: { found: FoundInside; page: number }) {
  const { find, answer, more } = found
  const { hits, total } = answer
  return (
    <section className="reader-list reader-find no-print" {...panel}>
      <div className="reader-list-head">
        <p role="status">{total === 0 ? nothingFound(find, answer) : whatIsFound(answer)}</p>
        <button
          className="reader-find-close needs-script"
          type="button"
          {...closing}
          aria-label="تصغير القائمة"
        >
          تصغير
        </button>
      </div>
      {total > 0 && (
        <ol className="reader-found" data-more={total > hits.length ? more : undefined}>
          {hits.map(hit => (
            <FoundPage key={hit.page} hit={hit} find={find} isHere={hit.page === page} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface FoundPageProps {
  hit: InsideAnswer['hits'][number]
  find: string
  isHere: boolean
}

function FoundPage({ hit, find, isHere }: FoundPageProps) {
  const isLight = useContext(LightContext)
  const { page, snippet, highlights, image, marks, boxes = [] } = hit
  return (
    <li>
      <a
        href={pageHref(page, find)}
        data-to={page}
        data-boxes={boxes.length > 0 ? boxes.map(box => box.join(' ')).join() : undefined}
        aria-current={isHere ? 'true' : undefined}
      >
        <bdi>
          <HighlightedText text={snippet} ranges={highlights} />
        </bdi>
        <span className="muted">{pageLabel(page)}</span>
        {image && !isLight && <CutOut image={image} marks={marks} />}
      </a>
    </li>
  )
}

function whatIsFound({ hits, total, state }: InsideAnswer): string {
  const all = pagesFound(total, limits.insideCandidatesOfRecord)
  const first = total > hits.length ? `، وهذه أول ${formatCount(hits.length, countedNouns.page)}` : ''
  return `${all}${first}${state === 'reading' ? '. ما زالت بقية الصفحات تُقرأ.' : ''}`
}

function nothingFound(find: string, { state }: InsideAnswer): string {
  if (state === 'reading') return 'ما زالت صفحات هذا الملف تُقرأ ليُبحث فيها. جرّب بعد قليل.'
  if (state === 'none') return 'لا نص مقروءاً في صفحات هذا الملف، فلا يُبحث فيها.'
  return `لا صفحة فيها «${find}». جرّب كلمة واحدة، أو كلمة غيرها.`
}
