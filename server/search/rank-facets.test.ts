import { afterAll, beforeAll, expect, it } from 'vitest'
import { subjectsOfGrade } from '#contract/codes/subjects.ts'
import type { SearchFilters } from '#contract/resources/search.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { understand } from './language/understand.ts'
import { countTiers, facetsOf, newestFacets, rankFacets, type Tier } from './rank-facets.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments, removeDocuments } from './search-index.ts'
import { SearchState } from './search-state.ts'

const newest = Date.UTC(2024, 0, 1)

const record = (number: number): SearchDocument => {
  const stage =
    (['THIRD_INTERMEDIATE', 'SIXTH_PREPARATORY', 'SIXTH_PRIMARY'] as const)[number % 2] ?? 'SIXTH_PRIMARY'
  const subjects = subjectsOfGrade(stage).slice(0, 3)
  const isNews = number % 7 === 0
  return {
    type: isNews ? 'news' : number % 3 === 2 ? 'ministerial-exam' : number % 3 === 1 ? 'malazima' : 'book',
    id: `record-${number}`,
    title: isNews ? 'موعد الامتحانات في بغداد' : 'ملخص',
    subject: isNews ? null : subjects[number % subjects.length],
    stage: isNews ? null : stage,
    newsType: isNews ? 'EXAM_SCHEDULE' : null,
    round: number % 3 === 2 && !isNews ? 1 + (number % 2) : null,
    year: 2012 + (number % 13),
    keywords: [],
    body: '',
    image: null,
    createdAt: new Date(newest + ((number * 7919) % 400) * 60_000),
  }
}

const queries = [
  'رياضيات',
  'كتاب',
  'ثالث متوسط',
  'ملزمة العربي سادس ابتدائي 2019',
  'وزاري الثالث المتوسط الدور الثاني',
  'موعد الامتحانات في بغداد 2020',
  'كتب 2021',
  'السادس العلمي',
]
const filters: SearchFilters[] = [{}, { type: ['book', 'news'] }, { year: ['2019'], stage: ['INTERMEDIATE'] }]

let database: TestDatabase
let state: SearchState

beforeAll(async () => {
  database = await openTestDatabase()
  const records = Array.from({ length: 300 }, (_, number) => record(number))
  await database.kysely.transaction().execute(transaction => indexDocuments(transaction, records))
  state = new SearchState(database.kysely)
  await state.refresh()
})

afterAll(() => database.cleanup())

const shapeOf = (tier: Tier) => ({
  score: tier.score,
  misses: tier.misses,
  documents: tier.documents,
  types: countTiers([tier]),
  ids: facetsOf([tier])
    .map(({ id }) => id)
    .sort((a, b) => a - b),
})

/** The facets that have one of the newest, looked for among all of them. */
function holdersOfNewest(tier: Tier, count: number): number[] {
  const all = facetsOf([tier]).toSorted((a, b) => b.latestMs - a.latestMs)
  const from = all[count - 1]?.latestMs ?? -Infinity
  return all.filter(({ latestMs }) => latestMs >= from).map(({ id }) => id)
}

it('ranks whole parts as it ranks facets one by one, before and after records are gone', async () => {
  const compare = () => {
    let tiers = 0
    for (const query of queries) {
      const { concepts } = understand(query, state.lexicon)
      expect(concepts.length, query).toBeGreaterThan(0)
      for (const filter of filters) {
        const inParts = rankFacets(state, concepts, filter, 9)
        const oneByOne = rankFacets(state, concepts, filter, 9, state.facets.values())
        expect(inParts.map(shapeOf), query).toEqual(oneByOne.map(shapeOf))
        for (const tier of inParts)
          for (const count of [1, 5, 500])
            expect(
              newestFacets(tier, count)
                .map(({ id }) => id)
                .sort((a, b) => a - b),
              query,
            ).toEqual(holdersOfNewest(tier, count).sort((a, b) => a - b))
        tiers += inParts.length
      }
    }
    expect(tiers).toBeGreaterThan(20)
  }
  compare()
  const gone = Array.from({ length: 150 }, (_, at) => record(at * 2)).map(({ type, id }) => ({ type, id }))
  await database.kysely.transaction().execute(transaction => removeDocuments(transaction, gone))
  await state.refresh()
  compare()
})
