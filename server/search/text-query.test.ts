import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments } from './search-index.ts'
import { isAnsweredBy, isFoundBy } from './text-query.ts'

const records = [
  `'رياضيات':1A 'كتاب':1A,4`,
  `'رياضيات':4 'كتاب':1A`,
  `'رياضه':3B 'شرح':4`,
  `'رياضي':2C`,
  `'علوم':1A,4 'شرح':3B,4`,
  `'#subject:math':4 'رياضيات':3B`,
]
const queries = [
  `'رياض':*ABC`,
  `'رياض':*`,
  `'كتاب':ABC`,
  `('رياضه':ABC | 'علوم':*ABC)`,
  `'شرح':ABC & 'علوم':ABC`,
  `'شرح':ABC & 'علوم'`,
  `('#subject:math') & 'رياض':*ABC`,
  `('رياضه' | 'رياضي':*ABC)`,
]

describe('what answers a text query', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.cleanup())

  const found = async (condition: (query: string) => ReturnType<typeof isAnsweredBy>, query: string) => {
    const { rows } = await sql<{ at: number }>`
      select at::int from unnest(${records}::tsvector[]) with ordinality d (lexemes, at)
      where ${condition(query)}`.execute(database.kysely)
    return rows.map(({ at }) => at)
  }

  const indexesOf = (condition: ReturnType<typeof isAnsweredBy>, { mayScan }: { mayScan: boolean }) =>
    database.kysely.transaction().execute(async transaction => {
      if (!mayScan) await sql`set local enable_seqscan = off`.execute(transaction)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain (costs off) select from search_documents where ${condition}`.execute(transaction)
      return Array.from(
        rows
          .map(row => row['QUERY PLAN'])
          .join(' ')
          .matchAll(/search_documents_\w+/g),
        ([index]) => index,
      )
    })

  it('is the same wherever words are looked for', async () => {
    for (const query of queries) {
      const among = await found(all => sql`lexemes @@ ${all}::tsquery`, query)
      expect(await found(isAnsweredBy, query), query).toEqual(among)
      expect(await found(isFoundBy, query), query).toEqual(among)
    }
  })

  it('is read in the index of titles, keywords and teachers where all words must stand there', async () => {
    const indexOf = async (query: string) => (await indexesOf(isAnsweredBy(query), { mayScan: false }))[0]
    expect(await indexOf(`'رياض':*ABC`)).toBe('search_documents_named')
    expect(await indexOf(`('رياضه':ABC | 'علوم':*ABC)`)).toBe('search_documents_named')
    expect(await indexOf(`'رياض':*`)).toBe('search_documents_lexemes')
    expect(await indexOf(`'رياضه' & 'علوم':*ABC`)).toBe('search_documents_lexemes')
  })
  it('is read in an index also where most records hold the words', async () => {
    const title = 'كتاب الفيزياء'
    const held = Array.from({ length: 2000 }, (_, number): SearchDocument => ({
      type: 'book',
      id: `book-${number}`,
      title,
      keywords: [],
      body: '',
      image: null,
      createdAt: new Date(2024, 0, 1),
    }))
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, held))
    await sql`analyze search_documents`.execute(database.kysely)
    const find = (query: string) => indexesOf(isFoundBy(query), { mayScan: true })
    expect(await indexesOf(isAnsweredBy(`'فيزيا'`), { mayScan: true })).toEqual([])
    expect(await find(`'فيزيا'`)).toEqual(['search_documents_lexemes'])
    expect(await find(`'فيزيا':*ABC`)).toEqual(['search_documents_named'])
    expect(await find(`'فيزيا' & 'كتاب':*ABC`)).toEqual(['search_documents_lexemes'])
    expect(await find(`('فيزيا' | ('كتاب':*ABC | 'فيزيا':*ABC))`)).toEqual([
      'search_documents_lexemes',
      'search_documents_named',
    ])
  })
})
