import { createHash } from 'node:crypto'
import { discoveryPaths, paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'
import { sendReady } from '#server/site/ready-answer.ts'
import { drawFullIcon, drawIcon, drawMark, drawOldFavicon } from './icons.ts'

const headers = { 'cache-control': 'public, max-age=86400, stale-while-revalidate=604800' }

const manifest = {
  id: paths.home,
  name: 'رافد: منصة الطالب العراقي',
  short_name: 'رافد',
  description: 'كتب منهجية وملازم وأسئلة وزارية ونتائج وأخبار لطلبة العراق.',
  lang: 'ar',
  dir: 'rtl',
  start_url: paths.home,
  scope: paths.home,
  display: 'standalone',
  background_color: '#fbfaf6',
  theme_color: '#173579',
  categories: ['education'],
  icons: [
    { src: discoveryPaths.favicon, sizes: 'any', type: 'image/svg+xml' },
    { src: discoveryPaths.icon('192'), sizes: '192x192', type: 'image/png' },
    { src: discoveryPaths.icon('512'), sizes: '512x512', type: 'image/png' },
    { src: discoveryPaths.icon('full-512'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'الكتب المدرسية', url: paths.books },
    { name: 'الأسئلة الوزارية', url: paths.exams },
    { name: 'النتائج', url: paths.results },
    { name: 'رفّي', url: paths.shelf },
  ],
}

/** Registers the manifest and the icons of the site: drawn once from the mark, then kept in memory. */
export function iconRoutes(app: AppInstance): void {
  const kept = new Map<string, Promise<ReadyPage>>()

  function register(address: string, type: string, make: () => Promise<Buffer>): void {
    app.route({
      method: ['GET', 'HEAD'],
      url: address,
      exposeHeadRoute: false,
      logLevel: 'warn',
      schema: { hide: true },
      async handler(request, reply) {
        const made = kept.get(address) ?? make().then(bytes => ready(type, bytes))
        kept.set(address, made)
        made.catch(() => kept.delete(address))
        sendReady(request, reply, await made, headers)
        return reply
      },
    })
  }

  register(discoveryPaths.manifest, 'application/manifest+json; charset=utf-8', async () =>
    Buffer.from(JSON.stringify(manifest)),
  )
  register(discoveryPaths.favicon, 'image/svg+xml', async () => drawMark())
  register(discoveryPaths.oldFavicon, 'image/x-icon', drawOldFavicon)
  register(discoveryPaths.touchIcon, 'image/png', () => drawFullIcon(180))
  register(discoveryPaths.icon('192'), 'image/png', () => drawIcon(192))
  register(discoveryPaths.icon('512'), 'image/png', () => drawIcon(512))
  register(discoveryPaths.icon('full-512'), 'image/png', () => drawFullIcon(512))
}

function ready(type: string, identity: Buffer): ReadyPage {
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { status: 200, type, etag, bytes: { identity } }
}
