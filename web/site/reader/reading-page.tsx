import { z } from 'zod'
import { examNumberIn } from '#contract/exam-number.ts'
import { errorCodeOf } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { readingTitle } from '#contract/reading-title.ts'
import type { InsideType } from '#contract/resources/inside.ts'
import { usualPageShape } from '#contract/page-pictures.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Services } from '#server/services.ts'
import { definePage } from '../define-page.tsx'
import type { ChangeTag, Failure, SitePage } from '../page-module.ts'
import { hrefWith, pageParameter, textParameter } from '../query.ts'
import type { DocumentShape, FoundInside, ReadRecord, Unreadable } from './document-shape.ts'
import { pagesBeside, Reader } from './reader.tsx'

/** An empty `find` says that an exam number was typed, of which no digit comes any further. */
const readingQuery = z.object({
  page: pageParameter,
  find: textParameter.transform(text => (text && examNumberIn(text) ? '' : text)),
})

/** A record whose PDF can be read. */
interface Readable extends Omit<ReadRecord, 'file' | 'sha256'> {
  /** The file of ours, if it has one. */
  file: FileFacts | null
}

interface ReadingData {
  record: ReadRecord
  shape: (DocumentShape & { isGuess?: boolean }) | Unreadable
  /** What was looked for in its pages, and where it stands. */
  found: FoundInside | undefined
  texts: ReadonlyMap<number, string> | undefined
}

interface ReadingPage {
  address: string
  tag: ChangeTag
  type: InsideType
  load(services: Services, id: string): Promise<Readable>
  failure(code: ErrorCode): Failure
}

/** The pages of a record's PDF, under an address of their own. Source: P17.1. */
export function readingPage({ address, tag, type, load, failure }: ReadingPage): SitePage {
  return definePage<z.infer<typeof readingQuery>, ReadingData>({
    address,
    query: readingQuery,
    freeText: ['find'],
    tags: [tag],
    isBare: true,
    async load({ services, params, query, path }) {
      const id = params.id ?? ''
      const { file, ...record } = await load(services, id)
      if (query.find === '') return { redirectTo: hrefWith(path, query), isPermanent: false }
      const sha256 = readableSha256(file)
      if (!file || sha256 === undefined) return { redirectTo: record.href, isPermanent: false }
      const read = { ...record, file, sha256 }
      const shape = await shapeOf(services, sha256, file.pageCount)
      if (typeof shape === 'string') return { record: read, shape, found: undefined, texts: undefined }
      if (query.page > shape.pageCount)
        return { redirectTo: hrefWith(path, { ...query, page: shape.pageCount }), isPermanent: false }
      const { find } = query
      const shown = pagesBeside(query.page, shape.pageCount)
      const found = find ? await lookFor(services, find, { type, id }, shown) : undefined
      const texts = await textsOf(services, sha256, shown)
      return { record: read, shape, found, texts }
    },
    meta: ({ data: { record, shape }, query }) => ({
      title: readingTitle(record.title, query.page),
      description: `اقرأ «${record.title}» صفحة صفحة دون تحميل الملف كله.`,
      isHiddenFromSearch: true,
      /* Its record was seen. */
      isPrivate: true,
      isPassing: typeof shape === 'string' ? shape === 'slow' : shape.isGuess,
    }),
    failure,
    View: ({ data, query }) => <Reader {...data} page={query.page} />,
  })
}

/** What was looked for, with where it stands on the pages that are shown. */
async function lookFor(
  { inside }: Services,
  find: string,
  record: { type: InsideType; id: string },
  shown: readonly number[],
): Promise<FoundInside> {
  const request = { query: find, record, limit: limits.maxListLimit, offset: 0 }
  const answer = await inside.search(request)
  const { hits, total } = answer
  const last = hits.at(-1)?.page ?? 0
  const unsent = total > hits.length ? shown.filter(page => page > last) : []
  /* The turn of the page is one of the few searches that run at once: it looks once at a time. */
  const told = unsent.length > 0 ? await inside.search({ ...request, pages: unsent }) : undefined
  const asked = new URLSearchParams({ q: find, record: `${record.type}:${record.id}` })
  return {
    find,
    answer,
    beyond: told?.hits ?? [],
    more: `${apiPaths.searchInside}?${asked.toString()}`,
  }
}

/** What stands on these pages as far as it is sound; undefined for a file of which no page is. */
async function textsOf(
  { files }: Services,
  sha256: string,
  pages: readonly number[],
): Promise<ReadingData['texts']> {
  if (!(await files.pageTexts.isSearched(sha256))) return undefined
  const found = await Promise.all(pages.map(page => files.pageTexts.of(sha256, page)))
  return new Map(found.flatMap(each => (each?.isSearched ? [[each.page, each.text]] : [])))
}

/** What a file is like, or why nothing of it can be shown. */
async function shapeOf(
  { files }: Services,
  sha256: string,
  pageCount: number | null,
): Promise<ReadingData['shape']> {
  try {
    return await files.pagePictures.factsSoon(sha256)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'page_not_drawn') return 'broken'
    if (code === 'pages_too_slow') return 'slow'
    if (code !== 'busy' || pageCount === null) throw error
    return { pageCount, shapes: [[pageCount, usualPageShape]], outline: [], isGuess: true }
  }
}
