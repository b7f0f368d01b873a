interface Attempts {
  count: number
  endsAtMs: number
}

const maxKeys = 20_000

/** Counts attempts by key in a window of time, in this process. */
export class AttemptLimiter {
  readonly #max: number
  readonly #windowMs: number
  readonly #nowMs: () => number
  readonly #attempts = new Map<string, Attempts>()

  constructor(max: number, windowMs: number, nowMs: () => number) {
    this.#max = max
    this.#windowMs = windowMs
    this.#nowMs = nowMs
  }

  /** Takes one attempt; the answer is 0, or the seconds to wait when there are none left. */
  take(key: string): number {
    const nowMs = this.#nowMs()
    const known = this.#attempts.get(key)
    if (known === undefined || known.endsAtMs <= nowMs) {
      this.#attempts.delete(key)
      this.#makeRoom(nowMs)
      this.#attempts.set(key, { count: 1, endsAtMs: nowMs + this.#windowMs })
      return 0
    }
    if (known.count >= this.#max) return Math.max(1, Math.ceil((known.endsAtMs - nowMs) / 1000))
    known.count += 1
    return 0
  }

  /** Gives one attempt back, after it turned out to be right. */
  giveBack(key: string): void {
    const known = this.#attempts.get(key)
    if (known === undefined) return
    known.count -= 1
    if (known.count <= 0) this.#attempts.delete(key)
  }

  /** Forgets the attempts of a key. */
  forget(key: string): void {
    this.#attempts.delete(key)
  }

  #makeRoom(nowMs: number): void {
    if (this.#attempts.size < maxKeys) return
    for (const [key, { endsAtMs }] of this.#attempts) if (endsAtMs <= nowMs) this.#attempts.delete(key)
    for (const key of this.#attempts.keys()) {
      if (this.#attempts.size < maxKeys) return
      this.#attempts.delete(key)
    }
  }
}
