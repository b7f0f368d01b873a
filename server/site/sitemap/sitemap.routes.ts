import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths } from '#contract/paths.ts'
import { chooseAnswer } from '#server/base/http/conditional.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { encode, makeReady } from '#server/base/http/page-cache.ts'
import { encodingFor } from '#server/base/http/accepted-encoding.ts'
import { encodingOfRequest, sendReady } from '#server/site/ready-answer.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Config } from '#server/config.ts'
import { cacheControlOf, originOf } from '#server/site/site-origin.ts'
import { createSitemapOutline } from './sitemap-outline.ts'
import { findRecordsPart, sitemapIndex, sitemapOfPages, sitemapOfRecords } from './sitemap.ts'
import type { RecordsPart } from './sitemap.ts'

const type = 'application/xml; charset=utf-8'
const parameters = z.object({ file: z.string().max(100) })
const method: ['GET', 'HEAD'] = ['GET', 'HEAD']

interface SitemapOptions {
  /** Source: sitemaps.org allows 50,000. */
  urlsPerFile?: number
}

/** Registers the sitemap: an index, one file of pages, and files of records that are streamed from the database. */
export function sitemapRoutes(
  app: AppInstance,
  services: { config: Config; database: OpenDatabase; changes: Changes; elsewhere: KindsElsewhere },
  { urlsPerFile = limits.sitemapUrlsPerFile }: SitemapOptions = {},
): void {
  const { config, database } = services
  const getOutline = createSitemapOutline(services, urlsPerFile)
  const cacheControl = cacheControlOf(config)

  async function sendText(request: FastifyRequest, reply: FastifyReply, body: string): Promise<FastifyReply> {
    const ready = await encode(makeReady({ status: 200, type, body }), encodingOfRequest(request))
    sendReady(request, reply, ready, { 'cache-control': cacheControl })
    return reply
  }

  function sendRecords(
    request: FastifyRequest,
    reply: FastifyReply,
    part: RecordsPart,
    origin: string,
  ): FastifyReply {
    reply.headers({ 'cache-control': cacheControl, etag: `W/${part.tag}`, vary: 'Accept-Encoding' })
    const { how } = chooseAnswer(request, `W/${part.tag}`)
    if (how === 'changed') throw new AppError('precondition_failed')
    if (how === 'unchanged') return reply.code(304).send()
    reply.type(type)
    const isPacked = encodingFor(request.headers['accept-encoding']?.replace(/\bbr\b/g, '')) === 'gzip'
    if (isPacked) reply.header('content-encoding', 'gzip')
    if (request.method === 'HEAD') return reply.send()
    const text = Readable.from(sitemapOfRecords(database.kysely, part, origin))
    if (!isPacked) return reply.send(text)
    const packed = createGzip()
    pipeline(text, packed, error => {
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        request.log.error({ err: error }, 'sitemap broke off')
    })
    return reply.send(packed)
  }

  app.route({
    method,
    url: discoveryPaths.sitemap,
    exposeHeadRoute: false,
    schema: { hide: true },
    async handler(request, reply) {
      const origin = originOf(request, config)
      return sendText(request, reply, sitemapIndex(await getOutline(), origin))
    },
  })
  app.route({
    method,
    url: '/sitemaps/:file',
    exposeHeadRoute: false,
    schema: { params: parameters, hide: true },
    async handler(request, reply) {
      const [, list = '', number = ''] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(request.params.file) ?? []
      const origin = originOf(request, config)
      const outline = await getOutline()
      if (list === 'pages' && number === '1')
        return sendText(request, reply, sitemapOfPages(outline, services.elsewhere, origin))
      const part = findRecordsPart(outline, list, Number(number), origin)
      if (!part) throw new AppError('not_found')
      return sendRecords(request, reply, part, origin)
    },
  })
}
