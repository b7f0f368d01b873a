import { limits } from '#contract/limits.ts'
import type { Changes } from '#server/base/changes.ts'
import { nextMoment } from '#server/base/moments.ts'
import type { Moment } from '#server/base/moments.ts'

/** What was read. */
export interface Reading<Value> {
  /** When its reading began. */
  asOf: Moment
  value: Value
}

/** After a long reading it rests this many times as long, however often records change. */
const restFactor = 20

/**
 * What is read of all records, kept until content changes. What is large is read anew after a rest, so that crawlers can never
 * keep the database busy, and beside those who ask, who are told what was read before.
 */
export function keptReading<Value>(
  changes: Pick<Changes, 'onChange'>,
  read: () => Promise<Value>,
  isLarge: (value: Value) => boolean,
): () => Promise<Reading<Value>> {
  let kept: Reading<Value> | undefined
  let running: Promise<Reading<Value>> | undefined
  let isStale = true
  let restsUntilMs = 0
  let freshUntilMs = 0
  changes.onChange(tags => {
    if (tags.some(tag => tag !== 'settings' && tag !== 'exam-dates')) isStale = true
  })

  async function load(): Promise<Reading<Value>> {
    const startedMs = performance.now()
    const asOf = nextMoment()
    isStale = false
    try {
      const value = await read()
      kept = { asOf, value }
      const endedMs = performance.now()
      restsUntilMs = isLarge(value) ? endedMs + restFactor * (endedMs - startedMs) : endedMs
      freshUntilMs = endedMs + limits.sitemapFreshMs
      return kept
    } catch (error) {
      isStale = true
      throw error
    }
  }

  return async () => {
    const before = kept && isLarge(kept.value) ? kept : undefined
    if (running) return before ?? running
    const nowMs = performance.now()
    if (kept && (nowMs < restsUntilMs || (!isStale && nowMs < freshUntilMs))) return kept
    running = load().finally(() => {
      running = undefined
    })
    /* It is asked for again, and says then why it fails if nothing is kept. */
    if (before) running.catch(() => undefined)
    return before ?? running
  }
}
