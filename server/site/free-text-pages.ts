import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { PageRequest, SiteBundle } from '#web/site/page-module.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { Turns } from '#server/base/turns.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { retryAfterSeconds } from '#server/base/http/errors.ts'
import { encode, makeReady, PageCache } from '#server/base/http/page-cache.ts'
import type { ReadyPage, RenderedPage } from '#server/base/http/page-cache.ts'
import { minute } from '#contract/units.ts'
import { addressKey } from '#server/base/http/rate-limits.ts'
import { encodingOfRequest } from './ready-answer.ts'

/** What a page for free text depends on. */
interface AskedPage {
  /** The address with what it is made of; undefined where the page may not be kept at all. */
  key: string | undefined
  tags: readonly ChangeTag[]
  wanted: PageRequest
  render(): Promise<RenderedPage>
}

/** An answer with what it says beside its body. */
export interface MadePage {
  ready: ReadyPage
  headers: Record<string, string>
}

/** Pages that are made for what one person has typed. */
export interface FreeTextPages {
  /** The page, or the one that says that there were too many requests or that too many wait. */
  load(request: FastifyRequest, page: AskedPage): Promise<MadePage>
  /** The page that says that there is none, drawn once for all addresses with the same `key`; limited as the others. */
  missing(
    request: FastifyRequest,
    page: Pick<AskedPage, 'wanted' | 'render'> & { key: string },
  ): Promise<MadePage>
  /** The page that says why there is no other; equal ones are made once for all. */
  refuse(request: FastifyRequest, wanted: PageRequest, error: unknown): Promise<MadePage>
  /** The page for whom there was no turn. Errors: all others than `busy` are thrown on. */
  refuseBusy(request: FastifyRequest, wanted: PageRequest, error: unknown): Promise<MadePage>
  /** Makes every kept page with one of these tags stale. */
  drop(tags: readonly ChangeTag[]): void
}

const maxRemembered = 64
const notShared = { 'cache-control': 'no-store' }

/**
 * Makes the pages for free text: limited by address, a few at a time, and kept for a moment in a cache of their own,
 * so that neither a flood of made-up queries nor their pages take anything from the other pages.
 */
export function createFreeTextPages(app: AppInstance, site: Pick<SiteBundle, 'refused'>): FreeTextPages {
  const cache = new PageCache({ maxBytes: limits.freeTextCacheBytes, freshMs: limits.freeTextFreshMs })
  const turns = new Turns({
    atOnce: limits.freeTextPagesAtOnce,
    maxWaiting: limits.freeTextPagesWaiting,
    maxWaitMs: limits.freeTextPageWaitMs,
  })
  const takeFrom = app.createRateLimit({
    max: limits.freeTextPagesPerMinute,
    timeWindow: minute,
    keyGenerator: request => `${addressKey(request)} free text`,
  })
  /* Whoever floods gets the same bytes again and again. */
  const remembered = new Map<string, { ready: Promise<ReadyPage>; untilMs: number }>()

  async function remember(key: string, render: () => Promise<RenderedPage>): Promise<ReadyPage> {
    const known = remembered.get(key)
    if (known !== undefined && known.untilMs > Date.now()) return known.ready
    const ready = render().then(makeReady)
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, { ready, untilMs: Date.now() + limits.freeTextFreshMs })
    ready.catch(() => remembered.delete(key))
    return ready
  }

  /** The refusal where this address has asked for too many such pages. */
  async function takeOne(request: FastifyRequest, wanted: PageRequest): Promise<MadePage | undefined> {
    const taken = await takeFrom(request)
    if (taken.isAllowed || !taken.isExceeded) return undefined
    return refusal(request, wanted, new AppError('too_many_requests'), String(taken.ttlInSeconds))
  }

  async function refusal(
    request: FastifyRequest,
    wanted: PageRequest,
    error: unknown,
    retryAfter?: string,
  ): Promise<MadePage> {
    const key = `${wanted.origin} refused ${wanted.codeOf(error)}`
    const page = await remember(key, () => site.refused(wanted, error))
    const ready = await encode(page, encodingOfRequest(request))
    return { ready, headers: { ...notShared, ...(retryAfter && { 'retry-after': retryAfter }) } }
  }

  /** The refusal for whom there was no turn. Errors: every other one is thrown on. */
  function refuseBusy(request: FastifyRequest, wanted: PageRequest, error: unknown): Promise<MadePage> {
    if (!(error instanceof AppError) || error.code !== 'busy') throw error
    return refusal(request, wanted, error, retryAfterSeconds)
  }

  return {
    refuseBusy,

    drop(tags) {
      cache.drop(tags)
      if (tags.includes('settings')) remembered.clear()
    },
    refuse: refusal,

    async missing(request, { key, wanted, render }) {
      const refused = await takeOne(request, wanted)
      if (refused) return refused
      try {
        const page = await remember(`${wanted.origin} missing ${key}`, () => turns.take(render))
        return { ready: await encode(page, encodingOfRequest(request)), headers: notShared }
      } catch (error) {
        return refuseBusy(request, wanted, error)
      }
    },

    async load(request, { key, tags, wanted, render }) {
      const encoding = encodingOfRequest(request)
      const fresh = key === undefined ? undefined : cache.findFresh(key)
      if (key !== undefined && fresh) {
        return { ready: await cache.encode(key, fresh, encoding), headers: notShared }
      }
      const refused = await takeOne(request, wanted)
      if (refused) return refused
      try {
        const inTurn = () => turns.take(render)
        const made = await (key === undefined ? inTurn().then(makeReady) : cache.load(key, tags, inTurn))
        const ready = await (key === undefined ? encode(made, encoding) : cache.encode(key, made, encoding))
        const isAway = made.status === 503
        return { ready, headers: isAway ? { ...notShared, 'retry-after': retryAfterSeconds } : notShared }
      } catch (error) {
        return refuseBusy(request, wanted, error)
      }
    },
  }
}
