import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { KeptAnswers } from '#server/base/http/kept-answers.ts'
import { PageCache } from '#server/base/http/page-cache.ts'
import type { HeldPages, ReadyPage } from '#server/base/http/page-cache.ts'
import { renewedSoon } from '#server/site/last-good.ts'
import { encodingOfRequest, sendReady } from '#server/site/ready-answer.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Config } from '#server/config.ts'
import { atomDocument } from './atom.ts'
import { feedSources, listsOfFeed, makeFeed, type FeedSource } from './feed-entries.ts'
import { cacheControlOf, originOf } from '#server/site/site-origin.ts'

const parameters = z.object({ file: z.string().max(100) })
const type = 'application/atom+xml; charset=utf-8'

/**
 * Registers the Atom feeds of the lists and grades, cached as pages are; the last good copy, also from before this process, answers
 * while one takes long to make or cannot be made.
 */
export function feedRoutes(
  app: AppInstance,
  services: { config: Config; changes: Changes; elsewhere: KindsElsewhere; keptFeeds: KeptAnswers },
): void {
  const { config, changes, elsewhere } = services
  const kept = { answers: services.keptFeeds, build: 'atom' }
  const cache = new PageCache({ maxBytes: limits.feedCacheBytes, freshMs: limits.pageCacheFreshMs, kept })
  const cacheControl = cacheControlOf(config)
  changes.onChange(tags => cache.drop(tags))

  async function make(key: string, source: FeedSource, origin: string): Promise<ReadyPage> {
    const render = async () => ({
      status: 200,
      type,
      body: atomDocument(await makeFeed(elsewhere, source), origin),
    })
    const held: HeldPages = new Map()
    const ready = await cache.load(key, listsOfFeed(source, elsewhere), render, held)
    cache.swap(held)
    /* Without a configured address anybody can make up as many as they like. */
    if (config.siteUrl !== undefined) for (const made of held.values()) cache.keepOnDisk(key, made, 'put')
    return ready
  }

  async function find(
    request: FastifyRequest,
    key: string,
    makeIt: () => Promise<ReadyPage>,
  ): Promise<{ ready: ReadyPage; isLastGood: boolean }> {
    const fresh = cache.findFresh(key)
    if (fresh) return { ready: fresh, isLastGood: false }
    const tell = (error: unknown) =>
      request.log.error({ err: error }, 'a feed could not be made: the last good copy is sent')
    const lastGood = cache.findAny(key)
    if (lastGood) {
      const renewed = await renewedSoon(cache, key, makeIt, tell)
      return { ready: renewed ?? lastGood, isLastGood: renewed === undefined }
    }
    try {
      return { ready: await makeIt(), isLastGood: false }
    } catch (error) {
      const recalled = await cache.recall(key)
      if (!recalled) throw error
      tell(error)
      return { ready: recalled, isLastGood: true }
    }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/feeds/:file',
    exposeHeadRoute: false,
    schema: { params: parameters, hide: true },
    async handler(request, reply) {
      const source = feedSources.find(
        ({ name }) => discoveryPaths.feed(name) === `/feeds/${request.params.file}`,
      )
      if (source === undefined) throw new AppError('not_found')
      const origin = originOf(request, config)
      const key = `${origin} ${source.name}`
      const { ready, isLastGood } = await find(request, key, () => make(key, source, origin))
      const encoded = await cache.encode(key, ready, encodingOfRequest(request))
      sendReady(request, reply, encoded, { 'cache-control': isLastGood ? 'no-cache' : cacheControl })
      return reply
    },
  })
}
