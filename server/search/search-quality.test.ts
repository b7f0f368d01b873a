import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import {
  report,
  scoreQuery,
  seededRandom,
  withOneEdit,
  type JudgedQuery,
} from '../../bench/search-metrics.ts'
import { readSample, type Sample } from '../../bench/search-sample.ts'
import { indexDocuments } from './search-index.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const sets: [name: string, directory: string, stressed: number][] = [
  ['the judged sample', 'test/search-sample', 0.92],
  ['our own judged set', 'test/search-own', 0.92],
]

describe.each(sets)('search on %s', (_name, directory, leastStressed) => {
  let database: TestDatabase
  let search: SearchService
  let sample: Sample

  beforeAll(async () => {
    database = await openTestDatabase()
    sample = readSample(directory)
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, sample.documents))
    search = createSearchService(database)
  })

  afterAll(async () => {
    await search.close()
    await database.cleanup()
  })

  async function measure(change: (query: JudgedQuery) => string = ({ q }) => q) {
    const rows: { query: JudgedQuery; score: ReturnType<typeof scoreQuery> }[] = []
    for (const query of sample.queries) {
      const { hits } = await search.search({ query: change(query), limit: 10, offset: 0 })
      rows.push({
        query,
        score: scoreQuery(
          query.qrels,
          hits.map(({ id }) => id),
        ),
      })
    }
    return report(rows, [])
  }

  it('puts the right records first in every class of query, and finds nothing for nonsense', async () => {
    const { overall, classes, noise } = await measure()
    expect(overall.ndcg).toBeGreaterThanOrEqual(0.97)
    expect(overall.mrr).toBeGreaterThanOrEqual(0.98)
    for (const [name, { ndcg }] of classes) expect.soft(ndcg, name).toBeGreaterThanOrEqual(0.85)
    expect(noise).toBe(0)
  }, 60_000)

  it('still does with one slip in every longer query', async () => {
    const scores: number[] = []
    for (const seed of [1, 2, 3]) {
      const random = seededRandom(seed)
      const { overall } = await measure(query =>
        query.class === 'noise' ? query.q : withOneEdit(query.q, random),
      )
      scores.push(overall.ndcg)
    }
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(
      leastStressed,
    )
  }, 120_000)
})
