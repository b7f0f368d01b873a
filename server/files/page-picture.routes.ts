import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { pageWidths, readingWidth } from '#contract/page-pictures.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import { setFileHeaders } from './download.routes.ts'
import type { FilesService } from './files.types.ts'

interface PagePictureServices {
  files: Pick<FilesService, 'find' | 'pagePictures'>
}

const type = 'image/webp'
const sent = z.object({ sha256: z.string().max(100), page: z.string().max(20), width: z.string().max(20) })
const parameters = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number),
  width: z
    .enum(pageWidths.map(width => `${width}.webp` as const))
    .transform(name => pageWidths.find(width => name === `${width}.webp`) ?? readingWidth),
})

/** Registers the pictures of a PDF's pages: drawn when first asked for, once for a crowd, and kept. */
export function openPagePictureRoutes(app: AppInstance, { files }: PagePictureServices): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:sha256/p/:page/:width',
    exposeHeadRoute: false,
    schema: { params: sent, hide: true },
    async handler(request, reply) {
      const known = parameters.safeParse(request.params)
      if (!known.success) throw new AppError('file_not_found')
      const { sha256, page, width } = known.data
      const tag = `"${sha256}-p${page}-${width}"`
      await files.find(sha256)
      const { how } = chooseAnswer(request, tag)
      if (how === 'changed') throw new AppError('precondition_failed')
      if (how === 'unchanged') {
        setFileHeaders(reply, type, tag)
        return reply.code(304).send()
      }
      const picture = await files.pagePictures.get(sha256, page, width, addressKey(request))
      setFileHeaders(reply, type, tag)
      reply.headers({
        'content-length': picture.length,
        'accept-ranges': 'none',
        'x-robots-tag': 'noindex',
      })
      return reply.send(request.method === 'HEAD' ? undefined : picture)
    },
  })
}
