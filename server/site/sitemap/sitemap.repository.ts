import { sql } from 'kysely'
import type { KindList } from '#contract/kinds.ts'
import type { Elsewhere } from '#server/content/record/elsewhere.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** What stands in an entry around a record's id and the time of its latest change. */
export interface EntryFrame {
  before: string
  between: string
  after: string
}

interface SitemapEntries {
  /** One after the other. */
  text: string
  count: number
  /** Of the last of them; null where there is none. */
  lastId: string | null
}

/** What one grade, or one category of news, has among the records that were read. */
interface SitemapGroup {
  code: string
  count: number
  lastId: string
  changedAt: Date
}

/**
 * Sums up the next records after `afterId`, in the order of ids, in which new records come last. One statement reads
 * `limit` records at most: on the embedded database nobody else is served meanwhile.
 */
export async function listSitemapGroups(
  db: Queryable,
  { list, column }: { list: KindList; column: Elsewhere['lists']['column'] },
  afterId: string,
  limit: number,
): Promise<SitemapGroup[]> {
  const { rows } = await sql<SitemapGroup>`
    select code, count(*)::int as count, max(id) as last_id, max(updated_at) as changed_at
    from (
      select id, updated_at, ${sql.ref(column)} as code from ${sql.table(list)} where state = 'published' and id > ${afterId} order by id limit ${limit}
    ) part
    group by code`.execute(db)
  return rows
}

/**
 * The next records after `afterId`, up to and with `lastId`, in the order of ids: the database writes them as text, for rows
 * would be five times as much garbage here. Ids hold nothing that XML would read.
 */
export async function readSitemapEntries(
  db: Queryable,
  list: KindList,
  place: { afterId: string; lastId: string },
  frame: EntryFrame,
  limit: number,
): Promise<SitemapEntries> {
  const { rows } = await sql<SitemapEntries>`
    select count(*)::int as count, max(id) as last_id, coalesce(string_agg(
      ${frame.before} || id || ${frame.between} || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ${frame.after},
      ''), '') as text
    from (
      select id, updated_at from ${sql.table(list)}
      where state = 'published' and id > ${place.afterId} and id <= ${place.lastId} order by id limit ${limit}
    ) part`.execute(db)
  return rows[0] ?? { text: '', count: 0, lastId: null }
}
