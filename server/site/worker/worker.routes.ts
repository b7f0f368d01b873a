import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { discoveryPaths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'
import type { Config } from '#server/config.ts'
import { readWorker } from '#server/site/assets.ts'
import { sendReady } from '#server/site/ready-answer.ts'

/** Browsers ask for it at every visit: a new one must never wait behind a cache. */
const headers = { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' }

/**
 * A worker in place of one that must go: it takes over at once, removes itself with all kept pages, and has open pages
 * loaded anew. What students put on their shelf stays.
 */
export const withdrawnWorker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await registration.unregister()
    for (const client of await clients.matchAll({ type: 'window', includeUncontrolled: true })) await client.navigate(client.url).catch(() => {})
  })())
})
`

/** Registers the service worker of the site, or with `OFFLINE=0` the one that removes it. */
export async function workerRoutes(
  app: AppInstance,
  { config }: { config: Pick<Config, 'isOffline'> },
): Promise<void> {
  const text = config.isOffline ? await readWorker() : withdrawnWorker
  if (text === undefined) {
    app.log.warn('the service worker is not built: run the build to get it')
    return
  }
  const identity = Buffer.from(text)
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const pack = async (): Promise<ReadyPage> => {
    const [br, packed] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
    const bytes = { identity, br, gzip: packed }
    return { status: 200, type: 'text/javascript; charset=utf-8', etag, bytes }
  }
  let worker: Promise<ReadyPage> | undefined
  app.route({
    method: ['GET', 'HEAD'],
    url: discoveryPaths.worker,
    exposeHeadRoute: false,
    logLevel: 'warn',
    schema: { hide: true },
    async handler(request, reply) {
      sendReady(request, reply, await (worker ??= pack()), headers)
      return reply
    },
  })
}
