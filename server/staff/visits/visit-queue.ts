import type { FastifyBaseLogger } from 'fastify'
import { apartFromRequests } from '#server/base/request-id.ts'

const maxWaiting = 5_000
const flushAtRows = 200
const flushEveryMs = 3_000

/** Collects rows and writes them in batches, so that nobody who brings one waits for the database. */
export class VisitQueue<Row> {
  readonly #write: (rows: Row[]) => Promise<void>
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #waiting: Row[] = []
  #lostCount = 0
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(write: (rows: Row[]) => Promise<void>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#write = write
    this.#log = log
  }

  /** Takes a row; when too many wait for a database that is away, the row is lost and counted. */
  add(row: Row): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#lostCount += 1
      return
    }
    this.#waiting.push(row)
    if (this.#waiting.length >= flushAtRows && this.#waiting.length % flushAtRows === 0)
      void apartFromRequests(() => this.flush())
    this.#flushLater()
  }

  /** Writes what waits now; never fails. Rows that could not be written wait for the next time. */
  async flush(): Promise<void> {
    if (this.#running !== undefined) return await this.#running
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running = this.#writeAll()
    await this.#running
    this.#running = undefined
    if (this.#waiting.length > 0) this.#flushLater()
  }

  #flushLater(): void {
    this.#timer ??= apartFromRequests(() => setTimeout(() => void this.flush(), flushEveryMs).unref())
  }

  /** Writes what waits for the last time and reports what could not be. */
  async close(): Promise<void> {
    await this.#running
    await this.flush()
    clearTimeout(this.#timer)
    this.#lostCount += this.#waiting.length
    this.#waiting = []
    this.#reportLost()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, flushAtRows)
      try {
        await this.#write(rows)
      } catch (error) {
        this.#waiting.unshift(...rows)
        this.#log.warn(
          { err: error, waiting: this.#waiting.length },
          'visits could not be written, they wait',
        )
        break
      }
    }
    if (this.#waiting.length === 0) this.#reportLost()
  }

  #reportLost(): void {
    if (this.#lostCount > 0) this.#log.warn({ lost: this.#lostCount }, 'visits were lost')
    this.#lostCount = 0
  }
}
