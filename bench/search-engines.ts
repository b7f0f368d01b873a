import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import { sql } from 'kysely'
import MiniSearch from 'minisearch'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/base/db/open.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { indexDocuments } from '#server/search/search-index.ts'
import { createSearchService } from '#server/search/search.service.ts'

/** A search engine under comparison. */
export interface Engine {
  name: string
  search(query: string, limit: number): Promise<string[]>
  close(): Promise<void>
}

const batchSize = 2000

/** A migrated database of the bench's own: the server of DATABASE_URL, or an embedded one that `close` removes. */
export async function openBenchDatabase(databaseUrl = process.env['DATABASE_URL']): Promise<OpenDatabase> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
  const database = await openDatabase({ dataDir: path.join(dataDir, 'db'), databaseUrl })
  await migrateToLatest(database)
  return {
    ...database,
    kysely: database.kysely,
    engine: database.engine,
    listen: database.listen.bind(database),
    async close() {
      await database.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Writes records into the index, some hundreds in each transaction. */
export async function fillIndex(database: OpenDatabase, documents: Iterable<SearchDocument>): Promise<void> {
  let batch: SearchDocument[] = []
  const write = async () => {
    const part = batch
    batch = []
    await database.kysely.transaction().execute(transaction => indexDocuments(transaction, part))
  }
  for (const document of documents) {
    batch.push(document)
    if (batch.length >= batchSize) await write()
  }
  if (batch.length > 0) await write()
}

async function openRafid(documents: SearchDocument[]): Promise<Engine> {
  const database = await openBenchDatabase()
  await fillIndex(database, documents)
  const service = createSearchService(database)
  return {
    name: `Rafid on ${database.engine}`,
    search: async (query, limit) =>
      (await service.search({ query, limit, offset: 0 })).hits.map(({ id }) => id),
    async close() {
      await service.close()
      await database.close()
    },
  }
}

function fieldsOf(document: SearchDocument) {
  const { id, title, teacher, keywords, body } = document
  return { id, title, teacher: teacher ?? '', keywords: keywords.join(' '), body }
}

function openMiniSearch(documents: SearchDocument[]): Engine {
  const index = new MiniSearch({
    fields: ['title', 'teacher', 'keywords', 'body'],
    searchOptions: { boost: { title: 3, teacher: 2, keywords: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll(documents.map(fieldsOf))
  return {
    name: 'MiniSearch',
    search: (query, limit) =>
      Promise.resolve(
        index
          .search(query)
          .slice(0, limit)
          .map(({ id }) => String(id)),
      ),
    close: () => Promise.resolve(),
  }
}

async function openOrama(documents: SearchDocument[]): Promise<Engine> {
  const index = create({
    schema: { id: 'string', title: 'string', teacher: 'string', keywords: 'string', body: 'string' },
    language: 'arabic',
  })
  await insertMultiple(index, documents.map(fieldsOf))
  return {
    name: 'Orama',
    async search(query, limit) {
      const found = await searchOrama(index, {
        term: query,
        limit,
        tolerance: 1,
        boost: { title: 3, teacher: 2, keywords: 2 },
      })
      return found.hits.map(({ document }) => document.id)
    },
    close: () => Promise.resolve(),
  }
}

async function openPlainPostgres(documents: SearchDocument[]): Promise<Engine> {
  const database = await openBenchDatabase()
  await sql`create table plain_documents (id text, words tsvector)`.execute(database.kysely)
  await sql`
    insert into plain_documents
    select id, setweight(to_tsvector('arabic', title), 'A') || setweight(to_tsvector('arabic', teacher || ' ' || keywords), 'B')
      || to_tsvector('arabic', body)
    from json_to_recordset(${JSON.stringify(documents.map(fieldsOf))}::json)
      as d (id text, title text, teacher text, keywords text, body text)`.execute(database.kysely)
  return {
    name: `Plain full text of PostgreSQL ('arabic') on ${database.engine}`,
    async search(query, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from plain_documents, websearch_to_tsquery('arabic', ${query}) q where words @@ q
        order by ts_rank(words, q) desc limit ${limit}`.execute(database.kysely)
      return rows.map(({ id }) => id)
    },
    close: async () => {
      await sql`drop table plain_documents`.execute(database.kysely)
      await database.close()
    },
  }
}

/** Opens the engines named, each filled with the records. */
export async function openEngines(names: string[], documents: SearchDocument[]): Promise<Engine[]> {
  const open: Record<string, () => Engine | Promise<Engine>> = {
    rafid: () => openRafid(documents),
    minisearch: () => openMiniSearch(documents),
    orama: () => openOrama(documents),
    postgres: () => openPlainPostgres(documents),
  }
  const engines: Engine[] = []
  for (const name of names) {
    const engine = await open[name]?.()
    if (engine) engines.push(engine)
  }
  return engines
}
