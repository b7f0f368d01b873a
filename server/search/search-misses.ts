import { sql } from 'kysely'
import { fold } from '#contract/arabic/fold.ts'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { apartFromRequests } from '#server/base/request-id.ts'

const writeDelayMs = 5000
const maxWaiting = 500

/**
 * Counts the queries that found nothing, as folded text alone, and writes them in batches apart from any answer.
 *
 * A failed write loses its counts: they are a hint to staff, not a record.
 */
export class SearchMisses {
  readonly #db: Queryable
  readonly #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Counts one query; costs nothing but memory, which is bounded. */
  count(query: string): void {
    const folded = fold(query)
    if (folded.length < limits.minSearchLength) return
    if (!this.#waiting.has(folded) && this.#waiting.size >= maxWaiting) return
    this.#waiting.set(folded, (this.#waiting.get(folded) ?? 0) + 1)
    this.#timer ??= apartFromRequests(() => setTimeout(() => void this.flush(), writeDelayMs).unref())
  }

  /** Writes what was counted. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined)
    return this.#writing
  }

  /** The commonest queries that found nothing, with when each was last tried. */
  async list(limit: number): Promise<{ query: string; count: number; lastAt: string }[]> {
    await this.flush()
    const rows = await this.#db
      .selectFrom('searchMisses')
      .select(['query', 'count', 'lastAt'])
      .orderBy('count', 'desc')
      .orderBy('lastAt', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ query, count, lastAt }) => ({ query, count, lastAt: lastAt.toISOString() }))
  }

  /** Writes what was counted and stops. */
  close(): Promise<void> {
    return this.flush()
  }

  async #write(): Promise<void> {
    const rows = [...this.#waiting].map(([query, count]) => ({ query, count }))
    this.#waiting.clear()
    if (rows.length === 0) return
    await sql`
      insert into search_misses (query, count, last_at)
      select m.query, m.count, now() from json_to_recordset(${JSON.stringify(rows)}::json) as m (query text, count int)
      on conflict (query) do update set count = search_misses.count + excluded.count, last_at = now()`.execute(
      this.#db,
    )
    await sql`
      delete from search_misses where query in (
        select query from search_misses order by last_at desc offset ${limits.searchMissesKept})`.execute(
      this.#db,
    )
  }
}
