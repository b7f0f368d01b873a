import type { KyselyPlugin } from 'kysely'
import { expect, it, vi } from 'vitest'
import { emptySearchAnswer } from '#contract/resources/search.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { RememberedAnswers } from './remembered-answers.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments, removeDocuments } from './search-index.ts'
import { createSearchService } from './search.service.ts'

const answerTo = (query: string) => async () => emptySearchAnswer(query)

it('is made once for who asks at the same moment and afterwards, and anew at another version', async () => {
  const answers = new RememberedAnswers()
  const make = vi.fn(answerTo('كتاب'))
  const both = await Promise.all([answers.get('كتاب', 1, make), answers.get('كتاب', 1, make)])
  expect(both[0]).toBe(both[1])
  await answers.get('كتاب', 1, make)
  expect(make).toHaveBeenCalledTimes(1)
  await answers.get('كتاب', 2, make)
  expect(make).toHaveBeenCalledTimes(2)
  await answers.get('ملزمة', 2, make)
  expect(make).toHaveBeenCalledTimes(3)
})

it('is asked for anew where making it failed', async () => {
  const answers = new RememberedAnswers()
  const failing = async () => {
    throw new Error('The line is gone')
  }
  await expect(answers.get('كتاب', 1, failing)).rejects.toThrow('The line is gone')
  expect(await answers.get('كتاب', 1, answerTo('كتاب'))).toEqual(emptySearchAnswer('كتاب'))
})

it('is forgotten where others that were asked for later need its room', async () => {
  const weight = 2 * JSON.stringify(emptySearchAnswer('1')).length + 2
  const answers = new RememberedAnswers(3 * weight)
  const made: string[] = []
  const ask = (query: string) =>
    answers.get(query, 1, async () => {
      made.push(query)
      return emptySearchAnswer(query)
    })
  for (const query of ['1', '2', '3', '1', '4', '1', '3', '4', '2']) await ask(query)
  expect(made).toEqual(['1', '2', '3', '4', '2'])
})

const book = (number: number): SearchDocument => ({
  type: 'book',
  id: `book-${number}`,
  title: `كتاب الفيزياء ${number}`,
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  /* Facts of its own. */
  year: 2000 + number,
  keywords: [],
  body: '',
  image: null,
  createdAt: new Date(Date.UTC(2024, 0, number)),
})

describeEachEngine('a search that was answered', open => {
  const put = (database: TestDatabase, ...documents: SearchDocument[]) =>
    database.kysely.transaction().execute(transaction => indexDocuments(transaction, documents))

  it('asks for the version of the index alone when it is asked again, until any process has written', async () => {
    const database = await open()
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await put(database, book(1))
    const service = createSearchService({ kysely: database.kysely.withPlugin(counting) })
    for (const query of ['فيزياء', 'فيزياء 1']) {
      const search = async () => {
        const before = statements
        const { total } = await service.search({ query, limit: 10, offset: 0 })
        return { total, asked: statements - before }
      }
      const { total } = await search()
      expect(total, query).toBe(1)
      expect(await search(), query).toEqual({ total, asked: 1 })
      await put(database, book(2))
      const anew = await search()
      expect(anew.total, query).toBe(2)
      expect(anew.asked, query).toBeGreaterThan(1)
      expect(await search(), query).toEqual({ total: 2, asked: 1 })
      const other = await service.search({ query, limit: 1, offset: 1 })
      expect(other.hits, query).toHaveLength(1)
      await database.kysely
        .transaction()
        .execute(transaction => removeDocuments(transaction, [{ type: 'book', id: 'book-2' }]))
      expect((await search()).total, query).toBe(1)
    }
    await service.close()
    await database.close()
  })
})
