import { ArrowRight, X } from 'lucide-react'
import { useContext } from 'react'
import type { ReactNode } from 'react'
import { formatPlainNumber } from '#contract/format.ts'
import { pageSources } from '#contract/page-pictures.ts'
import { LightContext } from '#web/school/light.ts'
import { PageText } from '#web/ui/page-text.tsx'
import type { DocumentShape, FoundInside, ReadRecord, Unreadable } from './document-shape.ts'
import { FileWays } from './file-ways.tsx'
import { FindForm, FindInside, FoundPages } from './find-inside.tsx'
import { HitSteps } from './hit-steps.tsx'
import { pageHref } from './page-href.ts'
import { PageMarks } from '#web/school/page-marks.tsx'
import { PageSteps } from './page-steps.tsx'
import { HeadTools, MoreTools, ReaderTools } from './reader-tools.tsx'

interface ReaderProps {
  record: ReadRecord
  shape: (DocumentShape & { isGuess?: boolean }) | Unreadable
  page: number
  found: FoundInside | undefined
  /** What stands on the pages that are sent with this one, by their numbers; undefined where nothing of the file is known. */
  texts: ReadonlyMap<number, string> | undefined
}

/** How wide a page is shown; phones are content with the picture that is made for them. */
const sizes = '(min-width: 1100px) 35vw, 70vw'

/** A document page by page; with scripts all of its pages below each other. */
export function Reader({ record, shape, page, found, texts }: ReaderProps) {
  const isLight = useContext(LightContext)
  if (typeof shape === 'string') return <NoPages record={record} why={shape} />
  const { pageCount } = shape
  const shown = pagesBeside(page, pageCount)
  return (
    <article
      className="reader"
      data-behaviour="pages"
      data-when="visible"
      data-reading={record.key}
      data-file={record.sha256}
      data-page={page}
      data-shapes={shape.shapes.map(([count, height]) => `${count}x${height}`).join(' ')}
      data-light={isLight ? '' : undefined}
      data-texts={texts ? '' : undefined}
      data-guess={shape.isGuess ? '' : undefined}
    >
      {found ? (
        <FindHead record={record} found={found} page={page} />
      ) : (
        <ReaderHead record={record}>
          <HeadTools record={record} />
        </ReaderHead>
      )}
      <div className="reader-stage">
        <ol className="reader-pages">
          {shown.map(each => (
            <li
              key={each}
              id={`page-${each}`}
              value={each}
              aria-current={each === page ? 'page' : undefined}
              style={{ aspectRatio: `1000/${heightOf(shape, each)}` }}
            >
              <PageImage
                record={record}
                shape={shape}
                page={each}
                isFirst={each === page}
                isLight={isLight}
              />
              <PageMarks boxes={boxesOn(each, found)} />
              {texts?.has(each) && <PageText text={texts.get(each) ?? ''} />}
            </li>
          ))}
        </ol>
      </div>
      <PageSteps page={page} pageCount={pageCount} outline={shape.outline} find={found?.find} />
      <div className="reader-steps needs-no-script no-print" role="group" aria-label="تحميل الملف">
        <FileWays record={record} look="button is-quiet" />
      </div>
      {found ? <FoundPages found={found} page={page} /> : <FindInside />}
      <ReaderTools page={page} pageCount={pageCount} outline={shape.outline} />
    </article>
  )
}

function boxesOn(page: number, found: FoundInside | undefined) {
  const hits = found ? [...found.answer.hits, ...found.beyond] : []
  return hits.find(hit => hit.page === page)?.boxes ?? []
}

/** Two pages that lie side by side on wide screens: the odd one at the right. */
export function pagesBeside(page: number, pageCount: number): number[] {
  const right = page % 2 === 0 ? page - 1 : page
  return [right, right + 1].filter(each => each <= pageCount)
}

interface PageImageProps {
  record: ReadRecord
  shape: DocumentShape
  page: number
  isFirst: boolean
  isLight: boolean
}

function PageImage({ record, shape, page, isFirst, isLight }: PageImageProps) {
  const { src, webpSrcSet } = pageSources(record.sha256, page)
  return (
    <img
      {...(!isLight && { srcSet: webpSrcSet, sizes })}
      src={src}
      alt={`الصفحة ${formatPlainNumber(page)} من ${formatPlainNumber(shape.pageCount)}`}
      width={1000}
      height={heightOf(shape, page)}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
    />
  )
}

function heightOf({ shapes }: DocumentShape, page: number): number {
  let last = 0
  for (const [count, height] of shapes) {
    last += count
    if (page <= last) return height
  }
  return shapes.at(-1)?.[1] ?? 1000
}

/** The way back, and what lies behind the tools at the bottom; `children` are the tools of a document that can be read. */
function ReaderHead({ record, children }: { record: ReadRecord; children?: ReactNode }) {
  const { title, heading, about, href } = record
  return (
    <header className="reader-head no-print">
      <a className="icon-button" href={href} aria-label={`رجوع إلى «${title}»`}>
        <ArrowRight aria-hidden="true" />
      </a>
      <div>
        <h1>
          <bdi>{heading}</bdi>
        </h1>
        <p className="muted" data-chapter="">
          {about}
        </p>
      </div>
      {children}
    </header>
  )
}

interface FindHeadProps {
  record: ReadRecord
  found: FoundInside
  page: number
}

/** The bar of a search in the place of the head: the way out, the field with the place, the steps, the rare tools. */
function FindHead({ record, found, page }: FindHeadProps) {
  return (
    <header className="reader-head is-finding no-print">
      <h1 className="visually-hidden">{record.heading}</h1>
      <a className="icon-button" href={pageHref(page)} data-find-end="" aria-label="إنهاء البحث">
        <X aria-hidden="true" />
      </a>
      <FindForm find={found.find} />
      <HitSteps found={found} page={page} />
      <div className="reader-head-tools needs-script">
        <MoreTools record={record} />
      </div>
    </header>
  )
}

const unreadable: Record<Unreadable, { title: string; text: string }> = {
  broken: {
    title: 'تعذر عرض صفحات هذا الملف',
    text: 'الملف تالف في موضع منه أو معقد أكثر من المعقول. حمّله وافتحه على جهازك.',
  },
  slow: {
    title: 'لا تُعرض صفحات هذا الملف الآن',
    text: 'يأخذ عرضها من الخادم وقتاً أطول من المعقول. حمّل الملف وافتحه على جهازك، أو عد بعد دقائق.',
  },
}

function NoPages({ record, why }: { record: ReadRecord; why: Unreadable }) {
  const { title, text } = unreadable[why]
  return (
    <article className="reader">
      <ReaderHead record={record} />
      <div className="notice" role="note">
        <h2>{title}</h2>
        <p>{text}</p>
        <FileWays record={record} look="button" />
      </div>
    </article>
  )
}
