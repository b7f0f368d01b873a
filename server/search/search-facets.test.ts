import { afterAll, beforeAll, expect, it } from 'vitest'
import { gradeCodes } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { subjectCodes } from '#contract/codes/subjects.ts'
import { searchTypes } from '#contract/resources/search.ts'
import type { FactCount, SearchFilters } from '#contract/resources/search.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments } from './search-index.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const record = (id: number, facts: Partial<SearchDocument>): SearchDocument => ({
  type: 'book',
  id: `record-${id}`,
  title: 'كتاب',
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  year: 2024,
  keywords: [],
  body: '',
  image: null,
  createdAt: new Date(Date.UTC(2024, 0, id)),
  ...facts,
})

/** The pictures of an exam. */
const files = ['b'.repeat(64), 'a'.repeat(64)]

const inGrade = (from: number, stage: GradeCode, name: string): SearchDocument[] => [
  record(from, { title: `كتاب الفيزياء للصف ${name}`, stage, keywords: ['منهج'] }),
  record(from + 1, { title: `كتاب الكيمياء للصف ${name}`, stage, subject: 'CHEMISTRY' }),
  record(from + 2, { type: 'malazima', title: 'ملزمة المتفوق', stage, teacher: 'هيثم الدراجي' }),
  record(from + 3, { type: 'ministerial-exam', title: 'أسئلة الفيزياء', stage, round: 1, files }),
]
const library = [
  ...inGrade(1, 'SIXTH_PREPARATORY', 'السادس الإعدادي'),
  ...inGrade(5, 'FIFTH_PREPARATORY', 'الخامس الإعدادي'),
  ...inGrade(9, 'THIRD_INTERMEDIATE', 'الثالث المتوسط'),
  record(13, { title: 'كتاب القراءة', subject: 'READING', stage: 'FIRST_PRIMARY' }),
  record(14, { type: 'news', title: 'موعد امتحان الفيزياء', subject: null, stage: null, newsType: 'OTHER' }),
  record(15, { type: 'malazima', title: 'ملزمة المتفوق', year: 2023 }),
]
/* Facts alone, words alone, both, and what finds so little that it is filled up with what is near. */
const queries = [
  'فيزياء',
  'كتاب',
  'ملزمة',
  'هيثم',
  'المتفوق',
  'كيمياء سادس',
  'ملزمة قراءة',
  'منهج',
  'موعد امتحان',
  'ظظظظ',
]

const left = (facts: readonly FactCount[], isIn: (fact: FactCount) => boolean) =>
  facts.filter(isIn).reduce((sum, { documents }) => sum + documents, 0)

describeEachEngine('the choices of a search', open => {
  let database: TestDatabase
  let search: SearchService
  let statements = 0
  const asked: string[] = []

  beforeAll(async () => {
    database = await open()
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, library))
    const counted = database.kysely.withPlugin({
      transformQuery({ node }) {
        statements += 1
        asked.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    search = createSearchService({ kysely: counted })
  })
  afterAll(async () => {
    await search.close()
    await database.cleanup()
  })

  const ask = (query: string, filters: SearchFilters = {}) =>
    search.searchNarrowed({ query, limit: 50, offset: 0, filters })

  it('are found without asking twice for the records that hold every word', async () => {
    for (const query of ['هيثم', 'المتفوق']) {
      asked.length = 0
      const { total } = await search.search({ query, limit: 5, offset: 0 })
      expect(total, query).toBeGreaterThan(0)
      expect(asked, query).toEqual([...new Set(asked)])
    }
  })

  it.each([
    ['words alone', 'هيثم المتفوق', 3],
    ['words that few records hold, and their facts', 'متفوق هيثم سادس', 4],
  ])('are found by few statements: %s', async (_, query, most) => {
    statements = 0
    const { total } = await search.search({ query, limit: 10, offset: 0 })
    expect(total).toBeGreaterThan(0)
    expect(statements).toBeLessThanOrEqual(most)
  })

  it('have the files of what is found, in their order', async () => {
    const { answer } = await ask('أسئلة الفيزياء السادس الإعدادي')
    expect(Object.fromEntries(await search.filesOf(answer.hits))['record-4']).toEqual(files)
    expect([
      await search.filesOf([]),
      await search.filesOf(answer.hits.filter(hit => hit.type === 'news')),
    ]).toEqual([new Map(), new Map()])
  })

  it('say how many records each of them leaves, and leave those', async () => {
    for (const query of queries) {
      const { answer, facts } = await ask(query)
      expect(
        left(facts, () => true),
        query,
      ).toBe(answer.total)
      const choices: [SearchFilters, (fact: FactCount) => boolean][] = [
        ...gradeCodes.map((code): (typeof choices)[number] => [
          { stage: [code] },
          ({ grades }) => grades.includes(code),
        ]),
        ...subjectCodes.map((code): (typeof choices)[number] => [
          { subject: [code] },
          ({ subjects }) => subjects.includes(code),
        ]),
        ...searchTypes.map((code): (typeof choices)[number] => [
          { type: [code] },
          ({ type }) => type === code,
        ]),
        [
          { type: ['book'], stage: ['SIXTH_PREPARATORY'] },
          ({ type, grades }) => type === 'book' && grades.includes('SIXTH_PREPARATORY'),
        ],
      ]
      for (const [filters, isIn] of choices) {
        const narrowed = await ask(query, filters)
        const name = `${query} ${JSON.stringify(filters)}`
        expect(narrowed.answer.total, name).toBe(left(facts, isIn))
        expect(narrowed.answer.hits.length, name).toBe(narrowed.answer.total)
        expect(narrowed.facts, name).toEqual(facts)
      }
    }
  })

  it('are counted once for records that no choice tells apart, whatever else they differ in', async () => {
    for (const query of queries) {
      const { facts } = await ask(query)
      const kinds = facts.map(({ type, grades, subjects }) => JSON.stringify([type, grades, subjects]))
      expect(kinds, query).toEqual([...new Set(kinds)])
    }
  })

  it('are counted by at most one statement more than the search has', async () => {
    for (const query of queries) {
      statements = 0
      await search.search({ query, limit: 20, offset: 0 })
      const usual = statements
      statements = 0
      await search.searchNarrowed({ query, limit: 20, offset: 0 })
      expect(statements - usual, query).toBeLessThanOrEqual(1)
    }
  })

  it('say of each hit how well it answers, whatever its title is like', async () => {
    const matches = async (query: string) => {
      const { hits } = await search.search({ query, limit: 50, offset: 0 })
      return Object.groupBy(hits, ({ stage }) => stage ?? 'none')
    }
    const alike = await matches('كتاب فيزياء')
    const best = (grade: GradeCode) => alike[grade]?.[0]?.match
    expect(best('SIXTH_PREPARATORY')).toBeGreaterThan(0)
    expect(best('SIXTH_PREPARATORY')).toBe(best('THIRD_INTERMEDIATE'))
    const asked = await matches('كتاب فيزياء ثالث متوسط')
    expect(Object.keys(asked)).toEqual(['THIRD_INTERMEDIATE'])
    const title = await matches('كتاب الفيزياء للصف الثالث المتوسط')
    const [typed, ...others] = title.THIRD_INTERMEDIATE ?? []
    expect(others.filter(({ match }) => match === typed?.match)).toEqual([])
  })

  it('are not counted for an exam number, nor for what is too short', async () => {
    expect((await ask('212041067')).facts).toEqual([])
    expect((await ask('ف')).facts).toEqual([])
  })
})
