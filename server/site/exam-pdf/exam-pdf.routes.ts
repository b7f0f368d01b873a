import { createHash } from 'node:crypto'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { roundLabel } from '#contract/codes/rounds.ts'
import { AppError } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths, sha256OfFileAddress } from '#contract/paths.ts'
import { ownPages } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { MadeFiles } from '#server/site/made-files/made-files.ts'
import { sendMadeFile } from '#server/site/made-files/send-made-file.ts'
import { imagesToPdf } from '#server/pictures/images-to-pdf.ts'
import { contentDisposition, safeFileName } from '#server/files/file-name.ts'
import { writeNewFile } from '#server/files/new-file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { Config } from '#server/config.ts'
import type { ExamsService } from '#server/content/exams/exams.service.ts'
import type { FilesService } from '#server/files/files.service.ts'

interface PdfServices {
  config: Pick<Config, 'dataDir'>
  exams: Pick<ExamsService, 'get'>
  files: Pick<FilesService, 'open'>
}

const type = 'application/pdf'
/** Goes up when the PDF of the same pictures would have other bytes. */
const layoutVersion = 1

/**
 * Registers an exam's page images as one PDF. It is made on disk, so that a slow line can resume it and holds no
 * turn of others. Errors: `exam_not_found`; `file_not_found` for an exam without an image of ours.
 */
export function openExamPdfRoutes(app: AppInstance, services: PdfServices): void {
  const documents = new MadeFiles({
    directory: path.join(services.config.dataDir, 'cache', 'exam-pdf'),
    maxBytes: limits.examPdfCacheBytes,
    atOnce: limits.examPdfsAtOnce,
    maxWaiting: limits.examPdfsWaiting,
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: paths.examPdf(':id'),
    exposeHeadRoute: false,
    config: rateLimits.examPdfs,
    schema: { params: z.object({ id: z.string().max(100) }), hide: true },
    async handler(request, reply) {
      const exam = await services.exams.get(request.params.id)
      const images = imagesOf(exam)
      if (images.length === 0) throw new AppError('file_not_found')
      const key = `exam-${exam.id}-${exam.version}-${layoutVersion}-${digestOf(images)}`
      const name = safeFileName(`${titleOf(exam)}.pdf`, type)
      reply.header('content-disposition', contentDisposition('attachment', name, type))
      return sendMadeFile(request, reply, {
        type,
        tag: `"${key}"`,
        cacheControl: 'public, no-cache',
        open: () => documents.open(`${key}.pdf`, target => makePdf(services, exam, images, target)),
      })
    },
  })
}

async function makePdf({ files }: PdfServices, exam: Exam, images: string[], target: string): Promise<void> {
  const pictures = images.map(sha256 => ({ content: async () => (await files.open(sha256)).read() }))
  const document = imagesToPdf(pictures, titleOf(exam), new Date(exam.updatedAt))
  await writeNewFile(target, sink => pipeline(document, sink))
}

/** The images of ours in reading order, by hash. */
function imagesOf(exam: Exam): string[] {
  return ownPages(exam).flatMap(({ url }) => sha256OfFileAddress(url) ?? [])
}

/** Tells apart one version with all its images and the same with one that was missing for a time. */
function digestOf(images: string[]): string {
  return createHash('sha256').update(images.join()).digest('hex').slice(0, 12)
}

function titleOf(exam: Exam): string {
  const parts = [exam.title, formatPlainNumber(exam.releaseYear), roundLabel(exam.try, formatPlainNumber)]
  return parts.filter(part => part !== '').join('، ')
}
