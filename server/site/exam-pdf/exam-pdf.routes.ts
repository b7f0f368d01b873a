import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { sendMadeFile } from '#server/site/made-files/send-made-file.ts'
import { contentDisposition, safeFileName } from '#server/files/file-name.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { ExamsService } from '#server/content/exams/exams.service.ts'
import { pdfTitle } from './exam-pdfs.ts'
import type { ExamPdfs } from './exam-pdfs.ts'

interface PdfServices {
  exams: Pick<ExamsService, 'get'>
  examPdfs: Pick<ExamPdfs, 'keyOf' | 'open'>
}

const type = 'application/pdf'

/**
 * Registers an exam's page images as one PDF. Errors: `exam_not_found`; `file_not_found` for an exam without an image
 * of ours.
 */
export function openExamPdfRoutes(app: AppInstance, { exams, examPdfs }: PdfServices): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: paths.examPdf(':id'),
    exposeHeadRoute: false,
    config: rateLimits.examPdfs,
    schema: { params: z.object({ id: z.string().max(100) }), hide: true },
    async handler(request, reply) {
      const exam = await exams.get(request.params.id)
      const tag = `"${examPdfs.keyOf(exam)}"`
      const name = safeFileName(`${pdfTitle(exam)}.pdf`, type)
      reply.header('content-disposition', contentDisposition('attachment', name, type))
      return sendMadeFile(request, reply, {
        type,
        tag,
        cacheControl: 'public, no-cache',
        open: () => examPdfs.open(exam),
      })
    },
  })
}
