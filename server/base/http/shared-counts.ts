import type { Addition, SharedCount } from '#server/base/attempts/attempts.repository.ts'
import type { DatabaseLog } from '#server/base/db/types.ts'
import { apartFromRequests } from '#server/base/request-id.ts'

const tellEveryMs = 1_000
const longestPauseMs = 30_000
const maxToldAtOnce = 1_000
/** Below this share of its limit an address is known to one process alone. */
const toldFromShare = 0.1

/** How many in a window are allowed. Units: milliseconds. */
export interface CountWindow {
  max: number
  windowMs: number
}

interface Counted {
  /** What the database knew when it was last asked, of all processes. */
  shared: number
  /** What this process has counted since. */
  own: number
  endsAtMs: number
  windowMs: number
}

interface SharedCountsOptions {
  log: Pick<DatabaseLog, 'warn'>
  /** Adds to the counts of all processes; absent where there is only this one. */
  add?: (additions: readonly Addition[]) => Promise<readonly SharedCount[]>
  maxKeys?: number
}

/**
 * Counts requests by key. The count of this process answers at once; what nears its limit is told to the database
 * once a second for all keys together, and what others have counted comes back with it. While the database is away
 * the count of this process holds alone.
 */
export class SharedCounts {
  readonly #counted = new Map<string, Counted>()
  readonly #untold = new Set<string>()
  readonly #log: SharedCountsOptions['log']
  readonly #add: SharedCountsOptions['add']
  readonly #maxKeys: number
  #timer: NodeJS.Timeout | undefined
  #telling: Promise<void> = Promise.resolve()
  #failures = 0
  #isClosed = false

  constructor({ log, add, maxKeys = 50_000 }: SharedCountsOptions) {
    this.#log = log
    this.#add = add
    this.#maxKeys = maxKeys
  }

  /** How many keys are held. */
  get size(): number {
    return this.#counted.size
  }

  /** Counts one more under a key. Shape: how many there are in this window, and how long it still lasts. */
  count(key: string, { max, windowMs }: CountWindow): { current: number; leftMs: number } {
    const nowMs = Date.now()
    let counted = this.#counted.get(key)
    if (counted === undefined || counted.endsAtMs <= nowMs) {
      counted = { shared: 0, own: 0, endsAtMs: nowMs + windowMs, windowMs }
    }
    /* What is asked for last stands last, so that making room begins with what nobody asks for. */
    this.#counted.delete(key)
    this.#makeRoom()
    this.#counted.set(key, counted)
    const isOver = counted.shared + counted.own > max
    counted.own += 1
    const current = counted.shared + counted.own
    if (!isOver && current >= max * toldFromShare) this.#tellLater(key)
    return { current, leftMs: counted.endsAtMs - nowMs }
  }

  /** Tells nothing further. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#telling
  }

  #tellLater(key: string): void {
    if (this.#add === undefined || this.#isClosed) return
    this.#untold.add(key)
    this.#timer ??= apartFromRequests(() => setTimeout(() => this.#tell(), this.#pauseMs()).unref())
  }

  #pauseMs(): number {
    return Math.min(longestPauseMs, tellEveryMs * 2 ** Math.min(this.#failures, 10))
  }

  #tell(): void {
    this.#telling = this.#tellSome().finally(() => {
      this.#timer =
        this.#untold.size > 0 && !this.#isClosed
          ? setTimeout(() => this.#tell(), this.#pauseMs()).unref()
          : undefined
    })
  }

  async #tellSome(): Promise<void> {
    const nowMs = Date.now()
    const told: { key: string; counted: Counted; count: number }[] = []
    for (const key of this.#untold) {
      if (told.length === maxToldAtOnce) break
      this.#untold.delete(key)
      const counted = this.#counted.get(key)
      if (counted !== undefined && counted.endsAtMs > nowMs && counted.own > 0) {
        told.push({ key, counted, count: counted.own })
      }
    }
    if (told.length === 0 || this.#add === undefined) return
    try {
      const answers = await this.#add(
        told.map(({ key, counted, count }) => ({ key, count, windowMs: counted.endsAtMs - nowMs })),
      )
      this.#failures = 0
      const byKey = new Map(answers.map(answer => [answer.key, answer]))
      for (const { key, counted, count } of told) {
        const answer = byKey.get(key)
        if (answer === undefined) continue
        counted.own -= count
        counted.shared = answer.count
        counted.endsAtMs = Date.now() + Math.min(Math.max(0, answer.leftMs), counted.windowMs)
      }
    } catch (error) {
      if (this.#failures === 0) {
        this.#log.warn({ err: error }, 'limits: the database is away, each process counts for itself')
      }
      this.#failures += 1
      for (const { key } of told) this.#untold.add(key)
    }
  }

  #makeRoom(): void {
    for (const key of this.#counted.keys()) {
      if (this.#counted.size < this.#maxKeys) return
      this.#counted.delete(key)
    }
  }
}
