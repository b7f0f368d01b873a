import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { pagePicturePath } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import { setFileHeaders } from './download.routes.ts'
import type { FilesService } from './files.types.ts'

interface PagePictureServices {
  files: Pick<FilesService, 'find' | 'pagePictures'>
}

const type = 'image/webp'
const parameters = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  page: z.string().regex(/^[1-9]\d{0,3}$/),
})

/** Registers the pictures of a PDF's pages: drawn when first asked for, once for a crowd, and kept. */
export function openPagePictureRoutes(app: AppInstance, { files }: PagePictureServices): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: pagePicturePath(':sha256', ':page'),
    exposeHeadRoute: false,
    schema: { params: z.object({ sha256: z.string().max(100), page: z.string().max(20) }), hide: true },
    async handler(request, reply) {
      const known = parameters.safeParse(request.params)
      if (!known.success) throw new AppError('file_not_found')
      const { sha256, page } = known.data
      const tag = `"${sha256}-p${page}"`
      await files.find(sha256)
      const { how } = chooseAnswer(request, tag)
      if (how === 'changed') throw new AppError('precondition_failed')
      if (how === 'unchanged') {
        setFileHeaders(reply, type, tag)
        return reply.code(304).send()
      }
      const picture = await files.pagePictures.get(sha256, Number(page), addressKey(request))
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
