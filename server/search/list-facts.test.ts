import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { indexDocuments } from './search-index.ts'
import { createSearchService } from './search.service.ts'
import type { SearchDocument } from './search-document.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.cleanup())

it('finds in a list all that hold a word or are of a fact, however many facts they have', async () => {
  const books = Array.from({ length: 3100 }, (_, at): SearchDocument => ({
    type: 'book',
    id: `b${at}`,
    title: 'سلسلة زرقاء',
    keywords: [],
    body: '',
    subject: 'MATH',
    image: null,
    year: 1000 + at,
    createdAt: new Date('2026-01-01T00:00:00Z'),
  }))
  await database.kysely.transaction().execute(async transaction => {
    await indexDocuments(transaction, books)
    await indexDocuments(transaction, [
      { ...books[0], id: 'n', type: 'news' } as SearchDocument,
      { ...books[0], id: 'other', title: 'غيره', subject: 'ARABIC' } as SearchDocument,
    ])
  })
  const search = createSearchService(database)
  for (const text of ['زرقاء', 'رياضيات', 'رياضيات زرقاء', 'كتب']) {
    const matches = await search.matchesIn('book', text)
    const { rows } = await sql<{ count: number }>`
      select count(*) from (${matches?.found}) found`.execute(database.kysely)
    expect(rows, text).toEqual([{ count: books.length + (text === 'كتب' ? 1 : 0) }])
    const deepest = await search.search({ query: text, limit: 5, offset: books.length - 1 })
    expect(deepest.hits.length, text).toBeGreaterThan(0)
  }
  await search.close()
})
