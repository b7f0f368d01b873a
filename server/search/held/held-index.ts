import { sql } from 'kysely'
import type { Queryable } from '#server/base/db/types.ts'
import { behindOthers, letOthersRun } from '../let-others-run.ts'
import { HeldRecords, type HeldRecord } from './held-records.ts'
import { HeldSearch } from './held-search.ts'
import { maxHeldBytes } from './max-held-bytes.ts'

/** What names a record whose form in the index is another. */
export type ChangedRecord = readonly [type: string, recordId: string]

const rowsPerPage = 250
const pauseMs = 60_000
/** So many numbers of no record are borne. */
const fewGone = 1000
/** So many changed records a search waits for. */
const mostAwaited = 1000
/** Of what may be held, so much is loaded: the rest is for what comes and changes. */
const loadedShare = 0.9

const columns = sql`type, record_id, facet_id, (extract(epoch from created_at) * 1000000)::float8 as created_at,
  lexemes::text as lexemes`

/**
 * The records that a process holds in memory to search them: loaded page by page when they are first needed, and kept as the index
 * is. Where they take more than `maxBytes` nothing is held, and while many that changed at once are read anew, nothing is
 * searched here.
 */
export class HeldIndex {
  readonly #db: Queryable
  readonly #maxBytes: number
  #held: HeldSearch | undefined
  /** Rises when what is held, or being loaded, is no use any more. */
  #life = 0
  #isLoading = false
  #isTooLarge = false
  /** Whether more changed than a search waits for. */
  #isBehind = false
  #notBefore = 0
  /** What changed and is not held in its new form. */
  readonly #changed = new Map<string, ChangedRecord>()
  /** What changed since loading began. */
  readonly #changedMeanwhile = new Map<string, ChangedRecord>()
  #renewing: Promise<void> | undefined

  constructor(db: Queryable, maxBytes = maxHeldBytes()) {
    this.#db = db
    this.#maxBytes = maxBytes
  }

  /**
   * What is held; undefined until it is loaded, and while much of it is read anew. After `catchUp` it is as the index was before that
   * was called.
   */
  get search(): HeldSearch | undefined {
    return this.#isBehind ? undefined : this.#held
  }

  /** Whether changes are to be told. */
  get isWanted(): boolean {
    return this.#held !== undefined || this.#isLoading
  }

  /** Tells that records changed, which was committed. */
  change(records: Iterable<ChangedRecord>): void {
    if (!this.isWanted) return
    for (const record of records) {
      const key = record.join(' ')
      if (this.#held) this.#changed.set(key, record)
      if (this.#isLoading) this.#changedMeanwhile.set(key, record)
    }
  }

  /** Forgets everything: what changed is not known. For a while nothing is loaded where that may go on. */
  forget({ maySoon }: { maySoon: boolean }): void {
    this.#life += 1
    this.#held = undefined
    this.#isLoading = false
    this.#isBehind = false
    this.#changed.clear()
    this.#changedMeanwhile.clear()
    this.#notBefore = maySoon ? 0 : performance.now() + pauseMs
  }

  /** Waits until all changes that were told are held, or begins to read them where they are many; begins to load where nothing is held. Errors: those of the database. */
  async catchUp(): Promise<void> {
    if (this.#changed.size > fewGone + (this.#held?.records.size ?? 0) / 2) this.forget({ maySoon: true })
    else if (this.#changed.size > mostAwaited) this.#beginCatchingUp()
    while (this.search && (this.#changed.size > 0 || this.#renewing)) await this.#renewHeld(this.search)
    const { records } = this.#held ?? {}
    const isSpent = records !== undefined && records.gone > fewGone + records.size / 2
    const mayLoad = !this.#isLoading && !this.#isTooLarge && performance.now() >= this.#notBefore
    if ((records === undefined || isSpent) && mayLoad) this.#beginLoading()
  }

  /** Reads anew what changed, for nobody who waits. */
  #beginCatchingUp(): void {
    if (this.#isBehind) return
    this.#isBehind = true
    const isLost = this.#lossOf()
    const reading = behindOthers(async () => {
      while (this.#held && this.#changed.size > 0 && !isLost()) {
        await letOthersRun()
        if (this.#held) await this.#renewHeld(this.#held)
      }
      if (!isLost()) this.#isBehind = false
    })
    reading.catch(() => {
      if (!isLost()) this.forget({ maySoon: false })
    })
  }

  #beginLoading(): void {
    this.#isLoading = true
    const isLost = this.#lossOf()
    behindOthers(() => this.#load(isLost)).catch(() => {
      if (!isLost()) this.forget({ maySoon: false })
    })
  }

  async #load(isLost: () => boolean): Promise<void> {
    const records = new HeldRecords()
    let after = { type: '', recordId: '' }
    for (;;) {
      const { rows } = await sql<HeldRecord>`
        select ${columns} from search_documents where (type, record_id) > (${after.type}, ${after.recordId})
        order by type, record_id limit ${rowsPerPage}`.execute(this.#db)
      await letOthersRun()
      if (isLost()) return
      for (const row of rows) records.put(row)
      if (records.bytes > loadedShare * this.#maxBytes) {
        this.#isTooLarge = true
        this.forget({ maySoon: true })
        return
      }
      if (records.bytes + (this.#held?.records.bytes ?? 0) > this.#maxBytes) this.#held = undefined
      const last = rows.at(-1)
      if (!last || rows.length < rowsPerPage) break
      after = last
    }
    for (const changed = this.#changedMeanwhile; changed.size > 0;) {
      await this.#renew(records, changed)
      await letOthersRun()
      if (isLost()) return
    }
    this.#isLoading = false
    this.#changed.clear()
    this.#held = new HeldSearch(records)
  }

  /** Whether all was forgotten since this was called. */
  #lossOf(): () => boolean {
    const life = this.#life
    return () => this.#life !== life
  }

  /** Holds some of what changed, one after the other, so that what was read first never comes last. Errors: those of the database. */
  async #renewHeld({ records }: HeldSearch): Promise<void> {
    const isLost = this.#lossOf()
    this.#renewing ??= this.#renew(records, this.#changed).finally(() => (this.#renewing = undefined))
    await this.#renewing
    if (records.bytes > this.#maxBytes && !isLost()) this.forget({ maySoon: false })
  }

  /** Holds some of what changed in its new form. Errors: those of the database; what changed is kept. */
  async #renew(records: HeldRecords, changed: Map<string, ChangedRecord>): Promise<void> {
    const some = [...changed].slice(0, rowsPerPage)
    const keys = JSON.stringify(some.map(([, [type, id]]) => ({ type, id })))
    for (const [key] of some) changed.delete(key)
    const renewing = sql<HeldRecord>`
      select d.* from json_to_recordset(${keys}::json) as k (type text, id text) cross join lateral (
        select ${columns} from search_documents s where s.type = k.type and s.record_id = k.id offset 0
      ) d`.execute(this.#db)
    const { rows } = await renewing.catch((error: unknown) => {
      for (const [key, record] of some) changed.set(key, record)
      throw error
    })
    for (const [, [type, id]] of some) records.remove(type, id)
    for (const row of rows) records.put(row)
  }
}
