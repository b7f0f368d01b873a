/*
 * How fast pages are found: books of generated text, queries of common, rare and mixed words and of phrases, on the
 * embedded database or the server of DATABASE_URL. Bar: 50 ms for 99 of 100 queries, the right page among the first five for
 * 95 of 100 phrases.
 */
import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { indexFile } from '#server/inside/index-pages.job.ts'
import { pageShape } from '#server/inside/index-pages.ts'
import { createInsideService } from '#server/inside/inside.service.ts'
import { keysOfPage } from '#server/inside/page-keys.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { indexDocuments } from '#server/search/search-index.ts'
import { createSearchService } from '#server/search/search.service.ts'
import { makePage, makeVocabulary } from './inside-text.ts'
import { fillIndex, openBenchDatabase } from './search-engines.ts'
import { quantile } from './figures.ts'
import { seededRandom } from './search-metrics.ts'
import { makeSearchRecords } from './search-records.ts'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '150' },
    queries: { type: 'string', default: '100' },
  },
})
const bookCount = Number(values.books)
const pagesOfBook = Number(values.pages)
const queryCount = Number(values.queries)

const maxMs = 50
const leastFound = 95

const random = seededRandom(11)
const vocabulary = makeVocabulary(60_000, random)
const hashOf = (book: number) => createHash('sha256').update(`book ${book}`).digest('hex')
/** The whole text, so that a page that was found can be told from others like it. */
const texts: string[][] = []

function* makeBooks(): Generator<SearchDocument> {
  let book = 0
  for (const record of makeSearchRecords(bookCount * 3)) {
    if (book >= bookCount) return
    yield { ...record, type: 'book', id: `book-${book}`, files: [hashOf(book)] }
    book += 1
  }
}

async function fill({ kysely }: OpenDatabase): Promise<void> {
  await sql`drop index page_words_words, page_words_pairs`.execute(kysely)
  const pagesOf = new Map<string, number>()
  for (let book = 0; book < bookCount; book += 1) {
    const own = (texts[book] ??= Array.from({ length: pagesOfBook }, () => makePage(vocabulary, random)))
    const hash = hashOf(book)
    const rows = own.map((text, index) => {
      const { words, keys, pairs, length } = keysOfPage(text, book + 1)
      for (const word of words) pagesOf.set(word, (pagesOf.get(word) ?? 0) + 1)
      return {
        page: index + 1,
        text,
        length,
        keys: `{${keys.join(',')}}`,
        pairs: `{${pairs.join(',')}}`,
      }
    })
    await kysely.transaction().execute(async transaction => {
      await sql`insert into files (id, object_key, size, type, name, extension)
        values (${hash}, ${`objects/${hash}`}, 1, 'application/pdf', ${`${book}.pdf`}, 'pdf')`.execute(
        transaction,
      )
      await sql`insert into page_word_files (file_hash) values (${hash})`.execute(transaction)
      await sql`
        with p as (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as p (page int, text text, length int, keys text, pairs text)
        ), t as (
          insert into page_texts (file_hash, page, source, quality, text, boxes, reader_version)
          select ${hash}, page, 'layer', 0.97, text, sha512(text::bytea) || sha512(text::bytea), 1 from p
          returning page, text_hash
        )
        insert into page_words (file_no, page, length, words, pairs, text_mark)
        select ${book + 1}::int, page, length, keys::int[], pairs::smallint[], t.text_hash || ${` ${pageShape}`} from p join t using (page)`.execute(
        transaction,
      )
    })
  }
  await sql`insert into page_vocabulary (word, pages)
    select key, value::int from json_each_text(${JSON.stringify(Object.fromEntries(pagesOf))}::json)`.execute(
    kysely,
  )
  const begin = performance.now()
  await kysely.transaction().execute(async transaction => {
    /* A server ends what takes half a minute. */
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`create index page_words_words on page_words using gin (words) with (fastupdate = off)`.execute(
      transaction,
    )
    await sql`create index page_words_pairs on page_words using gin (pairs) with (fastupdate = off)`.execute(
      transaction,
    )
  })
  console.log(`  indexes made in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  for (const table of ['page_words', 'page_texts', 'page_vocabulary', 'search_documents', 'search_files'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(kysely)
}

async function tellSizes({ kysely }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string; mb: number }>`
    select name, round(pg_total_relation_size(name::regclass) / 1048576.0)::int as mb
    from unnest(array['page_texts', 'page_words', 'page_words_words', 'page_words_pairs', 'page_vocabulary']) as name`.execute(
    kysely,
  )
  console.log(`  sizes in MB: ${rows.map(({ name, mb }) => `${name} ${mb}`).join(', ')}`)
}

const pick = <Value>(from: readonly Value[]): Value => {
  const value = from[Math.floor(random() * from.length)]
  if (value === undefined) throw new Error('there is nothing to pick from')
  return value
}
const common = () => pick(vocabulary.slice(0, 60))
const rare = () => pick(vocabulary.slice(4000, 30_000))

/** Three to five words that follow each other on a page, with where they stand. */
function phrase(): { query: string; book: number; page: number } {
  const book = Math.floor(random() * bookCount)
  const page = Math.floor(random() * pagesOfBook)
  const words = (texts[book]?.[page] ?? '').split(/[ \n]/)
  const from = Math.floor(random() * (words.length - 5))
  return { query: words.slice(from, from + 3 + Math.floor(random() * 3)).join(' '), book, page: page + 1 }
}

const kindsOfQuery: Record<string, () => string> = {
  common,
  'two common': () => `${common()} ${common()}`,
  rare,
  mixed: () => `${common()} ${rare()}`,
  phrase: () => phrase().query,
  unknown: () => `${rare()}ظ ${common()}`,
}

const told = (ms: readonly number[]) =>
  `p50 ${quantile(ms, 0.5).toFixed(1)} ms, p99 ${quantile(ms, 0.99).toFixed(1)} ms, max ${Math.max(...ms).toFixed(1)} ms`

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await act()
  return performance.now() - begin
}

async function measure(): Promise<void> {
  const database = await openBenchDatabase()
  const restore = database.allowLongStatements()
  console.log(`${database.engine}: ${bookCount} books of ${pagesOfBook} pages`)
  await fill(database)
  await fillIndex(database, makeBooks())
  await tellSizes(database)
  restore()
  const titles = createSearchService(database)
  const inside = createInsideService(database, titles, { isDrawn: async () => false })
  const find = (query: string, limit = 10) => inside.search({ query: `${query} `, limit, offset: 0 })
  const findTitle = (query: string) => titles.search({ query, limit: 10, offset: 0 })
  const queries = [...makeSearchRecords(200)].map(({ title }) => title)
  for (let time = 0; time < 40; time += 1) {
    await find(kindsOfQuery['mixed']?.() ?? '')
    await findTitle(pick(queries))
  }
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const all: number[] = []
  for (const [kind, make] of Object.entries(kindsOfQuery)) {
    const ms: number[] = []
    for (let time = 0; time < queryCount; time += 1) {
      const query = make()
      ms.push(await timed(() => find(query)))
    }
    all.push(...ms)
    console.log(`  ${kind.padEnd(12)} ${told(ms)}`)
  }
  const inBook: number[] = []
  for (let time = 0; time < queryCount; time += 1) {
    const record = { type: 'book' as const, id: `book-${Math.floor(random() * bookCount)}` }
    const asked = { query: `${common()} `, limit: 10, offset: 0, record }
    inBook.push(await timed(() => inside.search(asked)))
  }
  all.push(...inBook)
  console.log(`  ${'in one book'.padEnd(12)} ${told(inBook)}`)
  console.log(`  ${'all'.padEnd(12)} ${told(all)}; longest stall ${(loop.max / 1e6).toFixed(1)} ms`)
  loop.disable()

  const alone: number[] = []
  const beside: number[] = []
  for (let time = 0; time < queryCount * 2; time += 1) {
    alone.push(await timed(() => findTitle(pick(queries))))
    const query = pick(Object.values(kindsOfQuery))()
    const other = find(query)
    beside.push(await timed(() => findTitle(pick(queries))))
    await other
  }
  console.log(`  titles alone: ${told(alone)}; each beside a search inside: ${told(beside)}`)

  let found = 0
  for (let time = 0; time < 100; time += 1) {
    const { query, book, page } = phrase()
    const { hits } = await find(query, 5)
    const isRight = (hit: (typeof hits)[number]) =>
      (hit.id === `book-${book}` && hit.page === page) ||
      ` ${texts[Number(hit.id.slice(5))]?.[hit.page - 1]?.replaceAll('\n', ' ') ?? ''} `.includes(
        ` ${query} `,
      )
    if (hits.some(isRight)) found += 1
  }
  console.log(`  right page among the first five: ${found} of 100 phrases`)

  await measureWrites(database)
  if (quantile(all, 0.99) > maxMs || found < leastFound) process.exitCode = 1
  await titles.close()
  await database.close()
}

/** What the saving of a record takes, alone and while pages are indexed. */
async function measureWrites(database: OpenDatabase): Promise<void> {
  const { kysely } = database
  const records = [...makeBooks()].slice(0, 100)
  const save = (record: SearchDocument) =>
    timed(() => kysely.transaction().execute(transaction => indexDocuments(transaction, [record])))
  const alone: number[] = []
  for (const record of records) alone.push(await save(record))
  const anew = [0, 1, 2].slice(0, bookCount)
  await sql`update page_words set text_mark = 'old' where file_no in (
    select id from page_word_files where file_hash = any(${anew.map(hashOf)}::text[]))`.execute(kysely)
  const begin = performance.now()
  const state = { isDone: false }
  const indexing = (async () => {
    for (const book of anew) await indexFile(database, act => kysely.transaction().execute(act), hashOf(book))
    state.isDone = true
  })()
  const beside: number[] = []
  for (let time = 0; !state.isDone; time += 1)
    beside.push(await save(records[time % records.length] ?? pick(records)))
  await indexing
  const perPage = (performance.now() - begin) / (anew.length * pagesOfBook)
  console.log(
    `  saving alone: ${told(alone)}; beside indexing: ${told(beside)} (${perPage.toFixed(1)} ms a page)`,
  )
}

await measure()
