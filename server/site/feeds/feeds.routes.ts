import { z } from 'zod'
import { AppError, errorCatalogue } from '#contract/errors.ts'
import { feedNames } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { discoveryPaths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import { PageCache } from '#server/base/http/page-cache.ts'
import { encodingOfRequest, sendReady } from '#server/site/ready-answer.ts'
import type { KindsElsewhere } from '#server/content/record/elsewhere.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Config } from '#server/config.ts'
import { atomDocument } from './atom.ts'
import { listsOfFeed, makeFeed } from './feed-entries.ts'
import { cacheControlOf, originOf } from '#server/site/site-origin.ts'

const parameters = z.object({ file: z.string().max(100) })
const type = 'application/atom+xml; charset=utf-8'

/** Registers the Atom feeds of the lists, cached as pages are; the last good copy answers while the database is away. */
export function feedRoutes(
  app: AppInstance,
  services: { config: Config; changes: Changes; elsewhere: KindsElsewhere },
): void {
  const { config, changes, elsewhere } = services
  const cache = new PageCache({ maxBytes: limits.feedCacheBytes, freshMs: limits.pageCacheFreshMs })
  const cacheControl = cacheControlOf(config)
  changes.onChange(tags => cache.drop(tags))

  app.route({
    method: ['GET', 'HEAD'],
    url: '/feeds/:file',
    exposeHeadRoute: false,
    schema: { params: parameters, hide: true },
    async handler(request, reply) {
      const name = feedNames.find(
        candidate => discoveryPaths.feed(candidate) === `/feeds/${request.params.file}`,
      )
      if (name === undefined) throw new AppError('not_found')
      const origin = originOf(request, config)
      const key = `${origin} ${name}`
      const render = async () => ({
        status: 200,
        type,
        body: atomDocument(await makeFeed(elsewhere, name), origin),
      })
      try {
        const ready = cache.findFresh(key) ?? (await cache.load(key, listsOfFeed(name), render))
        const encoded = await cache.encode(key, ready, encodingOfRequest(request))
        sendReady(request, reply, encoded, { 'cache-control': cacheControl })
      } catch (error) {
        const lastGood = cache.findAny(key)
        if (!lastGood || errorCatalogue[codeOfError(error)].status < 500) throw error
        request.log.error({ err: error }, 'a feed could not be made: the last good copy is sent')
        const encoded = await cache.encode(key, lastGood, encodingOfRequest(request))
        sendReady(request, reply, encoded, { 'cache-control': 'no-cache' })
      }
      return reply
    },
  })
}
