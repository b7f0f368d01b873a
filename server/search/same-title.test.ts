import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments } from './search-index.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const book: SearchDocument = {
  type: 'book',
  id: 'named for 2024',
  title: 'كتاب الفيزياء 2024',
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  branch: 'SCIENTIFIC',
  year: 2023,
  keywords: ['فيزياء'],
  body: '',
  image: null,
  createdAt: new Date('2024-09-01T00:00:00Z'),
}
const ofThatYear: SearchDocument = { ...book, id: 'of 2024', title: 'الفيزياء كتاب الطالب', year: 2024 }

describe('a query', () => {
  let database: TestDatabase
  let search: SearchService

  beforeAll(async () => {
    database = await openTestDatabase()
    await database.kysely
      .transaction()
      .execute(transaction => indexDocuments(transaction, [book, ofThatYear]))
    search = createSearchService(database)
  })
  afterAll(async () => {
    await search.close()
    await database.cleanup()
  })

  const ids = async (query: string) =>
    (await search.search({ query, limit: 10, offset: 0 })).hits.map(({ id }) => id)

  it('that is the title of a record finds it first, though another fits its facts better', async () => {
    expect(await ids('كتاب الفيزياء 2024')).toEqual([book.id, ofThatYear.id])
  })

  it.each(['كتاب الفيزبياء 2024', 'كتلب الفيزياء 2024', 'اكتاب الفيزياء 2024', 'كتاب الفييزقاء 2024'])(
    'that is the title of a record but for a slip finds it first: %s',
    async query => {
      expect(await ids(query)).toEqual([book.id, ofThatYear.id])
    },
  )

  it('that is only like a title finds first what fits its facts', async () => {
    expect(await ids('الفيزياء 2024')).toEqual([ofThatYear.id, book.id])
  })
})
