import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectLabels, subjectsOfGrade } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openBenchDatabase } from './search-engines.ts'
import { makeTypedQueries } from './typed-queries.ts'

/**
 * What searches, lists and pages leave in memory: of this process, and of the embedded database in its thread. First a few
 * queries again and again, then as many different ones as there are calls, which fill what is remembered up to its bounds: what
 * the first `settled` of them leave is not counted. Then the same with a write after every so many, of a book that is
 * created, changed or deleted in turn, so that the records that are held are read anew; and pages of different addresses.
 * Usage: npm run bench -- memory [--calls 50000] [--books 400] [--settled 20000] [--writeEvery 5] [--pages 20000] [--only WORD of
 * searches, different, lists, writes, pages]. DATABASE_URL names an empty database of a PostgreSQL server, or one that a bench
 * has filled, to use in place of the embedded one. Exit code 1 when a call leaves more than 200 bytes.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '50000' },
    books: { type: 'string', default: '400' },
    settled: { type: 'string', default: '20000' },
    writeEvery: { type: 'string', default: '5' },
    pages: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
})
const calls = Number(values.calls)
const pages = Number(values.pages)
const leftBytesPerCall = 200
if (globalThis.gc === undefined)
  throw new Error('Without --expose-gc what nobody holds is counted as well: npm run bench -- memory')
const reports = 10

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-memory-'))
const database = await openBenchDatabase()
const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', CHECK_LINKS: '0' })
const services = await createServices(config, database, pino({ level: 'fatal' }))
const queries = ['كتاب', 'رياضيات ثالث متوسط', 'فيزياء', 'لغة عربية سادس', 'كيمياء اعدادي', 'انكليزي']

/** As many queries as calls, none twice, as people type them. */
function differentQueries(): string[] {
  const typed = new Set<string>()
  for (let drawn = calls; typed.size < calls && drawn <= 32 * calls; drawn *= 2)
    for (const query of makeTypedQueries(drawn, Number(values.books))) typed.add(query)
  return [...typed].slice(0, calls)
}

function bookOf(number: number) {
  const stage = gradeCodes[number % gradeCodes.length] ?? gradeCodes[0]
  const subjects = subjectsOfGrade(stage)
  const subject = subjects[number % subjects.length] ?? 'MATH'
  const book = {
    title: `${subjectLabels[subject]} ${grades[stage].label} ${number}`,
    description: 'كتاب المنهج المقرر للعام الدراسي الحالي.',
    keywords: ['منهج', subjectLabels[subject]],
    directLink: 'https://files.example/book.pdf',
  }
  return { ...book, subject, stage, releaseYear: 2012 + (number % 14) }
}

/** Creates a book, changes the one before and deletes the one before that, in turn. */
function createWriter(): () => Promise<void> {
  const created: string[] = []
  let writes = 0
  return async () => {
    const turn = writes % 3
    writes += 1
    const book = bookOf(writes % Number(values.books))
    const [oldest = '', next = ''] = created
    if (turn === 0 || created.length < 2) created.push((await services.books.create(book, systemActor)).id)
    else if (turn === 1) await services.books.update(next, book, systemActor)
    else await services.books.delete(oldest, systemActor).then(() => created.shift())
  }
}

/** Addresses of pages that are there, none twice. */
async function differentPages(): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from books where state = 'published' limit ${pages}`.execute(database.kysely)
  const addresses = rows.map(({ id }) => paths.book(id))
  for (let number = 0; addresses.length < pages; number += 1)
    addresses.push(`${paths.books}?search=${number}`)
  return addresses
}

interface Held {
  resident: number
  heap: number
  engineHeap: number
  engine: number
}

async function held(): Promise<Held> {
  globalThis.gc?.()
  const memory = await database.memory()
  const { rss, heapUsed } = process.memoryUsage()
  const engineHeap = (memory?.heapBytes ?? 0) + (memory?.bufferBytes ?? 0)
  return { resident: rss, heap: heapUsed, engineHeap, engine: memory?.engineBytes ?? 0 }
}

const inMegabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/**
 * Does something so many times and says what is held on the way. Shape: whether it leaves too much after the first
 * `settled` times.
 */
async function measure(
  name: string,
  call: (round: number) => Promise<unknown>,
  times = calls,
  settled = Math.ceil(times / reports),
): Promise<boolean> {
  if (values.only !== undefined && !name.includes(values.only)) return false
  const say = (round: number, { resident, heap, engineHeap, engine }: Held) =>
    console.log(
      `  ${String(round).padStart(6)} ${name}: resident ${inMegabytes(resident)}, heap ${inMegabytes(heap)}, ` +
        `heap of the database's thread ${inMegabytes(engineHeap)}, its engine ${inMegabytes(engine)}`,
    )
  const part = Math.ceil(times / reports)
  // Caches fill and code is compiled in the first part; what grows after it, stays.
  let first: Held | undefined
  let counted = 0
  let last = await held()
  say(0, last)
  const startedAt = performance.now()
  for (let round = 1; round <= times; round += 1) {
    await call(round)
    if (round % part !== 0) continue
    last = await held()
    say(round, last)
    if (round < settled) continue
    if (first) counted += part
    first ??= last
  }
  const grown = last.heap - (first?.heap ?? 0) + last.engineHeap - (first?.engineHeap ?? 0)
  const perCall = counted > 0 ? grown / counted : 0
  const ms = (performance.now() - startedAt) / times
  console.log(`  a call takes ${ms.toFixed(2)} ms and leaves ${perCall.toFixed(0)} bytes`)
  return perCall > leftBytesPerCall
}

try {
  for (let number = 0; number < Number(values.books); number += 1)
    await services.books.create(bookOf(number), systemActor)
  console.log(`${database.engine}, ${values.books} books`)
  const search = (query = '') => services.search.search({ query, limit: 10, offset: 0 })
  const searches = await measure('searches', round => search(queries[round % queries.length]))
  const typed = differentQueries()
  const settled = Number(values.settled)
  const different = await measure(
    'different searches',
    round => search(typed[round % typed.length]),
    calls,
    settled,
  )
  const lists = await measure('lists', round =>
    services.books.list({ limit: limits.staffRowsPerPage, offset: (round * limits.staffRowsPerPage) % 200 }),
  )
  const write = createWriter()
  const writes = await measure(
    'searches beside writes',
    async round => {
      await search(typed[round % typed.length])
      if (round % Number(values.writeEvery) === 0) await write()
    },
    calls,
    settled,
  )
  const app = await buildApp(services)
  const addresses = await differentPages()
  const drawn = await measure(
    'pages',
    async round => {
      const url = addresses[round % addresses.length] ?? paths.home
      const { statusCode } = await app.inject({
        url,
        remoteAddress: `10.0.${round % 250}.${(round >>> 8) % 250}`,
      })
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
    },
    pages,
    pages / 2,
  )
  await app.close()
  process.exitCode = searches || different || lists || writes || drawn ? 1 : 0
} finally {
  await services.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
