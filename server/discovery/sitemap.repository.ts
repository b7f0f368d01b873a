import { sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'

/** The resources whose records have pages of their own. Results have none: their files stay out of search engines. */
export const sitemapKinds = ['books', 'notes', 'exams', 'news'] as const
export type SitemapKind = (typeof sitemapKinds)[number]

/** One file of a sitemap: the records from `firstId` to the next file's. */
export interface SitemapPart {
  firstId: string
  count: number
  changedAt: Date
}

interface SitemapEntry {
  id: string
  updatedAt: Date
}

/** Where each file of a sitemap begins, in the order of ids, in which new records come last. */
export async function listSitemapParts(
  db: Queryable,
  kind: SitemapKind,
  urlsPerFile: number,
): Promise<SitemapPart[]> {
  const { rows } = await sql<SitemapPart>`
    select min(id) as first_id, count(*)::int as count, max(updated_at) as changed_at
    from (
      select id, updated_at, (row_number() over (order by id) - 1) / ${urlsPerFile}::int as part
      from ${sql.table(kind)}
    ) numbered
    group by part
    order by part`.execute(db)
  return rows
}

/** The next records from `fromId` on (after it, when it was read already) and before `beforeId`. */
export function listSitemapEntries(
  db: Queryable,
  kind: SitemapKind,
  place: { fromId: string; isFromRead: boolean; beforeId: string | undefined },
  limit: number,
): Promise<SitemapEntry[]> {
  const { fromId, isFromRead, beforeId } = place
  let query = db.selectFrom(kind).select(['id', 'updatedAt'])
  query = query.where('id', isFromRead ? '>' : '>=', fromId)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.orderBy('id').limit(limit).execute()
}

/** When the records of each grade, or each category of news, last changed. */
export async function listLatestChanges(
  db: Queryable,
  kind: SitemapKind | 'results',
): Promise<{ code: string; changedAt: Date }[]> {
  const code = sql.ref(kind === 'news' ? 'type' : 'stage')
  const { rows } = await sql<{ code: string; changedAt: Date }>`
    select ${code} as code, max(updated_at) as changed_at from ${sql.table(kind)} group by ${code}`.execute(
    db,
  )
  return rows
}
