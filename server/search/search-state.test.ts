import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/base/db/open.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import { countAllChanges, indexedBook } from '#test/indexed-books.ts'
import type { SearchDocument } from './search-document.ts'
import { countChanges } from './index-changes.ts'
import { changeIndex, indexDocuments, removeDocuments } from './search-index.ts'
import { SearchState } from './search-state.ts'

/** Holds back the answer to the first statement that it is told to. */
function holding(): { plugin: KyselyPlugin; hold(): { reached: Promise<void>; release(): void } } {
  let waiting: { reached: () => void; released: Promise<void> } | undefined
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const current = waiting
        if (current && result.rows.some(row => 'latestMs' in row || 'latest_ms' in row)) {
          waiting = undefined
          current.reached()
          await current.released
        }
        return result
      },
    },
    hold() {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      waiting = { reached: reached.resolve, released: released.promise }
      return { reached: reached.promise, release: released.resolve }
    },
  }
}

it('knows everything again after an older copy of the database came back while it was loading', async () => {
  const database = await openTestDatabase()
  try {
    const { plugin, hold } = holding()
    const state = new SearchState(database.kysely.withPlugin(plugin))
    const put = (...documents: SearchDocument[]) =>
      database.kysely.transaction().execute(transaction => indexDocuments(transaction, documents))
    await put(indexedBook(1))
    await countAllChanges(database)
    await state.refresh()
    await put(indexedBook(2), indexedBook(3))
    await countAllChanges(database)
    const held = hold()
    const loading = state.refresh()
    await held.reached
    const { version } = await database.kysely
      .selectFrom('searchState')
      .select('version')
      .executeTakeFirstOrThrow()
    await sql`update search_state set version = 0`.execute(database.kysely)
    await state.refresh()
    await sql`update search_state set version = ${version}`.execute(database.kysely)
    held.release()
    await loading
    await state.refresh()
    expect(state.documents).toBe(3)
    expect(state.lexicon.documents('1')).toBe(1)
  } finally {
    await database.cleanup()
  }
})

it('knows what is not counted yet, what is, and nothing twice, however they follow each other', async () => {
  const database = await openTestDatabase()
  try {
    const state = new SearchState(database.kysely)
    const run = (act: (transaction: Transaction) => Promise<void>) =>
      database.kysely.transaction().execute(act)
    const known = async (of: SearchState) => {
      await of.refresh()
      const words = ['كتاب', '1', '2', '3'].map(word => of.lexicon.documents(word))
      return { documents: of.documents, words }
    }
    const expectKnown = async (documents: number, words: number[]) => {
      const expected = { documents, words: [documents, ...words] }
      expect(await known(state)).toEqual(expected)
      expect(await known(new SearchState(database.kysely))).toEqual(expected)
      await countAllChanges(database)
      expect(await known(state)).toEqual(expected)
      expect(await known(state)).toEqual(expected)
      expect(await known(new SearchState(database.kysely))).toEqual(expected)
    }
    await expectKnown(0, [0, 0, 0])
    await run(transaction => changeIndex(transaction, { add: [indexedBook(1), indexedBook(2)] }))
    await expectKnown(2, [1, 1, 0])
    await run(transaction => indexDocuments(transaction, [indexedBook(2, { title: 'كتاب 3' })]))
    await run(transaction => removeDocuments(transaction, [{ type: 'book', id: 'book-1' }]))
    await expectKnown(1, [0, 0, 1])
    await run(transaction => indexDocuments(transaction, [indexedBook(1)]))
    await state.refresh()
    /* One of two is counted, while both are known. */
    await run(transaction => indexDocuments(transaction, [indexedBook(2)]))
    await state.refresh()
    await run(async transaction => void (await countChanges(transaction, 1)))
    await expectKnown(2, [1, 1, 0])
  } finally {
    await database.cleanup()
  }
})

describe.runIf(hasPostgres())('of two processes that write', () => {
  it('neither waits for the other before its end, and both are known in the order of their ends', async () => {
    const database = await openTestDatabase('postgres')
    const beside = await openDatabase(database.options)
    try {
      const state = new SearchState(beside.kysely)
      await database.kysely
        .transaction()
        .execute(transaction => indexDocuments(transaction, [indexedBook(1)]))
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = database.kysely.transaction().execute(async transaction => {
        await changeIndex(transaction, {
          put: [indexedBook(2, { year: 2001 })],
          remove: [{ type: 'book', id: 'book-1' }],
        })
        begun.resolve()
        await mayEnd.promise
      })
      await begun.promise
      await beside.kysely
        .transaction()
        .execute(other => indexDocuments(other, [{ ...indexedBook(3), year: 2001 }, indexedBook(4)]))
      await state.refresh()
      expect(state.documents).toBe(3)
      expect(state.lexicon.documents('كتاب')).toBe(3)
      await countAllChanges(beside)
      await state.refresh()
      expect(state.documents).toBe(3)
      mayEnd.resolve()
      await slow
      await state.refresh()
      expect(state.documents).toBe(3)
      expect(state.lexicon.documents('1')).toBe(0)
      expect(state.lexicon.documents('2')).toBe(1)
      const anew = new SearchState(database.kysely)
      await anew.refresh()
      const countsOf = ({ facets }: SearchState) =>
        new Map(Array.from(facets, ([id, { documents }]) => [id, documents]))
      expect(countsOf(anew)).toEqual(countsOf(state))
    } finally {
      await beside.close()
      await database.cleanup()
    }
  })

  it('no count is lost, however they meet', async () => {
    const database = await openTestDatabase('postgres')
    const beside = await openDatabase(database.options)
    const state = new SearchState(beside.kysely)
    try {
      const writers = [database, beside, database, beside].map(async ({ kysely }, writer) => {
        for (let round = 0; round < 6; round += 1) {
          const own = [0, 1, 2].map(index => ({
            ...indexedBook(writer * 100 + round * 3 + index),
            year: 2000 + (round % 4),
          }))
          await kysely.transaction().execute(transaction => indexDocuments(transaction, own))
          const [first] = own
          if (first && round % 3 === 0)
            await kysely
              .transaction()
              .execute(transaction => removeDocuments(transaction, [{ type: 'book', id: first.id }]))
          await state.refresh()
        }
      })
      const writing = new AbortController()
      const counting = [database, beside].map(async of => {
        while (!writing.signal.aborted) {
          await countAllChanges(of, 3)
          await state.refresh()
        }
      })
      await Promise.all(writers)
      writing.abort()
      await Promise.all(counting)
      await state.refresh()
      expect(state.documents).toBe(4 * 6 * 3 - 4 * 2)
      await countAllChanges(database)
      await state.refresh()
      expect(state.documents).toBe(4 * 6 * 3 - 4 * 2)
      expect(state.lexicon.documents('كتاب')).toBe(state.documents)
      const { rows: wrong } = await sql`
        select f.id from search_facets f
        where f.documents <> (select count(*) from search_documents d where d.facet_id = f.id)`.execute(
        database.kysely,
      )
      expect(wrong).toEqual([])
      for (const [id, { documents }] of state.facets) {
        const { count } = await database.kysely
          .selectFrom('searchDocuments')
          .where('facetId', '=', id)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        expect(documents).toBe(count)
      }
    } finally {
      await beside.close()
      await database.cleanup()
    }
  })
})
