import { sql } from 'kysely'
import type { Queryable } from '#server/base/db/types.ts'

/** Since when the oldest job could run that has not begun; undefined when none waits. */
export async function findOldestDue(database: Queryable): Promise<Date | undefined> {
  const row = await database
    .selectFrom('jobs')
    .select('runAt')
    .where('state', '=', 'waiting')
    .where('runAt', '<=', sql<Date>`now()`)
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst()
  return row?.runAt
}
