import { sql } from 'kysely'
import { z } from 'zod'
import { kindNames, kinds, type KindWithPage } from '#contract/kinds.ts'
import type { Queryable } from '#server/base/db/types.ts'

type TitledTable = (typeof kinds)[KindWithPage]['list']

const markerKey = 'demo'

const markerSchema = z.object({ state: z.enum(['seeding', 'done']), day: z.coerce.date() })
type Marker = z.infer<typeof markerSchema>

/** How far the demo content has come: `filled` means that there is content of others. */
export type DemoProgress = Marker | { state: 'empty' } | { state: 'filled' }

/** Reads how far the demo content has come. */
export async function demoProgress(db: Queryable): Promise<DemoProgress> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', markerKey).executeTakeFirst()
  if (row) return markerSchema.parse(row.value)
  const records = kindNames.map(kind => sql`exists (select 1 from ${sql.table(kinds[kind].list)})`)
  const { rows } = await sql<{ hasContent: boolean }>`
    select ${sql.join(records, sql` or `)} as has_content`.execute(db)
  return { state: rows[0]?.hasContent === false ? 'empty' : 'filled' }
}

/** Writes down how far the demo content has come, and the day that its dates count from. */
export async function setDemoProgress(db: Queryable, marker: Marker): Promise<void> {
  const value = JSON.stringify({ state: marker.state, day: marker.day.toISOString() })
  await db
    .insertInto('settings')
    .values({ key: markerKey, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The titles that a list has already. */
export async function titlesIn(db: Queryable, table: TitledTable): Promise<Set<string>> {
  const { rows } = await sql<{ title: string }>`select title from ${sql.table(table)}`.execute(db)
  return new Set(rows.map(({ title }) => title))
}
