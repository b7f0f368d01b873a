import { sql } from 'kysely'
import type { Queryable } from '#server/base/db/types.ts'

/** How many rows each table of ours has. Shape: by name. */
export async function countRows(db: Queryable): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    )
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}
