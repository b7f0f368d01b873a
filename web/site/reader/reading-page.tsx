import { z } from 'zod'
import { errorCodeOf } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { usualPageShape } from '#contract/page-pictures.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Services } from '#server/services.ts'
import { definePage } from '../define-page.tsx'
import type { ChangeTag, Failure, SitePage } from '../page-module.ts'
import { hrefWith, pageParameter } from '../query.ts'
import type { DocumentShape, ReadRecord } from './document-shape.ts'
import { Reader } from './reader.tsx'

const readingQuery = z.object({ page: pageParameter })

/** A record whose PDF can be read. */
interface Readable extends Omit<ReadRecord, 'file' | 'sha256'> {
  /** The file of ours, if it has one. */
  file: FileFacts | null
}

interface ReadingData {
  record: ReadRecord
  shape: (DocumentShape & { isGuess?: boolean }) | undefined
}

interface ReadingPage {
  address: string
  tag: ChangeTag
  load(services: Services, id: string): Promise<Readable>
  failure(code: ErrorCode): Failure
}

/** The pages of a record's PDF, under an address of their own. Source: P17.1. */
export function readingPage({ address, tag, load, failure }: ReadingPage): SitePage {
  return definePage<z.infer<typeof readingQuery>, ReadingData>({
    address,
    query: readingQuery,
    tags: [tag],
    isBare: true,
    async load({ services, params, query, path }) {
      const { file, ...record } = await load(services, params.id ?? '')
      const sha256 = readableSha256(file)
      if (!file || sha256 === undefined) return { redirectTo: record.href, isPermanent: false }
      const shape = await shapeOf(services, sha256, file.pageCount)
      if (shape && query.page > shape.pageCount)
        return { redirectTo: hrefWith(path, { page: shape.pageCount }), isPermanent: false }
      return { record: { ...record, file, sha256 }, shape }
    },
    meta: ({ data: { record, shape }, query }) => ({
      title: `${record.title}، الصفحة ${formatPlainNumber(query.page)}`,
      description: `اقرأ «${record.title}» صفحة صفحة دون تحميل الملف كله.`,
      isHiddenFromSearch: true,
      /* Its record was seen. */
      isPrivate: true,
      isPassing: shape?.isGuess ?? false,
    }),
    failure,
    View: ({ data, query }) => <Reader {...data} page={query.page} />,
  })
}

/** Undefined for a file that nothing can be told of: it opens, and yet it cannot be drawn. */
async function shapeOf(
  { files }: Services,
  sha256: string,
  pageCount: number | null,
): Promise<ReadingData['shape']> {
  try {
    return await files.pagePictures.factsSoon(sha256)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'page_not_drawn') return undefined
    if (code !== 'busy' || pageCount === null) throw error
    return { pageCount, shapes: [[pageCount, usualPageShape]], outline: [], isGuess: true }
  }
}
