/**
 * Whether the page is found that says what somebody looks for, where its text is its own and where it was read from a picture.
 *
 *   npm run bench -- inside-read [--pages 40] [--only own|pictures]
 *
 * Reads the pages of test/fixtures/pages as jobs do, then as many of them from clean, packed, turned and photographed pictures,
 * indexes them, and looks for 100 pieces of three to five words of what they really say. Bar: a page that says it
 * among the first five for 95 of 100 on text of their own, for 85 of 100 on what was read. Needs poppler-utils.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { packBoxes } from '#server/files/page-texts/word-boxes.ts'
import { indexFile } from '#server/inside/index-pages.job.ts'
import { createInsideService } from '#server/inside/inside.service.ts'
import { layerText, pictureText } from '#server/reading/page-text.ts'
import type { PageText } from '#server/reading/page-text.ts'
import { sourceOfBytes } from '#server/reading/pdfium.ts'
import { openWordReader } from '#server/reading/picture-words.ts'
import { openPages } from '#server/reading/read-pages.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { createSearchService } from '#server/search/search.service.ts'
import { documentPlans, pagesEach, pagesOf, textOfPlan } from './page-plans.ts'
import { fillIndex, openBenchDatabase } from './search-engines.ts'
import { seededRandom } from './search-metrics.ts'
import { makeSearchRecords } from './search-records.ts'
import { spoilings, spoilt } from './spoil-page.ts'
import { wordsOf } from './text-tools.ts'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '40' }, only: { type: 'string' } },
})
const corpus = path.resolve(import.meta.dirname, '../test/fixtures/pages')
const queryCount = 100
const [leastOwn, leastRead] = [95, 85]
const random = seededRandom(29)

/** A page with what it really says, and what was read of it. */
interface ReadPage {
  truth: string[]
  read: PageText | undefined
}

const fileOf = (id: string) => path.join(corpus, `${id}.pdf`)
const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')
/** One page of each document, then the next of each. */
const places = Array.from({ length: documentPlans.length * pagesEach }, (_, at) => ({
  plan: documentPlans[at % documentPlans.length] as (typeof documentPlans)[number],
  page: Math.floor(at / documentPlans.length) + 1,
}))
const truthOf = ({ plan, page }: (typeof places)[number]) =>
  wordsOf(textOfPlan(pagesOf(plan)[page - 1] as never))

async function readOwn(): Promise<ReadPage[]> {
  const all: ReadPage[] = []
  for (const place of places) {
    const pages = await openPages(sourceOfBytes(readFileSync(fileOf(place.plan.id))))
    all.push({ truth: truthOf(place), read: layerText(pages.readPage(place.page)) })
    pages.close()
  }
  return all
}

async function readPictures(count: number): Promise<ReadPage[]> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'inside-read-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const reader = await openWordReader()
  const kinds = Object.values(spoilings)
  const all: ReadPage[] = []
  for (const [at, place] of places.slice(0, count).entries()) {
    const how = kinds[at % kinds.length]
    if (how === undefined) continue
    const { plan, page } = place
    const read = pictureText(await spoilt(fileOf(plan.id), page, plan.seed + at, how, temporary), reader)
    all.push({ truth: truthOf(place), read })
  }
  reader.close()
  return all
}

/** Keeps pages as one book, as the jobs that read and index them do. */
async function keep(
  database: OpenDatabase,
  book: string,
  pages: readonly ReadPage[],
): Promise<SearchDocument> {
  const { kysely } = database
  const hash = hashOf(book)
  await sql`insert into files (id, object_key, size, type, name, extension)
    values (${hash}, ${`objects/${hash}`}, 1, 'application/pdf', ${`${book}.pdf`}, 'pdf')`.execute(kysely)
  const rows = pages.flatMap(({ read }, index) =>
    read
      ? {
          fileHash: hash,
          page: index + 1,
          source: read.source,
          quality: read.quality,
          text: read.text,
          boxes: packBoxes(read.boxes),
          readerVersion: 1,
        }
      : [],
  )
  await kysely.insertInto('pageTexts').values(rows).execute()
  await indexFile(database, act => kysely.transaction().execute(act), hash)
  const [record] = makeSearchRecords(1)
  if (record === undefined) throw new Error('there is no record')
  return { ...record, type: 'book', id: book, files: [hash] }
}

/** Words that follow each other on a page. */
function piece(pages: readonly ReadPage[]): string {
  const { truth } = pages[Math.floor(random() * pages.length)] as ReadPage
  const length = 3 + Math.floor(random() * 3)
  const from = Math.floor(random() * Math.max(1, truth.length - length))
  return truth.slice(from, from + length).join(' ')
}

/** How many of the pieces lead to a page that says them, among the first five. */
async function measure(book: string, pages: readonly ReadPage[]): Promise<number> {
  const database = await openBenchDatabase()
  await fillIndex(database, [await keep(database, book, pages)])
  const titles = createSearchService(database)
  const inside = createInsideService(database, titles, { isDrawn: async () => false })
  let found = 0
  for (let time = 0; time < queryCount; time += 1) {
    const query = piece(pages)
    const { hits } = await inside.search({ query: `${query} `, limit: 5, offset: 0 })
    const says = (page: number) => ` ${pages[page - 1]?.truth.join(' ') ?? ''} `.includes(` ${query} `)
    if (hits.some(({ page }) => says(page))) found += 1
  }
  await titles.close()
  await database.close()
  const searched = pages.filter(({ read }) => (read?.quality ?? 0) >= limits.leastTextQuality).length
  console.log(`${book}: ${searched} of ${pages.length} pages searched; found ${found} of ${queryCount}`)
  return found
}

async function main(): Promise<void> {
  /* Who is ended removes what it made. */
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const isOwnFound = values.only === 'pictures' || (await measure('own text', await readOwn())) >= leastOwn
  if (values.only === 'own') return void (process.exitCode = isOwnFound ? 0 : 1)
  const isReadFound = (await measure('from pictures', await readPictures(Number(values.pages)))) >= leastRead
  if (!isOwnFound || !isReadFound) process.exitCode = 1
}

await main()
