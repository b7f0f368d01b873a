import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { kinds, KindWithPage } from '#contract/kinds.ts'
import type { SearchType } from '#contract/resources/search.ts'
import type { Database } from '#server/base/db/schema.ts'
import type { DatabaseLog, OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { SearchDocument } from './search-document.ts'
import { indexShape } from './search-entry.ts'
import { indexDocuments } from './search-index.ts'

type SearchedTable = (typeof kinds)[KindWithPage]['list']

/** A table whose records are searched, and how each appears in the search. */
export interface SearchSource {
  type: SearchType
  /** The records of the type that are not indexed, or in another shape than today's, locked; at most `limit`. */
  listStale(transaction: Transaction, limit: number): Promise<SearchDocument[]>
}

/** Makes the source of a table. */
export function searchSource<Table extends SearchedTable>(
  type: SearchType,
  table: Table,
  documentOf: (row: Selectable<Database[Table]>) => SearchDocument,
): SearchSource {
  return {
    type,
    async listStale(transaction, limit) {
      // The records first and the index after, as every write of a record does: so neither waits for the other.
      const { rows } = await sql<Selectable<Database[Table]>>`
        select t.* from ${sql.table(table)} t
        left join search_documents d on d.type = ${type} and d.record_id = t.id
        where t.state = 'published' and d.shape is distinct from ${indexShape} order by t.id limit ${limit} for update of t`.execute(
        transaction,
      )
      return rows.map(documentOf)
    },
  }
}

/** The renewal of what was indexed in an older shape. */
export interface Reindexing {
  /** Resolves when everything is indexed in today's shape, or when it was given up. */
  done: Promise<void>
  /** Ends after the records at hand. */
  close(): Promise<void>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  sources: readonly SearchSource[]
  log: DatabaseLog
}

// Small enough that nobody waits long for the index, whose writes wait for each other at their ends.
const batchSize = 50
const pauseMs = 25
const maxFailures = 5
const retryMs = 2000

/**
 * Indexes anew, in small portions beside the running server, every record that is indexed in another shape than
 * `indexShape`, or not at all. A search meanwhile finds each record as it was indexed last; several processes may do
 * it at once, and the next start goes on where one ended.
 */
export function startReindexing({ database, sources, log }: Given): Reindexing {
  const closing = new AbortController()
  const { signal } = closing

  async function renew({ listStale }: SearchSource): Promise<number> {
    return database.kysely.transaction().execute(async transaction => {
      const documents = await listStale(transaction, batchSize)
      await indexDocuments(transaction, documents)
      return documents.length
    })
  }

  async function renewAll(source: SearchSource): Promise<number> {
    let total = 0
    let failures = 0
    while (!signal.aborted) {
      try {
        const count = await renew(source)
        total += count
        failures = 0
        if (count < batchSize) break
        await wait(pauseMs, undefined, { ref: false })
      } catch (error) {
        failures += 1
        if (signal.aborted) break
        log.error({ err: error, type: source.type }, 'records could not be indexed anew')
        if (failures >= maxFailures) break
        await wait(retryMs, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
    return total
  }

  async function run(): Promise<void> {
    for (const source of sources) {
      const count = await renewAll(source)
      if (count > 0) log.info({ type: source.type, count }, 'records indexed anew for the search')
    }
  }

  const done = run()
  return {
    done,
    async close() {
      closing.abort()
      await done
    },
  }
}
