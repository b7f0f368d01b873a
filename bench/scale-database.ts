import { sql } from 'kysely'
import type { OpenDatabase } from '#server/base/db/open.ts'

/** What says that a database was made to be measured. */
const marker = 'rafid_bench_scale'

/**
 * Marks a database as one to measure: it is filled, and somebody is let in. Call it before anything is changed there.
 * Errors: throws for a database in which there is or was somebody, unless it was marked before; nothing is changed then.
 */
export async function takeScaleDatabase({ kysely }: Pick<OpenDatabase, 'kysely'>): Promise<void> {
  const { rows } = await sql<{ isMarked: boolean; isOfOthers: boolean }>`
    select to_regnamespace(${marker}) is not null as is_marked, to_regclass('public.users') is not null as is_of_others`.execute(
    kysely,
  )
  if (rows[0]?.isMarked === true) return
  if (rows[0]?.isOfOthers !== false && (await hasTraces(kysely)))
    throw new Error(
      'DATABASE_URL names a database of somebody. Name an empty one, or one that this command has filled.',
    )
  await sql`create schema ${sql.id(marker)}`.execute(kysely)
}

async function hasTraces(kysely: OpenDatabase['kysely']): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from users) or exists (select from audit_entries) or exists (select from books) as is_used`.execute(
    kysely,
  )
  return rows[0]?.isUsed !== false
}
