import { sql, type RawBuilder } from 'kysely'
import type { KindList } from '#contract/kinds.ts'
import type { SchoolCount } from '#contract/school-lists.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** ASCII's own between records: no part holds one. */
const partEnd = '\u001e'

/** The tables whose rows the database keeps counted: by their states, those of the trash by their entities. */
export type CountedTable = KindList | 'trash' | 'jobs'

/**
 * What else it keeps counted by parts. `exams.place`: published exams, by grade, subject, year and round. `news.category`:
 * published news. `contact_messages.reading`: messages that somebody has read, or nobody.
 * `exams.changes`: how often something changed in a grade and subject of which its repeated questions are counted.
 * `sheets.changes`: a sum that no other state of a result's public sheets and their readings has had.
 */
export type CountedPlaces = `${string}.${'place' | 'changes' | 'category' | 'reading'}`

/** The counts of a name as they were read last, and what they mean. */
const lastRead = new Map<string, { text: string; counts: ReadonlyMap<string, number> }>()

/**
 * What is counted under a name, as one text: to group 220 rows and to take them from the driver takes the database three
 * times as long. Most changes leave the counts as they are. Shape: one entry for each part, in no order, and the same map for
 * the same text; parts without any are left out.
 */
async function readCounts(db: Queryable, name: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ counts: string | null }>`
    select string_agg(count || ' ' || part, ${partEnd}) as counts from row_counts where name = ${name}`.execute(
    db,
  )
  const text = rows[0]?.counts ?? ''
  const last = lastRead.get(name)
  if (last?.text === text) return last.counts
  const counts = new Map<string, number>()
  for (const counted of text.split(partEnd)) {
    const end = counted.indexOf(' ')
    const part = counted.slice(end + 1)
    counts.set(part, (counts.get(part) ?? 0) + Number(counted.slice(0, end)))
  }
  for (const [part, count] of counts) if (count === 0) counts.delete(part)
  lastRead.set(name, { text, counts })
  return counts
}

/** How many rows a table has of each part; those without any are left out. */
export async function countRowsByPart(
  db: Queryable,
  table: CountedTable | CountedPlaces,
): Promise<{ part: string; count: number }[]> {
  return Array.from(await readCounts(db, table), ([part, count]) => ({ part, count }))
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

const placesOf = new WeakMap<ReadonlyMap<string, number>, readonly SchoolCount[]>()

/**
 * How many published rows a table has of each grade, branch and subject, and how many of them have a light copy; places
 * without any are left out. Shape: the same array while the counts are the same.
 */
export async function countRowsBySchool(
  db: Queryable,
  table: 'books' | 'notes',
): Promise<readonly SchoolCount[]> {
  const counts = await readCounts(db, `${table}.school`)
  const known = placesOf.get(counts)
  if (known !== undefined) return known
  const places = new Map<string, SchoolCount>()
  for (const [part, count] of counts) {
    const [stage, branch, subject, light] = part.split(' ')
    const key = `${stage} ${branch} ${subject}`
    const place =
      places.get(key) ?? ({ stage, branch: branch || null, subject, count: 0, light: 0 } as SchoolCount)
    place.count += count
    if (light) place.light += count
    places.set(key, place)
  }
  const found = [...places.values()].filter(({ count }) => count !== 0)
  placesOf.set(counts, found)
  return found
}
