import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { PageRequest, SiteBundle } from '#web/site/page-module.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { retryAfterSeconds } from '#server/base/http/errors.ts'
import { encode, makeReady, PageCache } from '#server/base/http/page-cache.ts'
import type { ReadyPage, RenderedPage } from '#server/base/http/page-cache.ts'
import { addressKey, minuteMs } from '#server/base/http/rate-limits.ts'
import { encodingOfRequest } from './ready-answer.ts'
import { Turns } from './turns.ts'

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
  /** The page that says why there is no other; equal ones are made once for all. */
  refuse(request: FastifyRequest, wanted: PageRequest, error: unknown): Promise<MadePage>
  /** Makes every kept page with one of these tags stale. */
  drop(tags: readonly ChangeTag[]): void
}

const maxRefusals = 16
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
    timeWindow: minuteMs,
    keyGenerator: request => `${addressKey(request)} free text`,
  })
  /* Whoever floods gets the same bytes again and again. */
  const refusals = new Map<string, { ready: ReadyPage; untilMs: number }>()

  async function refusal(
    request: FastifyRequest,
    wanted: PageRequest,
    error: unknown,
    retryAfter?: string,
  ): Promise<MadePage> {
    const key = `${wanted.origin} ${wanted.codeOf(error)}`
    let known = refusals.get(key)
    if (known === undefined || known.untilMs <= Date.now()) {
      const answer = await site.refused(wanted, error)
      known = { ready: makeReady(answer), untilMs: Date.now() + limits.freeTextFreshMs }
      if (refusals.size >= maxRefusals) refusals.clear()
      refusals.set(key, known)
    }
    const ready = await encode(known.ready, encodingOfRequest(request))
    return { ready, headers: { ...notShared, ...(retryAfter && { 'retry-after': retryAfter }) } }
  }

  return {
    drop: tags => cache.drop(tags),
    refuse: refusal,

    async load(request, { key, tags, wanted, render }) {
      const encoding = encodingOfRequest(request)
      const fresh = key === undefined ? undefined : cache.findFresh(key)
      if (key !== undefined && fresh) {
        return { ready: await cache.encode(key, fresh, encoding), headers: notShared }
      }
      const taken = await takeFrom(request)
      if (!taken.isAllowed && taken.isExceeded) {
        return refusal(request, wanted, new AppError('too_many_requests'), String(taken.ttlInSeconds))
      }
      try {
        const inTurn = () => turns.take(render)
        const made = await (key === undefined ? inTurn().then(makeReady) : cache.load(key, tags, inTurn))
        const ready = await (key === undefined ? encode(made, encoding) : cache.encode(key, made, encoding))
        const isAway = made.status === 503
        return { ready, headers: isAway ? { ...notShared, 'retry-after': retryAfterSeconds } : notShared }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'busy') throw error
        return refusal(request, wanted, error, retryAfterSeconds)
      }
    },
  }
}
