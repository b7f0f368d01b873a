import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths } from '#contract/paths.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import type { KeptAnswers } from '#server/base/http/kept-answers.ts'
import { nextMoment } from '#server/base/moments.ts'
import type { Moment } from '#server/base/moments.ts'
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
import { createSitemapOutlines } from './sitemap-outline.ts'
import { keepFiles } from './kept-files.ts'
import { findRecordsPart, kindOfFiles, sitemapIndex, sitemapOfPages, sitemapOfRecords } from './sitemap.ts'
import type { RecordsPart } from './sitemap.ts'

const type = 'application/xml; charset=utf-8'
const parameters = z.object({ file: z.string().max(100) })
const method: ['GET', 'HEAD'] = ['GET', 'HEAD']

interface SitemapOptions {
  /** Source: sitemaps.org allows 50,000. */
  urlsPerFile?: number
}

/**
 * Registers the sitemap: an index, one file of pages, and files of records that are streamed from the database. While it is
 * away the last good copies answer, also those from before this process.
 */
export function sitemapRoutes(
  app: AppInstance,
  services: {
    config: Config
    database: OpenDatabase
    changes: Changes
    elsewhere: KindsElsewhere
    keptFeeds: KeptAnswers
  },
  { urlsPerFile = limits.sitemapUrlsPerFile }: SitemapOptions = {},
): void {
  const { config, database } = services
  const outlines = createSitemapOutlines(services, urlsPerFile)
  const cacheControl = cacheControlOf(config)
  const kept = keepFiles(services.keptFeeds, type)
  /* Without a configured address anybody can make up as many as they like. */
  const isKept = config.siteUrl !== undefined

  async function sendText(
    request: FastifyRequest,
    reply: FastifyReply,
    body: string,
    { key, asOf }: { key: string; asOf: Moment },
  ): Promise<FastifyReply> {
    if (isKept) kept.put(key, body, asOf)
    const ready = await encode(makeReady({ status: 200, type, body }), encodingOfRequest(request))
    sendReady(request, reply, ready, { 'cache-control': cacheControl })
    return reply
  }

  async function sendRecords(
    request: FastifyRequest,
    reply: FastifyReply,
    part: RecordsPart,
    { key, origin }: { key: string; origin: string },
  ): Promise<FastifyReply> {
    const head = { 'cache-control': cacheControl, etag: `W/${part.tag}`, vary: 'Accept-Encoding' }
    const { how } = chooseAnswer(request, head.etag)
    if (how === 'changed') throw new AppError('precondition_failed')
    if (how === 'unchanged') return reply.headers(head).code(304).send()
    const isPacked = encodingFor(request.headers['accept-encoding']?.replace(/\bbr\b/g, '')) === 'gzip'
    const begin = () =>
      reply.headers({ ...head, 'content-type': type, ...(isPacked && { 'content-encoding': 'gzip' }) })
    if (request.method === 'HEAD') return begin().send()
    const asOf = nextMoment()
    const pieces = await begun(sitemapOfRecords(database.kysely, part, origin))
    const text = Readable.from(isKept ? kept.passing(key, pieces, asOf) : pieces)
    if (!isPacked) return begin().send(text)
    const packed = createGzip()
    pipeline(text, packed, error => {
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        request.log.error({ err: error }, 'sitemap broke off')
    })
    return begin().send(packed)
  }

  /** What `send` sends, or the last good copy while the database is away. */
  async function orKept(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    send: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await send()
    } catch (error) {
      const lastGood = codeOfError(error) === 'unavailable' && isKept ? await kept.find(key) : undefined
      if (lastGood === undefined) throw error
      request.log.error({ err: error }, 'the sitemap could not be read: the last good copy is sent')
      const ready = await encode(lastGood, encodingOfRequest(request))
      sendReady(request, reply, ready, { 'cache-control': 'no-cache' })
      return reply
    }
  }

  app.route({
    method,
    url: discoveryPaths.sitemap,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler(request, reply) {
      const origin = originOf(request, config)
      const key = keyOf(origin, discoveryPaths.sitemap)
      return orKept(request, reply, key, async () => {
        const outline = await outlines.ofAll()
        return sendText(request, reply, sitemapIndex(outline, origin), { key, asOf: outline.asOf })
      })
    },
  })
  app.route({
    method,
    url: '/sitemaps/:file',
    exposeHeadRoute: false,
    schema: { params: parameters, hide: true },
    handler(request, reply) {
      const { file } = request.params
      const [, list = '', number = ''] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(file) ?? []
      const origin = originOf(request, config)
      const key = keyOf(origin, file)
      return orKept(request, reply, key, async () => {
        if (list === 'pages' && number === '1') {
          const outline = await outlines.ofAll()
          const others = await outlines.others()
          const text = sitemapOfPages(outline, others.value, services.elsewhere, origin)
          return sendText(request, reply, text, { key, asOf: Math.min(outline.asOf, others.asOf) })
        }
        const kind = kindOfFiles(list)
        const outline = kind && (await outlines.ofKind(kind))
        const part = outline && findRecordsPart(outline.value, kind, Number(number), origin)
        if (!part) throw new AppError('not_found')
        return sendRecords(request, reply, part, { key, origin })
      })
    },
  })
}

const keyOf = (origin: string, file: string) => `${origin} sitemap ${file}`

/** The same pieces, of which the first that the database gives is there: it is known not to be away. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = [await pieces.next(), await pieces.next()]
  return (async function* all() {
    for (const { value, done } of first) if (done !== true) yield value
    yield* pieces
  })()
}
