import { type KyselyPlugin, sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import type { SearchDocument } from './search-document.ts'
import { indexDocuments } from './search-index.ts'
import { SearchState } from './search-state.ts'

const book = (number: number): SearchDocument => ({
  type: 'book',
  id: `book-${number}`,
  title: `كتاب ${number}`,
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  year: 2000 + number,
  keywords: [],
  body: '',
  image: null,
  createdAt: new Date('2024-09-01T00:00:00Z'),
})

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
    await put(book(1))
    await state.refresh()
    await put(book(2), book(3))
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
