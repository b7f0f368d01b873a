import { sql, type RawBuilder } from 'kysely'
import { dayInBaghdad, startOfDayInBaghdad, type Period } from '#contract/period.ts'
import type { Queryable } from '#server/base/db/types.ts'

/* Those with a closed link are kept counted; the few whose links wait are counted as they are. */
const counted = sql`(
  select action, entity, count from audit_counts
  union all
  select e.action, e.entity, count(*) from audit_links l join audit_entries e on e.id = l.entry_id
  where l.position is null group by e.action, e.entity
) counted`

/** The filters by which entries are kept counted. */
interface KeptFilter extends Partial<Period> {
  action?: string | undefined
  entity?: string | undefined
  person?: string | undefined
}

const isWholeDay = (moment: Date | undefined) =>
  moment === undefined || +startOfDayInBaghdad(dayInBaghdad(moment)) === +moment

/** Whether how many entries pass a filter of the log is kept, and need not be counted: for a person or for whole days, not for both. */
export function isKeptCounted(filter: KeptFilter): boolean {
  const { action: _action, entity: _entity, from, to, person, ...others } = filter
  const isOfDays = from !== undefined || to !== undefined
  const isOther = Object.values(others).some(value => value !== undefined && value !== '')
  return !isOther && !(isOfDays && person) && isWholeDay(from) && isWholeDay(to)
}

/** How many entries have this action and entity, of this person or these whole days, where they are given; of the other filters none is looked at. */
export async function countKept(database: Queryable, filter: KeptFilter): Promise<number> {
  const { action = null, entity = null } = filter
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::bigint as count from ${countedOf(filter)}
    where (${action}::text is null or action = ${action}) and (${entity}::text is null or entity = ${entity})`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** The counts of the entries of a person or of days; of all entries where neither is given. */
function countedOf({ from, to, person }: KeptFilter): RawBuilder<unknown> {
  if (person) return countedIn(sql`part = ${`person:${person}`}`, sql`e.actor_email = ${person}`)
  if (from === undefined && to === undefined) return counted
  /* The sign after the colon: behind all days. */
  const [first, end] = [`day:${from ? dayInBaghdad(from) : ''}`, to ? `day:${dayInBaghdad(to)}` : 'day;']
  return countedIn(
    sql`part >= ${first} and part < ${end}`,
    sql`e.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity') and e.created_at < coalesce(${to ?? null}::timestamptz, 'infinity')`,
  )
}

const countedIn = (parts: RawBuilder<unknown>, waiting: RawBuilder<unknown>) => sql`(
  select action, entity, count from audit_part_counts where ${parts}
  union all
  select e.action, e.entity, 1 from audit_links l join audit_entries e on e.id = l.entry_id
  where l.position is null and ${waiting}
) counted`

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
