import { sql } from 'kysely'
import { z } from 'zod'
import type { ResultInput } from '#contract/resources/result.ts'
import type { Queryable } from '#server/base/db/types.ts'

const markerKey = 'demo'

const markerSchema = z.object({ state: z.enum(['seeding', 'done']), day: z.coerce.date() })
type Marker = z.infer<typeof markerSchema>

/** How far the demo content has come: `filled` means that there is content of others. */
export type DemoProgress = Marker | { state: 'empty' } | { state: 'filled' }

/** Reads how far the demo content has come. */
export async function demoProgress(db: Queryable): Promise<DemoProgress> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', markerKey).executeTakeFirst()
  if (row) return markerSchema.parse(row.value)
  const { rows } = await sql<{ hasContent: boolean }>`
    select exists (select 1 from books) or exists (select 1 from notes) or exists (select 1 from exams)
      or exists (select 1 from results) or exists (select 1 from news) as has_content`.execute(db)
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

type ResultIdentity = Pick<ResultInput, 'stage' | 'releaseYear' | 'try'> & {
  city: string
  branch?: string | null
}

/** What tells one demo result from another. */
export function resultKey({ stage, releaseYear, try: round, city, branch }: ResultIdentity): string {
  return [stage, releaseYear, round, city, branch ?? ''].join('/')
}

/** What an interrupted start has written already: titles, and for books the ids behind them and how many versions they have. */
export async function existingKeys(db: Queryable) {
  const books = await db.selectFrom('books').select(['id', 'title']).execute()
  const versions = await db
    .selectFrom('bookVersions')
    .select(({ fn }) => ['bookId', fn.countAll<string>().as('count')])
    .groupBy('bookId')
    .execute()
  const notes = await db.selectFrom('notes').select('title').execute()
  const exams = await db.selectFrom('exams').select('title').execute()
  const news = await db.selectFrom('news').select('title').execute()
  const results = await db
    .selectFrom('results')
    .select(['stage', 'releaseYear', 'try', 'city', 'branch'])
    .execute()
  return {
    books: new Map(books.map(({ title, id }) => [title, id])),
    versionCounts: new Map(versions.map(({ bookId, count }) => [bookId, Number(count)])),
    notes: new Set(notes.map(({ title }) => title)),
    exams: new Set(exams.map(({ title }) => title)),
    news: new Set(news.map(({ title }) => title)),
    results: new Set(results.map(result => resultKey(result))),
  }
}
