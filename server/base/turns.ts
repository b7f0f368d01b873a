import { AppError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'

interface TurnOptions {
  atOnce: number
  /** Whoever comes when so many wait is sent away. */
  maxWaiting?: number
  /** Of one asker that has a name. */
  maxWaitingEach?: number
  maxWaitMs?: number
  /** What those are told who are sent away. */
  refusal?: ErrorCode
}

/** Lets a few pieces of work run at once; the others wait their turn. */
export class Turns {
  readonly #options: TurnOptions
  readonly #waiting = new Set<() => void>()
  readonly #waitingOf = new Map<string, number>()
  #running = 0

  constructor(options: TurnOptions) {
    this.#options = options
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Does the work in its turn. Errors: the refusal (`busy`) when too many wait or the wait is too long; the work's. */
  async take<Result>(work: () => Promise<Result>, asker?: string): Promise<Result> {
    if (this.#running < this.#options.atOnce) this.#running += 1
    else if (asker === undefined) await this.#wait()
    else await this.#waitAs(asker)
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  async #waitAs(asker: string): Promise<void> {
    const { maxWaitingEach = Infinity, refusal = 'busy' } = this.#options
    const waiting = this.#waitingOf.get(asker) ?? 0
    if (waiting >= maxWaitingEach) throw new AppError(refusal)
    this.#waitingOf.set(asker, waiting + 1)
    try {
      await this.#wait()
    } finally {
      const left = (this.#waitingOf.get(asker) ?? 1) - 1
      if (left === 0) this.#waitingOf.delete(asker)
      else this.#waitingOf.set(asker, left)
    }
  }

  /* Whoever ends hands the place on, so `#running` stays. */
  #wait(): Promise<void> {
    const { maxWaiting = Infinity, maxWaitMs, refusal = 'busy' } = this.#options
    if (this.#waiting.size >= maxWaiting) throw new AppError(refusal)
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const next = () => {
        clearTimeout(timer)
        this.#waiting.delete(next)
        resolve()
      }
      if (maxWaitMs !== undefined) {
        timer = setTimeout(() => {
          this.#waiting.delete(next)
          reject(new AppError(refusal))
        }, maxWaitMs)
      }
      this.#waiting.add(next)
    })
  }
}
