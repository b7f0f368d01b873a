import { setTimeout as wait } from 'node:timers/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/base/db/open.ts'
import { describeEachEngine, hasPostgres, openTestDatabase } from '#test/database.ts'
import { countAllChanges, indexedBook } from '#test/indexed-books.ts'
import { changeIndex, indexDocuments, removeDocuments, type IndexChange } from '../search-index.ts'
import { SearchState } from '../search-state.ts'
import { listMatches, type FoundRow } from '../search.repository.ts'
import { HeldIndex } from './held-index.ts'

const book = (number: number, title?: string) => indexedBook(number, title === undefined ? {} : { title })

type Database = Pick<OpenDatabase, 'kysely'>

const change = ({ kysely }: Database, changes: IndexChange) =>
  kysely.transaction().execute(transaction => changeIndex(transaction, changes))

async function heldBy(state: SearchState) {
  for (;;) {
    await state.refresh()
    if (state.held) return state.held
    await wait(5)
  }
}

const all = { limit: 10_000, offset: 0 }
const titlesOf = (rows: FoundRow[]) => rows.map(({ recordId, title }) => `${recordId} ${title}`)

/** What a word finds in memory, which has to be loaded, and that it is what the database finds. */
async function find({ kysely }: Database, state: SearchState, word: string): Promise<string[]> {
  await state.refresh()
  const found = await state.held?.listMatches(kysely, `'${word}'`, `'${word}'`, undefined, all)
  const titles = titlesOf(found ?? [])
  expect(titles).toEqual(titlesOf(await listMatches(kysely, `'${word}'`, `'${word}'`, undefined, all)))
  return titles
}

/** Holds back what the first page of records is answered with. */
function holdingPage() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isHeld || !result.rows.some(row => 'lexemes' in row)) return result
      isHeld = true
      reached.resolve()
      await released.promise
      return result
    },
  }
  return { plugin, reached: reached.promise, release: released.resolve }
}

/** Gives each page of records a moment later. */
const slowPages: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (result.rows.some(row => 'lexemes' in row)) await wait(20)
    return result
  },
}

describeEachEngine('the records in memory', open => {
  it('are as they were committed before a search, counted or not, seen before or not', async () => {
    const database = await open()
    try {
      const state = new SearchState(database.kysely)
      await change(database, { add: [book(1), book(2)] })
      await heldBy(state)
      expect(await find(database, state, 'كتاب')).toHaveLength(2)
      await change(database, { put: [book(2, 'دفتر')], add: [book(3)] })
      expect(await find(database, state, 'دفتر')).toEqual(['book-2 دفتر'])
      expect(await find(database, state, 'كتاب')).toHaveLength(2)
      await countAllChanges(database)
      expect(await find(database, state, 'كتاب')).toHaveLength(2)
      await change(database, { remove: [{ type: 'book', id: 'book-1' }] })
      await countAllChanges(database)
      await change(database, { put: [book(3, 'دفتر')] })
      await countAllChanges(database)
      expect(await find(database, state, 'كتاب')).toEqual([])
      expect(await find(database, state, 'دفتر')).toHaveLength(2)
      // The same words in another place.
      await change(database, { put: [{ ...book(3, 'قلم'), keywords: ['دفتر'] }] })
      expect(await find(database, state, 'دفتر')).toEqual(['book-2 دفتر', 'book-3 قلم'])
      expect(state.held).toBeDefined()
    } finally {
      await database.cleanup()
    }
  })

  it('are those that changed while they were loaded', async () => {
    const database = await open()
    try {
      await change(database, { add: [book(1), book(2)] })
      const { plugin, reached, release } = holdingPage()
      const state = new SearchState(database.kysely.withPlugin(plugin))
      await state.refresh()
      await reached
      await change(database, {
        put: [book(1, 'دفتر')],
        add: [book(3)],
        remove: [{ type: 'book', id: 'book-2' }],
      })
      await state.refresh()
      expect(state.held).toBeUndefined()
      release()
      await heldBy(state)
      expect(await find(database, state, 'كتاب')).toEqual(['book-3 كتاب 3'])
      expect(await find(database, state, 'دفتر')).toEqual(['book-1 دفتر'])
    } finally {
      await database.cleanup()
    }
  })

  it('are no use where what changed is not known, and come back where the database is an older copy', async () => {
    const database = await open()
    const { kysely } = database
    try {
      await change(database, { add: [book(1)] })
      await countAllChanges(database)
      const [ofOlder, ofPruned, ofRestored] = [kysely, kysely, kysely].map(db => new SearchState(db))
      if (!ofOlder || !ofPruned || !ofRestored) throw new Error('three of three are there')
      for (const state of [ofOlder, ofPruned, ofRestored]) await heldBy(state)
      await change(database, { put: [book(1, 'دفتر')] })
      await sql`update search_changes set records = null`.execute(kysely)
      await ofOlder.refresh()
      expect(ofOlder.held).toBeUndefined()
      await countAllChanges(database)
      await sql`delete from search_counted`.execute(kysely)
      await ofPruned.refresh()
      expect(ofPruned.held).toBeUndefined()
      await sql`update search_state set version = 0`.execute(kysely)
      await ofRestored.refresh()
      await heldBy(ofRestored)
      expect(await find(database, ofRestored, 'دفتر')).toEqual(['book-1 دفتر'])
    } finally {
      await database.cleanup()
    }
  })

  it('are loaded again when many were changed, and not at all where they are too large', async () => {
    const database = await open()
    try {
      const books = Array.from({ length: 700 }, (_, number) => book(number))
      await change(database, { add: books })
      const state = new SearchState(database.kysely)
      const first = await heldBy(state)
      for (let times = 0; times < 2; times += 1) {
        await change(database, { put: books })
        await state.refresh()
      }
      expect(first.records.gone).toBe(1400)
      await expect.poll(() => state.held?.records.gone).toBe(0)
      expect(await find(database, state, 'كتاب')).toHaveLength(700)
      const tooLarge = new HeldIndex(database.kysely, 10_000)
      await tooLarge.catchUp()
      await expect.poll(() => tooLarge.isWanted).toBe(false)
      await tooLarge.catchUp()
      expect([tooLarge.isWanted, tooLarge.search]).toEqual([false, undefined])
    } finally {
      await database.cleanup()
    }
  })

  it('are left to the database while many that changed at once are read anew', async () => {
    const database = await open()
    try {
      const books = Array.from({ length: 1500 }, (_, number) => book(number))
      await change(database, { add: books })
      const state = new SearchState(database.kysely)
      const first = await heldBy(state)
      await change(database, { put: books.map((_, number) => book(number, 'دفتر')) })
      await state.refresh()
      expect(state.held).toBeUndefined()
      await change(database, { put: [book(0)] })
      await state.refresh()
      await expect.poll(() => state.held).toBe(first)
      expect(await find(database, state, 'دفتر')).toHaveLength(1499)
      expect(await find(database, state, 'كتاب')).toEqual(['book-0 كتاب 0'])
    } finally {
      await database.cleanup()
    }
  })

  it('are no more than they may be, however many come and change', async () => {
    const database = await open()
    const keysOf = (numbers: number[]) => numbers.map(number => ['book', `book-${number}`] as const)
    const numbers = Array.from({ length: 2400 }, (_, number) => number)
    const mostBytes = 1_150_000
    try {
      await change(database, { add: numbers.slice(0, 1000).map(number => book(number)) })
      const index = new HeldIndex(database.kysely.withPlugin(slowPages), mostBytes)
      await index.catchUp()
      await expect.poll(() => index.search).toBeDefined()
      const first = index.search
      for (let times = 0; times < 3; times += 1) {
        index.change(keysOf(numbers.slice(0, 700)))
        await index.catchUp()
      }
      expect(index.search).toBe(first)
      // What is loaded anew does not fit beside what is held.
      await expect.poll(() => index.search, { interval: 1 }).toBeUndefined()
      await expect.poll(() => index.search?.records.gone).toBe(0)
      await change(database, { add: numbers.slice(1000).map(number => book(number)) })
      for (const some of [numbers.slice(1000, 1700), numbers.slice(1700)]) {
        index.change(keysOf(some))
        await index.catchUp()
        expect(index.search?.records.bytes ?? 0).toBeLessThanOrEqual(mostBytes)
      }
      expect(index.search).toBeUndefined()
    } finally {
      await database.cleanup()
    }
  })
})

describe.runIf(hasPostgres())('the records in memory of two processes that write', () => {
  it('are the same, and those of the database, however they meet', async () => {
    const database = await openTestDatabase('postgres')
    const beside = await openDatabase(database.options)
    const states = [database, beside].map(({ kysely }) => new SearchState(kysely))
    try {
      await change(database, { add: [book(0)] })
      const writing = new AbortController()
      const writers = [database, beside, database, beside].map(async ({ kysely }, writer) => {
        for (let round = 1; round <= 12; round += 1) {
          const own = [0, 1, 2].map(index =>
            book(writer * 3 + index, round % 2 === 0 ? `كتاب ${round}` : `دفتر ${round}`),
          )
          await kysely.transaction().execute(transaction => indexDocuments(transaction, own))
          const keys = [{ type: 'book' as const, id: `book-${writer * 3}` }]
          if (round % 3 === 0)
            await kysely.transaction().execute(transaction => removeDocuments(transaction, keys))
          for (const state of states) await state.refresh()
          const second = `book-${writer * 3 + 1}`
          for (const state of states) {
            const found = await state.held?.listMatches(kysely, `'${round}'`, `'${round}'`, undefined, all)
            expect(found?.map(({ recordId }) => recordId) ?? [second]).toContain(second)
          }
        }
      })
      const counting = [database, beside].map(async (of, at) => {
        while (!writing.signal.aborted) {
          await countAllChanges(of, 3)
          await states[at]?.refresh()
        }
      })
      await Promise.all(writers)
      writing.abort()
      await Promise.all(counting)
      for (const state of states) {
        await heldBy(state)
        for (const word of ['كتاب', 'دفتر', '11', '12', '0']) await find(database, state, word)
      }
      await countAllChanges(database)
      for (const state of states) expect(await find(beside, state, 'كتاب')).toHaveLength(8)
    } finally {
      await beside.close()
      await database.cleanup()
    }
  })
})
