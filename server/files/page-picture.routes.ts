import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { pageWidths, readingWidth, stripNames } from '#contract/page-pictures.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import { setFileHeaders } from './download.routes.ts'
import type { FilesService } from './files.types.ts'
import { pageAddress, sentPage } from './page-address.ts'

interface PagePictureServices {
  files: Pick<FilesService, 'find' | 'pagePictures'>
}

const type = 'image/webp'
const sent = sentPage.extend({ width: z.string().max(20) })
const parameters = pageAddress.extend({
  width: z
    .enum(pageWidths.map(width => `${width}.webp` as const))
    .transform(name => pageWidths.find(width => name === `${width}.webp`) ?? readingWidth),
})

const stripParameters = pageAddress.extend({
  strip: z.enum(stripNames).transform(name => stripNames.indexOf(name)),
})

/** Registers the pictures of a PDF's pages, and strips of them: made when first asked for, once for a crowd, and kept. */
export function openPagePictureRoutes(app: AppInstance, { files }: PagePictureServices): void {
  const { pagePictures } = files

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    sha256: string,
    tag: string,
    make: () => Promise<Buffer>,
  ): Promise<FastifyReply> {
    await files.find(sha256)
    const { how } = chooseAnswer(request, tag)
    if (how === 'changed') throw new AppError('precondition_failed')
    if (how === 'unchanged') {
      setFileHeaders(reply, type, tag)
      return reply.code(304).send()
    }
    const picture = await make()
    setFileHeaders(reply, type, tag)
    reply.headers({
      'content-length': picture.length,
      'accept-ranges': 'none',
      'x-robots-tag': 'noindex',
    })
    return reply.send(request.method === 'HEAD' ? undefined : picture)
  }

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
      return send(request, reply, sha256, tag, () =>
        pagePictures.get(sha256, page, width, addressKey(request)),
      )
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:sha256/p/:page/strip/:strip',
    exposeHeadRoute: false,
    schema: { params: sentPage.extend({ strip: sent.shape.width }), hide: true },
    async handler(request, reply) {
      const known = stripParameters.safeParse(request.params)
      if (!known.success) throw new AppError('file_not_found')
      const { sha256, page, strip } = known.data
      const tag = `"${sha256}-p${page}-strip${strip}"`
      return send(request, reply, sha256, tag, () =>
        pagePictures.strip(sha256, page, strip, addressKey(request)),
      )
    },
  })
}
