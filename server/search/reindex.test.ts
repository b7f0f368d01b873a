import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchSources } from '#server/content/open-content.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { startReindexing } from './reindex.ts'
import { indexShape } from './search-entry.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const log = pino({ level: 'silent' })
const count = 120

describeEachEngine('indexing anew', open => {
  let database: TestDatabase
  let search: SearchService

  beforeAll(async () => {
    database = await open()
    search = createSearchService(database)
    await sql`
      insert into books (id, title, subject, stage, release_year, description, image, keywords)
      select 'book-' || n, 'كتاب الفيزياء مج' || n, 'PHYSICS', 'SIXTH_PREPARATORY', 2024, 'وصف', 'https://a.example/i.jpg', '{}'
      from generate_series(1, ${count}) n`.execute(database.kysely)
  })
  afterAll(async () => {
    await search.close()
    await database.cleanup()
  })

  const run = () => startReindexing({ database, sources: searchSources, log }).done
  const total = async (query: string) => (await search.search({ query, limit: 10, offset: 0 })).total
  const shapes = async () => {
    const { rows } = await sql<{ shape: number }>`select distinct shape from search_documents`.execute(
      database.kysely,
    )
    return rows.map(({ shape }) => shape)
  }

  it('indexes what was never indexed', async () => {
    expect(await total('كتاب فيزياء')).toBe(0)
    await run()
    expect(await total('كتاب فيزياء')).toBe(count)
  })

  it('indexes what was indexed in an older shape, while the search goes on', async () => {
    await sql`update search_documents set shape = 1, lexemes = '', title_words = ''`.execute(database.kysely)
    const reindexing = startReindexing({ database, sources: searchSources, log })
    expect(await total('كتاب فيزياء')).toBe(count)
    await reindexing.done
    expect(await shapes()).toEqual([indexShape])
    const { hits } = await search.search({ query: 'مج7 ', limit: 1, offset: 0 })
    expect(hits.map(({ title }) => title)).toEqual(['كتاب الفيزياء مج7'])
  })

  it('goes on with the next start when it was ended', async () => {
    await sql`update search_documents set shape = 1`.execute(database.kysely)
    await startReindexing({ database, sources: searchSources, log }).close()
    expect(await shapes()).toContain(1)
    await Promise.all([run(), run()])
    expect(await shapes()).toEqual([indexShape])
    expect(await total('كتاب فيزياء')).toBe(count)
  })
})
