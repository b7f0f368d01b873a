import { mayTakeBack } from '#server/base/changes.ts'
import type { Changes } from '#server/base/changes.ts'

interface KeptRead<Value> {
  value: Promise<Value>
  isStale: boolean
}

/**
 * What was read of results, kept until a write of them; while the database is away as it was last, if nothing was
 * taken back since. Holds the `max` that were asked for last.
 */
export class KeptReads<Value> {
  readonly #max: number
  readonly #kept = new Map<string, KeptRead<Value>>()
  #withdrawals = 0

  constructor(changes: Pick<Changes, 'onChange'>, max: number) {
    this.#max = max
    changes.onChange(tags => {
      if (!tags.includes('results')) return
      if (mayTakeBack(tags)) {
        this.#withdrawals += 1
        this.#kept.clear()
      }
      for (const one of this.#kept.values()) one.isStale = true
    })
  }

  /** Gives what is kept, or reads it. Errors: those of the reading, when nothing kept may be shown instead. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key)
    this.#kept.delete(key)
    if (known && !known.isStale) {
      this.#kept.set(key, known)
      return known.value
    }
    const counted = this.#withdrawals
    const own: KeptRead<Value> = {
      isStale: false,
      value: read().catch((error: unknown) => {
        const isLast = this.#kept.get(key) === own
        if (isLast) this.#kept.delete(key)
        if (!known || counted !== this.#withdrawals) throw error
        if (isLast) this.#kept.set(key, known)
        return known.value
      }),
    }
    this.#kept.set(key, own)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#max && oldest !== undefined) this.#kept.delete(oldest)
    return own.value
  }
}
