import { sql, type RawBuilder } from 'kysely'
import type { KindList } from '#contract/kinds.ts'
import type { SchoolCount } from '#contract/school-lists.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** The tables whose rows the database keeps counted: by their states, those of the trash by their entities. */
export type CountedTable = KindList | 'trash' | 'jobs'

/**
 * What else it keeps counted by parts. `exams.place`: published exams, by grade, subject, year and round. `news.category`:
 * published news. `contact_messages.reading`: messages that somebody has read, or nobody.
 * `exams.changes`: how often something changed in a grade and subject of which its repeated questions are counted.
 * `sheets.changes`: a sum that no other state of a result's public sheets and their readings has had.
 */
export type CountedPlaces = `${string}.${'place' | 'changes' | 'category' | 'reading'}`

/** How many rows a table has of each part; those without any are left out. */
export async function countRowsByPart(
  db: Queryable,
  table: CountedTable | CountedPlaces,
): Promise<{ part: string; count: number }[]> {
  const { rows } = await sql<{ part: string; count: number }>`
    select part, sum(count)::bigint as count from row_counts where name = ${table}
    group by part having sum(count) <> 0`.execute(db)
  return rows
}

/** How many rows a table has, or how many of one part. */
export async function countRows(
  db: Queryable,
  table: CountedTable | CountedPlaces,
  part?: string,
): Promise<number> {
  const counts = await countRowsByPart(db, table)
  const wanted = counts.filter(each => part === undefined || each.part === part)
  return wanted.reduce((sum, { count }) => sum + count, 0)
}

/** The same as `countRows`, to be read in another statement. */
export function rowsCounted(table: CountedTable, part?: string): RawBuilder<number> {
  const ofPart = part === undefined ? sql`true` : sql`part = ${part}`
  return sql<number>`(select coalesce(sum(count), 0)::bigint from row_counts where name = ${table} and ${ofPart})`
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

/**
 * How many published rows a table has of each grade, branch and subject, and how many of them have a light copy; places
 * without any are left out.
 */
export async function countRowsBySchool(db: Queryable, table: 'books' | 'notes'): Promise<SchoolCount[]> {
  const { rows } = await sql<SchoolCount>`
    select split_part(part, ' ', 1) as stage, nullif(split_part(part, ' ', 2), '') as branch,
      split_part(part, ' ', 3) as subject, sum(count)::bigint as count,
      coalesce(sum(count) filter (where split_part(part, ' ', 4) <> ''), 0)::bigint as light
    from row_counts where name = ${`${table}.school`}
    group by 1, 2, 3 having sum(count) <> 0`.execute(db)
  return rows
}
