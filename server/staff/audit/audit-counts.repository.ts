import { sql } from 'kysely'
import type { Queryable } from '#server/base/db/types.ts'

/* Those with a closed link are kept counted; the few whose links wait are counted as they are. */
const counted = sql`(
  select action, entity, count from audit_counts
  union all
  select e.action, e.entity, count(*) from audit_links l join audit_entries e on e.id = l.entry_id
  where l.position is null group by e.action, e.entity
) counted`

/** Whether how many entries pass a filter of the log is kept, and need not be counted. */
export function isKeptCounted(filter: object): boolean {
  return Object.entries(filter).every(
    ([name, value]) => name === 'action' || name === 'entity' || value === undefined || value === '',
  )
}

/** How many entries have this action and entity, where they are given; of the other filters none is looked at. */
export async function countKept(
  database: Queryable,
  { action, entity }: { action?: string | undefined; entity?: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::bigint as count from ${counted}
    where (${action ?? null}::text is null or action = ${action ?? null}) and (${entity ?? null}::text is null or entity = ${entity ?? null})`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** How many entries each action, or each entity, has; the most first. */
export async function countEntriesBy(
  database: Queryable,
  column: 'action' | 'entity',
): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select ${sql.ref(column)} as code, sum(count)::bigint as count from ${counted}
    group by 1 having sum(count) > 0 order by 2 desc, 1`.execute(database)
  return rows
}
