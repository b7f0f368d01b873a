import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { fileTextsSchema } from '#contract/resources/file.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import type { FilesService } from '../files.types.ts'
import { ofContent, pageAddress, sentPage } from '../page-address.ts'

/** Registers the text of a file's page, for whoever does not see its picture. A page without sound text has no content. Source: P17.4. */
export function openPageTextRoutes(
  app: AppInstance,
  { files }: { files: Pick<FilesService, 'find' | 'pageTexts'> },
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:sha256/p/:page/text',
    exposeHeadRoute: false,
    schema: { params: sentPage, hide: true },
    async handler(request, reply) {
      const known = pageAddress.safeParse(request.params)
      if (!known.success) throw new AppError('file_not_found')
      const { sha256, page } = known.data
      await files.find(sha256)
      const found = await files.pageTexts.of(sha256, page)
      const text = found?.isSearched === true ? found.text : ''
      const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      reply.headers({
        etag: tag,
        /* It may be read better tomorrow. */
        'cache-control': text === '' ? 'no-cache' : 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      const { how } = chooseAnswer(request, tag)
      if (how === 'changed') throw new AppError('precondition_failed')
      if (how === 'unchanged') return reply.code(304).send()
      if (text === '') return reply.code(204).send()
      reply.type('text/plain; charset=utf-8')
      return reply.send(request.method === 'HEAD' ? undefined : text)
    },
  })
}

/** Registers how far the reading of a file's pages is. For the staff scope. Source: F6.3. */
export function staffPageTextRoutes(
  app: AppInstance,
  { files }: { files: Pick<FilesService, 'find' | 'pageTexts'> },
): void {
  app.get(
    apiPaths.fileTexts(':sha256'),
    { schema: { params: ofContent, response: { 200: fileTextsSchema }, tags: ['files'] } },
    async request => {
      const { sha256 } = request.params
      await files.find(sha256)
      return { data: (await files.pageTexts.progressOf([sha256])).get(sha256) ?? null }
    },
  )
}
