import { sql } from 'kysely'
import type { Queryable } from '#server/base/db/types.ts'
import { rowColumns, type FoundRow } from '../search.repository.ts'
import { weightInMemory } from '../weight-in-memory.ts'
import type { HeldRecords } from './held-records.ts'

/** The rows of held records, read where they are not remembered. */
export class HeldRows {
  readonly #records: HeldRecords
  readonly #maxBytes: number
  /** Those that were asked for last at the end. */
  readonly #known = new Map<number, { row: FoundRow; bytes: number }>()
  #bytes = 0

  constructor(records: HeldRecords, maxBytes: number) {
    this.#records = records
    this.#maxBytes = maxBytes
  }

  /** The rows of records by their numbers; those that are gone meanwhile are missing. The callers share them and must not change them. */
  async read(db: Queryable, numbers: Iterable<number>): Promise<Map<number, FoundRow>> {
    const rows = new Map<number, FoundRow>()
    const missing = new Map<string, number>()
    for (const number of numbers) {
      const known = this.#known.get(number)
      if (known) {
        this.#known.delete(number)
        this.#known.set(number, known)
        rows.set(number, known.row)
      } else {
        const { type, recordId } = this.#records.nameOf(number)
        missing.set(keyOf(type, recordId), number)
      }
    }
    if (missing.size === 0) return rows
    const names = Array.from(missing.values(), number => this.#records.nameOf(number))
    const found = await sql<FoundRow>`
      select ${rowColumns} from json_to_recordset(${JSON.stringify(names)}::json) as k (type text, "recordId" text)
      cross join lateral (
        select * from search_documents s where s.type = k.type and s.record_id = k."recordId" offset 0
      ) d`.execute(db)
    for (const row of found.rows) {
      const number = missing.get(keyOf(row.type, row.recordId))
      if (number === undefined) continue
      rows.set(number, row)
      this.#remember(number, row)
    }
    return rows
  }

  #remember(number: number, row: FoundRow): void {
    if (this.#known.has(number)) return
    const bytes = weightInMemory(row)
    this.#known.set(number, { row, bytes })
    this.#bytes += bytes
    for (const [oldest, { bytes: own }] of this.#known) {
      if (this.#bytes <= this.#maxBytes) return
      this.#known.delete(oldest)
      this.#bytes -= own
    }
  }
}

const keyOf = (type: string, recordId: string) => `${type} ${recordId}`
