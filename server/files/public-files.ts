import { type RawBuilder, sql } from 'kysely'
import { kindNames, kinds } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** That a record of one kind names the file, and visitors see that record. */
function isShownBy({ entity, list }: { entity: string; list: string }, sha256: string): RawBuilder<boolean> {
  return sql`exists (
    select from file_references r join ${sql.table(list)} shown on shown.id = r.record_id
    where r.file_id = ${sha256} and r.entity = ${entity} and shown.state = 'published')`
}

/** Whether a record that visitors see at this moment names a file. */
export async function isPublicFile(db: Queryable, sha256: string): Promise<boolean> {
  const shown = kindNames.map(kind => isShownBy(kinds[kind], sha256))
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(shown, sql` or `)} as found`.execute(db)
  return rows[0]?.found === true
}
