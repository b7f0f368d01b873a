import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { PageAnswer, PageRequest, SiteBundle, SitePage } from '#web/site/page-module.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { readSiteAssets, siteBundleFile } from './assets.ts'
import { answerFormRoutes } from './answer-page.ts'
import { askedFormRoute } from './asked-form.ts'
import { contactFormRoute } from './contact-page.ts'
import { counts } from '#server/base/counts.ts'
import { codeOfError, errorAnswer, retryAfterSeconds } from '#server/base/http/errors.ts'
import { loggedAddress } from '#server/base/http/logged-request.ts'
import { commonHeaders } from '#server/base/http/headers.ts'
import type { Config } from '#server/config.ts'
import { digestOf } from '#server/base/http/kept-answers.ts'
import { encodeQuickly, PageCache } from '#server/base/http/page-cache.ts'
import type { HeldPages, ReadyPage, Render, RenderedPage } from '#server/base/http/page-cache.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import { encodingOfRequest, isKnownTo, sendReady } from './ready-answer.ts'
import type { ErrorPages } from './error-pages.ts'
import { readyBucket } from '#server/content/results/numbers/numbers.routes.ts'
import { examNumbersRoot } from '#contract/paths.ts'
import { keepAllResults } from './keep-results.ts'
import type { ResultAddress } from './keep-results.ts'
import { isAwaited, keepResultPagesReady } from './keep-ready.ts'
import { createFreeTextPages, type FreeTextPages } from './free-text-pages.ts'
import { KnownAddresses } from './known-addresses.ts'
import { renewedSoon } from './last-good.ts'
import { answerReadyPages } from './ready-pages.ts'
import { previewRoute } from './preview.ts'
import { searchFormRoute } from './search-form.ts'
import { Turns } from '#server/base/turns.ts'
import { createSiteOrigins, type SiteOrigin } from './site-origins.ts'

const shared = {
  'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400',
}
/* Whoever asks again has it packed better: what keeps it on the way is to ask soon. */
const quicklyPacked = { 'cache-control': shared['cache-control'].replace('s-maxage=60', 's-maxage=1') }
const lastGoodCopy = { 'cache-control': 'no-cache' }
const notShared = { 'cache-control': 'no-store' }

/** The pages, and a word for this build of them. */
async function openSite(
  app: AppInstance,
  { isOffline }: Config,
): Promise<{ site: SiteBundle; build: string } | undefined> {
  if (!existsSync(siteBundleFile)) {
    app.log.warn('the pages of the site are not built: only the API answers; run the build to get them')
    return undefined
  }
  try {
    const [{ site }, assets] = await Promise.all([
      import(pathToFileURL(siteBundleFile).href),
      readSiteAssets(),
    ])
    const bundle: SiteBundle = site
    bundle.useAssets(assets)
    return { site: bundle, build: digestOf(Buffer.from(JSON.stringify([assets, isOffline]))) }
  } catch (cause) {
    throw new Error('The pages of the site cannot be opened: build them again', { cause })
  }
}

function pageRequest(
  services: PageRequest['services'],
  request: FastifyRequest,
  origin: string,
): PageRequest {
  const [path = '/', search = ''] = request.url.split(/\?(.*)/s)
  return {
    services,
    origin,
    path,
    search,
    params: (request.params ?? {}) as Record<string, string>,
    codeOf: codeOfError,
    isLight: wantsLittle(request.headers),
  }
}

/** An answer as bytes to send; the cause of a failure goes to the log. */
function rendered({ log }: Pick<FastifyRequest, 'log'>, answer: PageAnswer): RenderedPage {
  counts.renders += 1
  if (answer.kind === 'redirect') {
    return { status: answer.status, type: 'text/html; charset=utf-8', body: '', location: answer.location }
  }
  /* Drawn apart from this, once for all such addresses and within the limit of whoever asks. */
  if (answer.kind === 'missing') {
    return { status: 404, type: 'text/html; charset=utf-8', body: '', missing: answer.code }
  }
  if (answer.status >= 500) log.error({ err: answer.error }, 'a page could not be loaded')
  return answer
}

/** No address holds a space. */
const lightMark = ' light'

/** Whether a browser asks to be sent little: its pages have no pictures that only adorn. Source: P14.4. */
const wantsLittle = (headers: IncomingHttpHeaders) => headers['save-data'] === 'on'

/** Registers every page of the site behind the page cache, and the answers for addresses that nothing has. */
export async function pageRoutes(
  app: AppInstance,
  services: PageRequest['services'],
  errorPages: Pick<ErrorPages, 'use'>,
): Promise<void> {
  const opened = await openSite(app, services.config)
  const site = opened?.site
  const originOf = createSiteOrigins(services.config.siteUrl)
  const asked = (request: FastifyRequest) => pageRequest(services, request, originOf(request).origin)
  const bounds = { maxBytes: limits.pageCacheBytes, freshMs: limits.pageCacheFreshMs }
  const kept = { answers: services.keptPages, build: opened?.build ?? '' }
  const cache = new PageCache({ ...bounds, kept })
  const known = new KnownAddresses()
  const turns = new Turns({
    atOnce: limits.recordPagesAtOnce,
    maxWaiting: limits.recordPagesWaiting,
    maxWaitingEach: limits.recordPagesWaitingEach,
    maxWaitMs: limits.recordPageWaitMs,
  })
  const leaving = { isLeaving: isAwaited, forMs: limits.leavingPageMs }
  services.changes.onChange(tags => cache.drop(tags, tags.includes('results') ? leaving : undefined))
  if (site) {
    const maker = pageMaker(app, site, cache, services)
    keepResultPagesReady(app, {
      changes: services.changes,
      cache,
      siteUrl: services.config.siteUrl,
      make: ({ origin, pathname: path }, held) => maker.hold(origin, { path, search: '', params: {} }, held),
    })
    keepAllResults(app, {
      services,
      cache,
      /* Without a configured address: the one that was asked for most lately. */
      origin: () => services.config.siteUrl ?? [...cache.keys()].map(key => new URL(key).origin).at(-1),
      keyOf: maker.keyOf,
      keep: maker.keep,
    })
  }
  const headers = { ...shared, ...(site && { 'speculation-rules': `"${site.speculationRulesPath}"` }) }
  const freeText = site && createFreeTextPages(app, site)
  if (freeText) {
    services.changes.onChange(tags => freeText.drop(tags))
    errorPages.use((request, error) => freeText.refuse(request, asked(request), error))
    for (const page of site.pages) {
      registerPage(app, page, { cache, known, freeText, headers, turns, originOf, asked })
    }
  }
  answerReadyPages(app.server, {
    headers: { ...commonHeaders(services.config), ...headers },
    packedHeaders: commonHeaders(services.config),
    findPacked({ url = '' }) {
      return url.startsWith(examNumbersRoot) ? readyBucket(services.numberBuckets, url) : undefined
    },
    find(request) {
      const { url = '', headers: asking } = request
      if (wantsLittle(asking)) return undefined
      // Where no address is configured, what a proxy in front says about it is for Fastify to judge.
      const isForwarded = asking['x-forwarded-proto'] ?? asking['x-forwarded-host']
      if (services.config.siteUrl === undefined && isForwarded) return undefined
      const address = originOf({ protocol: 'http', host: asking.host ?? '' }).origin + url
      const key = url.includes('?') ? known.keyOf(address) : address
      return key === undefined ? undefined : cache.findFresh(key)
    },
  })

  if (site) {
    await contactFormRoute(app, services, site, asked)
    await askedFormRoute(app, services)
    await previewRoute(app, services, site, request => originOf(request).origin)
    await answerFormRoutes(app, services, site, asked)
    await searchFormRoute(app, services, site, asked)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const missing = asked(request)
    const isForPeople =
      /^(?:GET|HEAD)$/.test(request.method) && !/^\/(?:api|files|assets)\//.test(missing.path)
    if (!site || !freeText || !isForPeople) {
      const { status, body } = errorAnswer(new AppError('not_found'))
      return reply.code(status).send(body)
    }
    request.log.info({ path: loggedAddress(missing.path) }, 'page not found')
    const render = async () => rendered(request, await site.notFound(missing))
    const made = await freeText.missing(request, { key: 'any', wanted: missing, render })
    sendReady(request, reply, made.ready, made.headers)
    return reply
  })
}

/** What makes pages that nobody asks for at the moment. */
function pageMaker(app: AppInstance, site: SiteBundle, cache: PageCache, services: PageRequest['services']) {
  function find(origin: string, { path, search, params }: ResultAddress) {
    const page = site.pages.find(
      ({ address }) => address.replace(/:(\w+)/g, (_, name) => params[name] ?? '') === path,
    )
    if (!page) throw new Error(`No page has the address ${path}`)
    const wanted: PageRequest = { services, origin, path, search, params, codeOf: codeOfError }
    const render: Render = async lastOf => {
      const answer = await page.answer(wanted, lastOf)
      return 'bytes' in answer ? answer : rendered(app, answer)
    }
    return { key: wanted.origin + page.keyOf(wanted).key, tags: tagsOf(page), render }
  }
  return {
    keyOf: (origin: string, address: ResultAddress) => find(origin, address).key,

    /** Makes it into `held`. */
    async hold(origin: string, address: ResultAddress, held: HeldPages): Promise<void> {
      const { key, tags, render } = find(origin, address)
      await cache.load(key, tags, render, held)
    },

    /** Makes it for the disk alone; a page that is gone is not there any more. Errors: `unavailable`, or any other. */
    async keep(origin: string, address: ResultAddress): Promise<void> {
      const { key, tags, render } = find(origin, address)
      const held: HeldPages = new Map()
      let made = await cache.load(key, tags, render, held)
      /* Whoever was making it makes it for themselves. */
      if (made.status === 200 && !held.has(key)) made = await cache.load(key, tags, render, held)
      if (made.status === 503) throw new AppError('unavailable')
      if (made.status >= 500) throw new Error(`${key} answered ${made.status}`)
      for (const [, page] of held) cache.keepOnDisk(key, page, 'put')
    },
  }
}

const tagsOf = ({ tags }: SitePage) => [...tags, 'settings' as const]

/** The address that a path with slashes at its end stands for, or undefined for all others. */
function withoutTrailingSlash(url: string): string | undefined {
  const [path = '', search] = url.split(/\?(.*)/s)
  if (path.length < 2 || !path.endsWith('/')) return undefined
  return `/${path.replace(/^\/+|\/+$/g, '')}${search === undefined ? '' : `?${search}`}`
}

interface Serving {
  cache: PageCache
  known: KnownAddresses
  freeText: FreeTextPages
  /** For pages that caches on the way may keep. */
  headers: Record<string, string>
  /** For pages of single records that are not ready. */
  turns: Turns
  originOf(request: FastifyRequest): SiteOrigin
  asked(request: FastifyRequest): PageRequest
}

function registerPage(
  app: AppInstance,
  page: SitePage,
  { cache, known, freeText, headers, turns, originOf, asked }: Serving,
): void {
  const tags = tagsOf(page)
  /* Anybody can make up as many such addresses as they like. */
  const isOfRecords = page.address.includes('/:')

  /* Who wants little gets the whole copy rather than none. */
  async function recall(key: string, { isLight }: PageRequest): Promise<ReadyPage | undefined> {
    const kept = await cache.recall(key)
    if (kept || !isLight) return kept
    const whole = key.slice(0, -lightMark.length)
    return cache.findAny(whole) ?? cache.recall(whole)
  }

  async function load(
    request: FastifyRequest,
  ): Promise<{ ready: ReadyPage; headers: Record<string, string> }> {
    const wanted = asked(request)
    const { key: path, isKept: isPageKept } = page.keyOf(wanted)
    const { isKept: isOriginKept } = originOf(request)
    const key = wanted.origin + path + (wanted.isLight ? lightMark : '')
    const draw = async (code: ErrorCode) => rendered(request, await page.missing(wanted, code))
    let isMadeForThis = false
    const render: Render = async lastOf => {
      const answer = await page.answer(wanted, lastOf)
      if ('bytes' in answer) return answer
      isMadeForThis = true
      return rendered(request, answer)
    }
    if (!isPageKept || !isOriginKept) {
      const renderAny = async () => {
        const made = rendered(request, await page.answer(wanted))
        return made.missing === undefined ? made : draw(made.missing)
      }
      return freeText.load(request, { key: isOriginKept ? key : undefined, tags, wanted, render: renderAny })
    }
    const encoded = (ready: ReadyPage) => cache.encode(key, ready, encodingOfRequest(request))
    const remember = () => {
      if (wanted.search && !wanted.isLight) known.keep(wanted.origin + request.url, key)
    }
    const fresh = cache.findFresh(key)
    if (fresh) {
      counts.pages.ready += 1
      remember()
      return { ready: await encoded(fresh), headers }
    }
    const made = () => cache.load(key, tags, render)
    const sayMissing = (code: ErrorCode) =>
      freeText.missing(request, { key: `${page.address} ${code}`, wanted, render: () => draw(code) })
    const answer = async (ready: ReadyPage) => {
      if (ready.missing !== undefined) return sayMissing(ready.missing)
      if (ready.status === 200) remember()
      const kept = ready.status === 503 ? await recall(key, wanted) : undefined
      if (kept) return { ready: await encoded(kept), headers: lastGoodCopy }
      const own = headersOf(ready)
      if (!isMadeForThis || ready.status !== 200 || isKnownTo(request, ready))
        return { ready: await encoded(ready), headers: own }
      const quick = encodeQuickly(ready, encodingOfRequest(request))
      return {
        ready: quick,
        headers: quick === ready || ready.isPassing ? own : { ...own, ...quicklyPacked },
      }
    }
    const missing = cache.findMissing(key)
    if (missing !== undefined) return sayMissing(missing)
    const lastGood = cache.findAny(key)
    counts.pages[lastGood ? 'stale' : 'missed'] += 1
    if (!lastGood) {
      if (!isOfRecords) return answer(await made())
      try {
        return await answer(await turns.take(made, addressKey(request)))
      } catch (error) {
        return freeText.refuseBusy(request, wanted, error)
      }
    }
    const copy = { ready: await encoded(lastGood), headers: lastGoodCopy }
    const ready = await renewedSoon(cache, key, made, error =>
      request.log.error({ err: error }, 'a page could not be made again'),
    )
    return ready && ready.status < 500 ? answer(ready) : copy
  }

  function headersOf({ status, isPassing }: ReadyPage): Record<string, string> {
    if (status === 503) return { ...notShared, 'retry-after': retryAfterSeconds }
    if (isPassing) return lastGoodCopy
    return status === 200 ? headers : notShared
  }

  app.get(page.address, {
    logLevel: 'warn',
    async handler(request, reply) {
      const address = withoutTrailingSlash(request.url)
      if (address) return reply.headers(notShared).redirect(address, 308)
      const loaded = await load(request)
      sendReady(request, reply, loaded.ready, loaded.headers)
      return reply
    },
  })
}
