import { sql } from 'kysely'
import type { NewRecord } from '#contract/ingest-input.ts'
import { kinds, type Kind } from '#contract/kinds.ts'
import type { Warning } from '#contract/resources/warning.ts'
import type { Queryable } from './base/db/types.ts'
import type { ContentServices } from './content/open-content.ts'

/** What lists call these records of a kind, by their ids; without those that are gone. */
export async function namesOfRecords(
  db: Queryable,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const name = kind === 'result' ? sql`'نتائج ' || city` : sql.ref('title')
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${name} as name from ${sql.table(kinds[kind].list)}
    where id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** What speaks against adding a record. */
export function warningsOfRecord(services: ContentServices, record: NewRecord): Promise<Warning[]> {
  if (record.kind === 'book') return services.books.listWarnings(record.input, [])
  if (record.kind === 'note') return services.notes.listWarnings(record.input, [])
  if (record.kind === 'exam') return services.exams.listWarnings(record.input, [])
  return services.results.listWarnings(record.input, [])
}
