import pg from 'pg'
import { AppError } from '#contract/errors.ts'
import type { DatabaseLog } from './types.ts'

/** From here on a silent server is asked whether it is there. */
const doubtAfterMs = 2_000
const probeMs = 2_000
const firstPauseMs = 500
const longestPauseMs = 4_000

/** The server answers, but will not serve: it starts, stops or recovers. Source: PostgreSQL, Appendix A. */
const notServing = /^57P0/
const sqlState = /^[0-9A-Z]{5}$/

interface Waiting {
  sinceMs: number
  giveUp: (reason: AppError) => void
}

/**
 * Tells a server that hangs from a statement that takes long: when a statement has been silent for a while, a line
 * of its own is opened to ask. While the server does not answer, nobody waits for it; it is asked again with pauses.
 */
export class ServerWatch {
  readonly #connection: pg.ClientConfig
  readonly #log: DatabaseLog
  /** Who waits longest first. */
  readonly #waiting = new Set<Waiting>()
  #doubt: NodeJS.Timeout | undefined
  #isAsking = false
  #isAway = false
  #isClosed = false
  /** Rises with every answer of the server, whoever it was for. */
  #answers = 0
  #pauseMs = firstPauseMs
  #pause: NodeJS.Timeout | undefined

  constructor(connection: pg.ClientConfig, log: DatabaseLog) {
    this.#connection = { ...connection, connectionTimeoutMillis: probeMs, query_timeout: probeMs }
    this.#log = log
  }

  /**
   * What `begin` gives. A result that comes after nobody waited any more goes to `late`.
   * Errors: those of `begin`; `unavailable` at once while the server is away, and when it is found to hang.
   */
  during<Result>(
    begin: () => Promise<Result>,
    late: (result: Result) => void = () => undefined,
  ): Promise<Result> {
    if (this.#isAway) return Promise.reject(silence())
    return new Promise((resolve, reject) => {
      const own = { sinceMs: performance.now(), giveUp: reject }
      const answer = begin()
      this.#waiting.add(own)
      this.#doubt ??= setTimeout(() => this.#lookForSilence(), doubtAfterMs).unref()
      answer.then(
        result => {
          this.#answers += 1
          if (this.#waiting.delete(own)) resolve(result)
          else late(result)
        },
        (error: unknown) => {
          if (isAnswer(error)) this.#answers += 1
          this.#waiting.delete(own)
          reject(error as Error)
        },
      )
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#pause)
    clearTimeout(this.#doubt)
  }

  /** One clock for all who wait: it is set again for as long as somebody does. */
  #lookForSilence(): void {
    this.#doubt = undefined
    const [longest] = this.#waiting
    if (!longest || this.#isClosed) return
    const leftMs = longest.sinceMs + doubtAfterMs - performance.now()
    if (leftMs <= 0) void this.#ask()
    this.#doubt = setTimeout(() => this.#lookForSilence(), leftMs > 0 ? leftMs : doubtAfterMs).unref()
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isAway) return
    this.#isAsking = true
    const answersBefore = this.#answers
    const isThere = await this.#probe()
    this.#isAsking = false
    if (isThere || this.#answers > answersBefore || this.#isClosed) return
    this.#isAway = true
    this.#log.error({ waiting: this.#waiting.size }, 'database: the server does not answer')
    for (const { giveUp } of this.#waiting) giveUp(silence())
    this.#waiting.clear()
    this.#askAfterPause()
  }

  #askAfterPause(): void {
    this.#pause = setTimeout(async () => {
      const isThere = await this.#probe()
      if (this.#isClosed) return
      if (!isThere) {
        this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
        this.#askAfterPause()
        return
      }
      this.#isAway = false
      this.#pauseMs = firstPauseMs
      this.#log.info({}, 'database: the server answers again')
    }, this.#pauseMs)
    this.#pause.unref()
  }

  async #probe(): Promise<boolean> {
    const client = new pg.Client(this.#connection)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch (error) {
      return isAnswer(error)
    } finally {
      client.end().catch(() => undefined)
    }
  }
}

const silence = () =>
  new AppError('unavailable', { cause: new Error('The database server does not answer.') })

function isAnswer(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sqlState.test(code) && !notServing.test(code) && !/^E[A-Z]{4}$/.test(code)
}
