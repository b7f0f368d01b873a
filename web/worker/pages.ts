import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { isOfShelf, isOwnPage, pagesCache } from '#web/shelf/opened-pages.ts'
import { within } from '#web/shelf/shelf-database.ts'
import type { KeptPage } from '#web/shelf/shelf-item.ts'
import { withAge } from './age-note.ts'
import type { CopyReason } from './age-note.ts'
import { keepAssets } from './assets.ts'
import { askNetwork } from './line.ts'
import { isOfResults, keyOf, mayBeKept } from './rules.ts'
import { scope } from './scope.ts'
import type { AskingEvent } from './scope.ts'

/** What an answer of the worker says of its age, for those who fetch pages in place. */
const ageHeader = 'x-kept-at'
const builtFile = /\/assets\/([\w.-]+)/g

const isPage = (answer: Response) =>
  answer.status === 200 && (answer.headers.get('content-type') ?? '').includes('text/html')

/** Keeps a page that was opened, and lets go of those that were not opened for longest. */
export async function keepPage(url: string, answer: Response): Promise<void> {
  const key = keyOf(url)
  const html = await answer.text()
  const now = Date.now()
  const needed = [...new Set([...html.matchAll(builtFile)].map(([, name = '']) => name))]
  const isOfThisVersion = needed.every(name => scope.shell.assets.includes(name))
  const page: KeptPage = {
    url: key,
    title: (/<title>([^<]*)/.exec(html)?.[1] ?? '').replace(/^[^|]*\| /, ''),
    keptAt: now,
    openedAt: now,
    /* Its parts load more when they are touched, also after a newer version took over. */
    assets: isOfThisVersion ? [...new Set([...needed, ...scope.shell.first])] : needed,
  }
  const cache = await caches.open(pagesCache)
  const older = await cache.match(key, { ignoreVary: true })
  const olderHtml = await older?.text()
  await cache.put(key, new Response(html, { headers: answer.headers }))
  const keeping = within(['pages', 'items'], 'readwrite', async stores => {
    await stores.pages.put(page)
    const [all, items] = await Promise.all([stores.pages.all(), stores.items.all()])
    const loose = all.filter(each => !isOfShelf(each.url, items) && !isOwnPage(each.url))
    /* Those of a clock that was ahead would be the newest for ever. */
    const opened = ({ openedAt }: KeptPage) => (openedAt > now ? 0 : openedAt)
    const tooMany = loose.toSorted((a, b) => opened(b) - opened(a)).slice(limits.keptPages)
    for (const each of tooMany) await stores.pages.remove(each.url)
    return tooMany
  })
  const dropped = await keeping.catch(async (error: unknown) => {
    if (older) await cache.put(key, new Response(olderHtml, { headers: older.headers }))
    else await cache.delete(key)
    throw error
  })
  await Promise.all(dropped.map(each => cache.delete(each.url)))
  await keepAssets(needed)
}

/** A page that left the site: its copy goes, unless the student put it on the shelf. Gives that copy. */
async function copyOfGone(url: string): Promise<Response | undefined> {
  const key = keyOf(url)
  const isKept = await within(['pages', 'items'], 'readwrite', async ({ pages, items }) => {
    if (isOfShelf(key, await items.all())) return true
    await pages.remove(key)
    return false
  })
  if (isKept) return findCopy(url, 'gone')
  await (await caches.open(pagesCache)).delete(key)
  return undefined
}

/**
 * Fetches a page that must be there without a line, unless it is. False: the site does not have it.
 * Errors: those of `fetch`, also when the site does not answer with a page now, after `requestTimeoutMs`;
 * `QuotaExceededError` without room.
 */
export async function needPage(address: string, isRenewed = false): Promise<boolean> {
  const cache = await caches.open(pagesCache)
  const url = new URL(address, scope.location.origin).href
  if (!isRenewed && (await cache.match(keyOf(url), { ignoreVary: true }))) return true
  const signal = AbortSignal.timeout(limits.requestTimeoutMs)
  const answer = await askNetwork(url, { headers: { accept: 'text/html' }, cache: 'no-cache', signal })
  if (isGone(answer)) return false
  if (!isPage(answer)) throw new TypeError(String(answer.status))
  await keepPage(url, answer)
  return true
}

/** Fetches pages that must be there without a line, as far as they come. */
export async function keepPages(addresses: readonly string[], isRenewed = false): Promise<void> {
  for (const address of addresses) await needPage(address, isRenewed).catch(() => {})
}

async function findCopy(url: string, why: CopyReason): Promise<Response | undefined> {
  const key = keyOf(url)
  const cache = await caches.open(pagesCache)
  const copy = await cache.match(key, { ignoreVary: true })
  const page = await within(['pages'], 'readonly', ({ pages }) => pages.get(key))
  if (!copy || !page) return undefined
  await within(['pages'], 'readwrite', ({ pages }) => pages.put({ ...page, openedAt: Date.now() })).catch(
    () => {},
  )
  const headers = new Headers(copy.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  headers.set(ageHeader, new Date(page.keptAt).toISOString())
  headers.set('cache-control', 'no-store')
  const html = await copy.text()
  /* The shelf is drawn by the device itself: it is never old. */
  return new Response(isOwnPage(key) ? html : withAge(html, url, page.keptAt, why), { headers })
}

/** The page that says that another one was never opened, in its place. */
async function missingPage(): Promise<Response> {
  const said = await findCopy(scope.location.origin + paths.offline, 'offline')
  if (!said) return Response.error()
  return new Response(said.body, { status: 503, headers: said.headers })
}

const isGone = ({ status }: Response) => status === 404 || status === 410
const isAway = ({ status }: Response) => status === 502 || status === 503 || status === 504

/**
 * Answers with a page: what the network says, and where it says nothing the kept copy with its age. A page that does not
 * come within `keptPageWaitMs` gives way to its copy; results are waited for.
 */
export async function answerPage(event: AskingEvent, isSaving: boolean): Promise<Response> {
  const { request } = event
  const isOpened = request.mode === 'navigate'
  const mayKeep = isOpened && !isSaving && mayBeKept(request.url)
  const fromNetwork = (async () => {
    /* The browser's own cache would give an old copy without saying so. */
    const answer =
      (isOpened && (await event.preloadResponse)) || (await askNetwork(request, { cache: 'no-cache' }))
    if (mayKeep && isPage(answer)) {
      const copy = answer.clone()
      event.waitUntil(keepPage(request.url, copy).catch(() => {}))
    }
    return answer
  })()
  fromNetwork.catch(() => {})
  if (!isOfResults(request.url)) {
    const first = await Promise.race([fromNetwork.catch(() => undefined), patience()])
    if (first === 'slow') {
      const copy = await findCopy(request.url, 'slow').catch(() => undefined)
      event.waitUntil(fromNetwork.catch(() => {}))
      if (copy) return copy
    }
  }
  try {
    const answer = await fromNetwork
    if (isOpened && isGone(answer)) return (await copyOfGone(request.url).catch(() => undefined)) ?? answer
    if (!isAway(answer)) return answer
    return (await findCopy(request.url, 'failing').catch(() => undefined)) ?? answer
  } catch (error) {
    const copy = await findCopy(request.url, 'offline').catch(() => undefined)
    if (copy) return copy
    if (!isOpened) throw error
    return missingPage()
  }
}

const patience = () => new Promise<'slow'>(resolve => setTimeout(resolve, limits.keptPageWaitMs, 'slow'))
