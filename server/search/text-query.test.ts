import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { isAnsweredBy } from './text-query.ts'

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
  afterAll(() => database.close())

  const found = async (condition: (query: string) => ReturnType<typeof isAnsweredBy>, query: string) => {
    const { rows } = await sql<{ at: number }>`
      select at::int from unnest(${records}::tsvector[]) with ordinality d (lexemes, at)
      where ${condition(query)}`.execute(database.kysely)
    return rows.map(({ at }) => at)
  }

  it('is the same wherever words are looked for', async () => {
    for (const query of queries)
      expect(await found(isAnsweredBy, query), query).toEqual(
        await found(all => sql`lexemes @@ ${all}::tsquery`, query),
      )
  })

  it('is read in the index of titles, keywords and teachers where all words must stand there', async () => {
    const indexOf = (query: string) =>
      database.kysely.transaction().execute(async transaction => {
        await sql`set local enable_seqscan = off`.execute(transaction)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain (costs off) select from search_documents where ${isAnsweredBy(query)}`.execute(transaction)
        const plan = rows.map(row => row['QUERY PLAN']).join(' ')
        return /search_documents_\w+/.exec(plan)?.[0]
      })
    expect(await indexOf(`'رياض':*ABC`)).toBe('search_documents_named')
    expect(await indexOf(`('رياضه':ABC | 'علوم':*ABC)`)).toBe('search_documents_named')
    expect(await indexOf(`'رياض':*`)).toBe('search_documents_lexemes')
    expect(await indexOf(`'رياضه' & 'علوم':*ABC`)).toBe('search_documents_lexemes')
  })
})
