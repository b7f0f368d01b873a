import { sql } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'

/** What is counted, how many are free in a window, and how long the waits after those are. Units: milliseconds. */
export interface Attempt {
  key: string
  free: number
  windowMs: number
  firstWaitMs: number
  longestWaitMs: number
}

/** Further attempts under a key, in a window that begins with the first of them. */
export interface Addition {
  key: string
  count: number
  windowMs: number
}

/** What all processes have counted together. */
export interface SharedCount {
  key: string
  count: number
  /** How long the window still lasts. */
  leftMs: number
}

const milliseconds = (count: number) => sql`${count}::float8 * interval '1 millisecond'`

/** Counts one attempt and the wait that follows it; false, and nothing counted, while an earlier wait lasts. */
export async function countAttempt(transaction: Transaction, attempt: Attempt): Promise<boolean> {
  const { key, free, windowMs, firstWaitMs, longestWaitMs } = attempt
  const next = sql`case when held.ends_at <= now() then 1 else held.count + 1 end`
  /* No moment while there is no wait: this transaction may have begun after one that comes to the row later. */
  const blockedUntil = (count: typeof next) => sql`
    case when ${count} < ${free}::int then null
      else now() + least(
        ${milliseconds(longestWaitMs)},
        ${milliseconds(firstWaitMs)} * 2.0 ^ least(${count} - ${free}::int, 20)
      ) end`
  const { rows } = await sql`
    insert into attempts as held (key, count, ends_at, blocked_until)
    values (${key}, 1, now() + ${milliseconds(windowMs)}, ${blockedUntil(sql`1`)})
    on conflict (key) do update set
      count = ${next},
      ends_at = greatest(
        case when held.ends_at <= now() then excluded.ends_at else held.ends_at end,
        ${blockedUntil(next)}
      ),
      blocked_until = ${blockedUntil(next)}
    where coalesce(held.blocked_until, '-infinity') <= now()
    returning key`.execute(transaction)
  return rows.length > 0
}

/** How long the longest wait of these keys still lasts. Units: milliseconds. */
export async function findWait(database: Queryable, keys: string[]): Promise<number> {
  const { rows } = await sql<{ waitMs: number | null }>`
    select max(extract(epoch from blocked_until - now()) * 1000)::float8 as wait_ms
    from attempts where key = any(${keys}::text[])`.execute(database)
  return Math.max(0, rows[0]?.waitMs ?? 0)
}

/** Takes back one attempt that turned out to be right, and the wait after it. */
export async function giveAttemptBack(database: Queryable, key: string): Promise<void> {
  await sql`
    update attempts set count = greatest(count - 1, 0), blocked_until = null where key = ${key}
  `.execute(database)
}

export async function removeAttempts(database: Queryable, key: string): Promise<void> {
  await database.deleteFrom('attempts').where('key', '=', key).execute()
}

/** Removes what is counted under a key without wildcards, and under all that begin with it and a space. */
export async function removeAttemptsUnder(database: Queryable, key: string): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where(row => row.or([row('key', '=', key), row('key', 'like', `${key} %`)]))
    .execute()
}

/** Adds to the counts of several keys and gives what all processes have counted. */
export async function addCounts(database: Queryable, additions: readonly Addition[]): Promise<SharedCount[]> {
  const keys = additions.map(({ key }) => key)
  const counts = additions.map(({ count }) => count)
  const windows = additions.map(({ windowMs }) => windowMs)
  const { rows } = await sql<SharedCount>`
    insert into attempts as held (key, count, ends_at)
    select key, count, now() + window_ms * interval '1 millisecond'
    from unnest(${keys}::text[], ${counts}::int[], ${windows}::float8[]) as added (key, count, window_ms)
    order by key
    on conflict (key) do update set
      count = case when held.ends_at <= now() then excluded.count else held.count + excluded.count end,
      ends_at = case when held.ends_at <= now() then excluded.ends_at else held.ends_at end
    returning key, count, (extract(epoch from ends_at - now()) * 1000)::float8 as left_ms`.execute(database)
  return rows
}

/** Removes the counts whose window is over. */
export async function removeEndedAttempts(database: Queryable): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('endsAt', '<=', sql<Date>`now()`)
    .execute()
}
