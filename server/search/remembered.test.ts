import type { KyselyPlugin } from 'kysely'
import { expect, it, vi } from 'vitest'
import { emptySearchAnswer, type SearchAnswer } from '#contract/resources/search.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { indexedBook } from '#test/indexed-books.ts'
import { Remembered } from './remembered.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments, removeDocuments } from './search-index.ts'
import { createSearchService } from './search.service.ts'

const answerTo = (query: string) => async () => emptySearchAnswer(query)

it('is made once for who asks at the same moment and afterwards, and anew at another version', async () => {
  const answers = new Remembered<SearchAnswer>(1000, () => 1)
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
  const answers = new Remembered<SearchAnswer>(1000, () => 1)
  const failing = async () => {
    throw new Error('The line is gone')
  }
  await expect(answers.get('كتاب', 1, failing)).rejects.toThrow('The line is gone')
  expect(await answers.get('كتاب', 1, answerTo('كتاب'))).toEqual(emptySearchAnswer('كتاب'))
})

it('is forgotten where others that were asked for later need its room', async () => {
  const keyBytes = 2
  const answers = new Remembered<SearchAnswer>(3 * (10 + keyBytes), () => 10)
  const made: string[] = []
  const ask = (query: string) =>
    answers.get(query, 1, async () => {
      made.push(query)
      return emptySearchAnswer(query)
    })
  for (const query of ['1', '2', '3', '1', '4', '1', '3', '4', '2']) await ask(query)
  expect(made).toEqual(['1', '2', '3', '4', '2'])
})

const book = (number: number) =>
  indexedBook(number, { title: `كتاب الفيزياء ${number}`, createdAt: new Date(Date.UTC(2024, 0, number)) })

describeEachEngine('a search that was answered', (open, engine) => {
  const put = (database: TestDatabase, ...documents: SearchDocument[]) =>
    database.kysely.transaction().execute(transaction => indexDocuments(transaction, documents))

  const remove = (database: TestDatabase, ...ids: string[]) =>
    database.kysely.transaction().execute(transaction =>
      removeDocuments(
        transaction,
        ids.map(id => ({ type: 'book', id })),
      ),
    )

  /** A search that tells what it found, and how many statements it has sent for that; records are loaded into memory beside it. */
  function countedSearch(database: TestDatabase, { knowsWrites }: { knowsWrites: boolean }) {
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!result.rows.some(row => 'lexemes' in row)) statements += 1
        return result
      },
    }
    const kysely = database.kysely.withPlugin(counting)
    const service = createSearchService({ kysely, ...(knowsWrites && { writes: database.writes }) })
    const search = async (query: string) => {
      const before = statements
      const { total, hits } = await service.search({ query, limit: 10, offset: 0 })
      return { total, ids: hits.map(({ id }) => id), asked: statements - before }
    }
    return { service, search }
  }

  it('is given again without a statement where this process alone writes and has not written', async () => {
    const database = await open()
    await put(database, book(1))
    const { service, search } = countedSearch(database, { knowsWrites: true })
    expect((await search('فيزياء')).total).toBe(1)
    const asked = engine === 'pglite' ? 0 : 1
    expect(await search('فيزياء')).toEqual({ total: 1, ids: ['book-1'], asked })
    await put(database, book(2))
    expect((await search('فيزياء')).total).toBe(2)
    expect(await search('فيزياء')).toEqual({ total: 2, ids: ['book-2', 'book-1'], asked })
    for (let count = 0; count < 20; count += 1) {
      const saves = Promise.all([put(database, book(3)), search('فيزياء')])
      await saves
      expect((await search('فيزياء')).total).toBe(3)
      await Promise.all([search('فيزياء'), remove(database, 'book-3'), search('فيزياء')])
      expect((await search('فيزياء')).total).toBe(2)
    }
    const failing = database.kysely.transaction().execute(async transaction => {
      await indexDocuments(transaction, [book(4)])
      throw new Error('given up')
    })
    await expect(failing).rejects.toThrow('given up')
    expect((await search('فيزياء')).total).toBe(2)
    await service.close()
    await database.cleanup()
  })

  it('asks for no records that another spelling has asked for, until any process has written', async () => {
    const database = await open()
    await put(database, book(1))
    const { service, search } = countedSearch(database, { knowsWrites: false })
    expect((await search('فيزياء')).ids).toEqual(['book-1'])
    /* Once records are in memory they are read anew from there. With a letter that nobody sees it is another query. */
    let unseen = ''
    await expect
      .poll(() => search(`الفيزياء${(unseen += '\u200e')}`))
      .toEqual({ total: 1, ids: ['book-1'], asked: 1 })
    await put(database, book(2))
    const anew = await search('الفزياء')
    expect(anew.ids).toEqual(['book-2', 'book-1'])
    expect(anew.asked).toBeGreaterThan(1)
    await service.close()
    await database.cleanup()
  })

  it('asks for the version of the index alone when it is asked again, until any process has written', async () => {
    const database = await open()
    await put(database, book(1))
    const { service, search } = countedSearch(database, { knowsWrites: false })
    for (const query of ['فيزياء', 'فيزياء 1']) {
      const { total, ids } = await search(query)
      expect(total, query).toBe(1)
      expect(await search(query), query).toEqual({ total, ids, asked: 1 })
      await put(database, book(2))
      const anew = await search(query)
      expect(anew.total, query).toBe(2)
      expect(anew.asked, query).toBeGreaterThan(1)
      expect(await search(query), query).toEqual({ total: 2, ids: anew.ids, asked: 1 })
      const other = await service.search({ query, limit: 1, offset: 1 })
      expect(other.hits, query).toHaveLength(1)
      await remove(database, 'book-2')
      expect((await search(query)).total, query).toBe(1)
    }
    await service.close()
    await database.cleanup()
  })
})
