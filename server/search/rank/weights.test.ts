import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { readSample } from '../../../bench/search-sample.ts'
import { indexDocuments } from '../search-index.ts'
import { createSearchService } from '../search.service.ts'
import { golden } from './weights.golden.ts'
import { weights } from './weights.ts'

/** `same-title.test.ts` fails without it: no title of the sample names other facts than its record has. */
const heldElsewhere = ['title.same']
const groups = weights as Record<string, Record<string, number>>

describe('the numbers of the ranking', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
    const { documents } = readSample('test/search-hard')
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, documents))
  })
  afterAll(() => database.cleanup())

  /* A service remembers what it answered and ranked, and numbers only change here. */
  async function answer(query: string): Promise<string> {
    const search = createSearchService(database)
    const { hits } = await search.search({ query, limit: 10, offset: 0 })
    await search.close()
    return hits.map(({ id }) => id).join(' ')
  }

  it('each have a query that they move', () => {
    const names = Object.entries(groups).flatMap(([group, own]) =>
      Object.keys(own).map(name => `${group}.${name}`),
    )
    expect([...Object.keys(golden), ...heldElsewhere].sort()).toEqual(names.sort())
  })

  it.each(Object.entries(golden))('put the records of %s in their order', async (_name, { query, ids }) => {
    expect(await answer(query)).toBe(ids)
  })

  it.each(Object.entries(golden))('are noticed when %s is zero', async (name, { query, ids }) => {
    const [group = '', own = ''] = name.split('.')
    const numbers = groups[group] ?? {}
    const before = numbers[own] ?? 0
    numbers[own] = 0
    try {
      expect(await answer(query)).not.toBe(ids)
    } finally {
      numbers[own] = before
    }
  })
})
