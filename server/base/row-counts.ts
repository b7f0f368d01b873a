import { sql } from 'kysely'
import type { KindList } from '#contract/kinds.ts'
import type { SchoolCount } from '#contract/school-lists.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** The tables whose rows the database keeps counted: by their states, those of the trash by their entities. */
export type CountedTable = KindList | 'trash' | 'jobs'

/** How many rows a table has of each part; those without any are left out. */
export async function countRowsByPart(
  db: Queryable,
  table: CountedTable,
): Promise<{ part: string; count: number }[]> {
  const { rows } = await sql<{ part: string; count: number }>`
    select part, sum(count)::bigint as count from row_counts where name = ${table}
    group by part having sum(count) <> 0`.execute(db)
  return rows
}

/** How many rows a table has, or how many of one part. */
export async function countRows(db: Queryable, table: CountedTable, part?: string): Promise<number> {
  const counts = await countRowsByPart(db, table)
  const wanted = counts.filter(each => part === undefined || each.part === part)
  return wanted.reduce((sum, { count }) => sum + count, 0)
}

/** How many rows each of these tables has, in one statement; those without any are left out. */
export async function countRowsOf(
  db: Queryable,
  tables: readonly CountedTable[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, sum(count)::bigint as count from row_counts where name = any(${tables}::text[])
    group by name having sum(count) <> 0`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** How many published rows a table has of each grade, branch and subject; places without any are left out. */
export async function countRowsBySchool(
  db: Queryable,
  table: 'books' | 'notes',
): Promise<Omit<SchoolCount, 'light'>[]> {
  const { rows } = await sql<Omit<SchoolCount, 'light'>>`
    select split_part(part, ' ', 1) as stage, nullif(split_part(part, ' ', 2), '') as branch,
      split_part(part, ' ', 3) as subject, sum(count)::bigint as count
    from row_counts where name = ${`${table}.school`}
    group by part having sum(count) <> 0`.execute(db)
  return rows
}
