import { createHash } from 'node:crypto'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { roundLabel } from '#contract/codes/rounds.ts'
import { AppError } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { ownPages } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { MadeFiles } from '#server/site/made-files/made-files.ts'
import type { MadeFile } from '#server/site/made-files/made-files.ts'
import { writeNewFile } from '#server/files/new-file.ts'
import type { FilesService } from '#server/files/files.service.ts'

interface Given {
  dataDir: string
  files: Pick<FilesService, 'open'>
}

export interface ExamPdfs {
  /** What tells this PDF from any other. Errors: `file_not_found` for an exam without an image of ours. */
  keyOf(exam: Exam): string
  open(exam: Exam): Promise<MadeFile>
  /**
   * The size of an exam's PDF; undefined when there is none, or when making it would take long. Units: bytes.
   */
  size(exam: Exam): Promise<number | undefined>
}

/** Goes up when the PDF of the same pictures would have other bytes. */
const layoutVersion = 1

/** An exam's page images as one PDF, made on disk, so that a slow line can resume it and holds no turn of others. */
export function createExamPdfs({ dataDir, files }: Given): ExamPdfs {
  const digests = new Map<string, string>()
  const documents = new MadeFiles({
    directory: path.join(dataDir, 'cache', 'exam-pdf'),
    maxBytes: limits.examPdfCacheBytes,
    atOnce: limits.examPdfsAtOnce,
    maxWaiting: limits.examPdfsWaiting,
  })

  async function make(exam: Exam, target: string): Promise<void> {
    const pictures = imagesOf(exam).map(sha256 => ({
      content: async () => (await files.open(sha256)).read(),
    }))
    const { imagesToPdf } = await import('#server/pictures/images-to-pdf.ts')
    const document = imagesToPdf(pictures, pdfTitle(exam), new Date(exam.updatedAt))
    await writeNewFile(target, sink => pipeline(document, sink))
  }

  function keyOf(exam: Exam): string {
    const images = imagesOf(exam)
    if (images.length === 0) throw new AppError('file_not_found')
    return `exam-${exam.id}-${exam.version}-${layoutVersion}-${digestOf(images)}`
  }

  async function open(exam: Exam): Promise<MadeFile> {
    const key = keyOf(exam)
    const file = await documents.open(`${key}.pdf`, target => make(exam, target))
    const sha256 = digests.get(key) ?? (await hashOf(file))
    /* The one asked for last goes last. */
    digests.delete(key)
    digests.set(key, sha256)
    const [oldest] = digests.keys()
    if (oldest && digests.size > limits.examPdfDigests) digests.delete(oldest)
    return { ...file, sha256 }
  }

  async function measure(exam: Exam): Promise<number> {
    const { handle, size } = await open(exam)
    await handle.close()
    return size
  }

  return {
    keyOf,
    open,
    async size(exam) {
      const pages = ownPages(exam)
      const bytes = pages.reduce((sum, page) => sum + page.size, 0)
      const isSound = pages.every(page => page.damage === undefined)
      if (pages.length === 0 || !isSound || bytes > limits.maxMeasuredExamBytes) return undefined
      const late = new AbortController()
      const size = measure(exam).catch(() => undefined)
      const isLate = wait(limits.examPdfSizeWaitMs, undefined, { signal: late.signal }).catch(() => undefined)
      return Promise.race([size, isLate]).finally(() => late.abort())
    },
  }
}

/** The SHA-256 of an open file, which is closed when it cannot be read. */
async function hashOf({ handle }: MadeFile): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(handle.createReadStream({ start: 0, autoClose: false }), hash)
    return hash.digest('hex')
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** What the PDF is called. */
export function pdfTitle(exam: Exam): string {
  const parts = [exam.title, formatPlainNumber(exam.releaseYear), roundLabel(exam.try, formatPlainNumber)]
  return parts.filter(part => part !== '').join('، ')
}

/** The images of ours in reading order, by hash. */
function imagesOf(exam: Exam): string[] {
  return ownPages(exam).flatMap(({ url }) => sha256OfFileAddress(url) ?? [])
}

/** Tells apart one version with all its images and the same with one that was missing for a time. */
function digestOf(images: string[]): string {
  return createHash('sha256').update(images.join()).digest('hex').slice(0, 12)
}
