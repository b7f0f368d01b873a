import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { kindsWithPage } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { Config } from '#server/config.ts'
import { MadeFiles } from '#server/site/made-files/made-files.ts'
import { sendMadeFile } from '#server/site/made-files/send-made-file.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { ShareFacts } from '#server/pictures/share-image.ts'
import { shareFactsOf, siteFacts } from './share-facts.ts'
import { createSharePainter } from './share-painter.ts'

/** Goes up when the drawing itself changes, so that kept pictures are drawn anew. */
const drawingVersion = 1

const parameters = z.object({ kind: z.string().max(20), file: z.string().max(100) })
const query = z.object({ v: z.string().max(20).optional().catch(undefined) })

/** Registers the pictures that messengers show: drawn in a thread, one at a time, and kept on disk. */
export function shareRoutes(app: AppInstance, services: { config: Config; elsewhere: KindsElsewhere }): void {
  const painter = createSharePainter()
  const pictures = new MadeFiles({
    directory: path.join(services.config.dataDir, 'cache', 'share'),
    maxBytes: limits.shareImageCacheBytes,
    atOnce: 1,
    maxWaiting: limits.shareImagesWaiting,
  })
  app.addHook('onClose', () => painter.close())

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    record: { facts: ShareFacts; version: number },
    isCurrent: boolean,
  ) {
    const key = `${name}-${record.version}-${drawingVersion}`
    reply.header('content-disposition', 'inline')
    return sendMadeFile(request, reply, {
      type: 'image/jpeg',
      tag: `"${key}"`,
      cacheControl: isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      isForOtherSites: true,
      open: () => pictures.open(`${key}.jpg`, target => painter.paint(record.facts, target)),
    })
  }

  const options = {
    method: ['GET', 'HEAD'] as ['GET', 'HEAD'],
    exposeHeadRoute: false,
    config: rateLimits.shareImages,
  }
  app.route({
    ...options,
    url: discoveryPaths.shareImage,
    schema: { hide: true },
    handler: (request, reply) => send(request, reply, 'rafid', { facts: siteFacts, version: 1 }, false),
  })
  app.route({
    ...options,
    url: '/share/:kind/:file',
    schema: { params: parameters, querystring: query, hide: true },
    async handler(request, reply) {
      const kind = kindsWithPage.find(candidate => candidate === request.params.kind)
      const id = /^([0-9a-z]{1,40})\.jpg$/.exec(request.params.file)?.[1]
      if (kind === undefined || id === undefined) throw new AppError('not_found')
      const record = await services.elsewhere[kind].shared(id)
      const shown = { facts: shareFactsOf(kind, record), version: record.version }
      return send(request, reply, `${kind}-${id}`, shown, request.query.v === String(record.version))
    },
  })
}
