import { within } from '#web/shelf/shelf-database.ts'
import { askNetwork } from './line.ts'
import { scope } from './scope.ts'

const cacheName = 'assets'
const nameOf = (url: string) => new URL(url).pathname.replace('/assets/', '')

/** Keeps what every page needs; the browser has most of it already. */
export async function keepFirst(): Promise<void> {
  const cache = await caches.open(cacheName)
  const there = new Set((await cache.keys()).map(({ url }) => nameOf(url)))
  await cache.addAll(scope.shell.first.filter(name => !there.has(name)).map(name => `/assets/${name}`))
}

/** Keeps the built files that a page names, as far as they come. */
export async function keepAssets(names: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  const there = new Set((await cache.keys()).map(({ url }) => nameOf(url)))
  const missing = names.filter(name => !there.has(name))
  await Promise.allSettled(missing.map(name => cache.addAll([`/assets/${name}`])))
}

/** Lets go of built files that neither this version nor a kept page needs. */
export async function dropOldAssets(): Promise<void> {
  const cache = await caches.open(cacheName)
  const pages = await within(['pages'], 'readonly', stores => stores.pages.all())
  const used = new Set([...scope.shell.assets, ...pages.flatMap(page => page.assets)])
  for (const request of await cache.keys()) if (!used.has(nameOf(request.url))) await cache.delete(request)
}

/** Files of the frame, whose name changes with every change of theirs: the kept one is the right one. */
export async function answerAsset(request: Request, isSaving: boolean): Promise<Response> {
  const cache = await caches.open(cacheName).catch(() => undefined)
  const kept = await cache?.match(request.url, { ignoreVary: true }).catch(() => undefined)
  if (kept) return kept
  const answer = await askNetwork(request)
  if (answer.status === 200 && !isSaving && scope.shell.assets.includes(nameOf(request.url)))
    cache?.put(request.url, answer.clone()).catch(() => {})
  return answer
}
