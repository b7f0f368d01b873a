import { sql } from 'kysely'
import type { KindList } from '#contract/kinds.ts'
import type { Elsewhere } from '#server/content/record/elsewhere.ts'
import type { Queryable } from '#server/base/db/types.ts'

interface SitemapEntry {
  id: string
  updatedAt: Date
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

/** The next records after `afterId`, up to and with `lastId`. */
export function listSitemapEntries(
  db: Queryable,
  list: KindList,
  place: { afterId: string; lastId: string },
  limit: number,
): Promise<SitemapEntry[]> {
  return db
    .selectFrom(list)
    .select(['id', 'updatedAt'])
    .where('state', '=', 'published')
    .where('id', '>', place.afterId)
    .where('id', '<=', place.lastId)
    .orderBy('id')
    .limit(limit)
    .execute()
}
