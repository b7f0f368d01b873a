import { AppError } from '#contract/errors.ts'

interface TurnOptions {
  atOnce: number
  maxWaiting: number
  /** Of one asker. */
  maxWaitingEach?: number
  maxWaitMs: number
}

/** Lets a few pieces of work run at once; the others wait their turn for a while. */
export class Turns {
  readonly #options: TurnOptions
  readonly #waiting = new Set<() => void>()
  readonly #waitingOf = new Map<string, number>()
  #running = 0

  constructor(options: TurnOptions) {
    this.#options = options
  }

  /** Does the work in its turn. Errors: `busy` when too many wait or the wait is too long, and those of the work. */
  async take<Result>(work: () => Promise<Result>, asker = ''): Promise<Result> {
    if (this.#running < this.#options.atOnce) this.#running += 1
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
    const waiting = this.#waitingOf.get(asker) ?? 0
    if (waiting >= (this.#options.maxWaitingEach ?? Infinity)) throw new AppError('busy')
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
    const { maxWaiting, maxWaitMs } = this.#options
    if (this.#waiting.size >= maxWaiting) throw new AppError('busy')
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        this.#waiting.delete(next)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(next)
        reject(new AppError('busy'))
      }, maxWaitMs)
      this.#waiting.add(next)
    })
  }
}
