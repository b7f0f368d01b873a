import { sql } from 'kysely'
import { kinds, type Kind } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** What lists call these records of a kind, by their ids; without those that are gone. */
export async function namesOfRecords(
  db: Queryable,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const name = kind === 'result' ? sql`${'نتائج '}::text || city` : sql.ref('title')
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${name} as name from ${sql.table(kinds[kind].list)}
    where id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}
