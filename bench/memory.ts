import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { subjectLabels, subjectsOfGrade } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openBenchDatabase } from './search-engines.ts'
import { makeTypedQueries } from './typed-queries.ts'

/**
 * What searches and lists leave in memory: of this process, and of the embedded database in its thread. First a few queries
 * again and again, then as many different ones as there are calls, which fill what is remembered up to its bounds: what the
 * first `settled` of them leave is not counted.
 * Usage: npm run bench -- memory [--calls 50000] [--books 400] [--settled 20000]. DATABASE_URL names an empty database of a
 * PostgreSQL server to use in place of the embedded one. Exit code 1 when a call leaves more than 200 bytes.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '50000' },
    books: { type: 'string', default: '400' },
    settled: { type: 'string', default: '20000' },
  },
})
const calls = Number(values.calls)
const leftBytesPerCall = 200
if (globalThis.gc === undefined)
  throw new Error('Without --expose-gc what nobody holds is counted as well: npm run bench -- memory')
const reports = 5

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-memory-'))
const database = await openBenchDatabase()
const config = readConfig({ DATA_DIR: dataDir, DEMO: '0' })
const services = await createServices(config, database, pino({ level: 'fatal' }))
const queries = ['كتاب', 'رياضيات ثالث متوسط', 'فيزياء', 'لغة عربية سادس', 'كيمياء اعدادي', 'انكليزي']

/** As many queries as calls, none twice, as people type them. */
function differentQueries(): string[] {
  const typed = new Set<string>()
  for (let drawn = calls; typed.size < calls && drawn <= 32 * calls; drawn *= 2)
    for (const query of makeTypedQueries(drawn, Number(values.books))) typed.add(query)
  return [...typed].slice(0, calls)
}

async function addBooks(): Promise<void> {
  for (let number = 0; number < Number(values.books); number += 1) {
    const stage = gradeCodes[number % gradeCodes.length] ?? gradeCodes[0]
    const subjects = subjectsOfGrade(stage)
    const subject = subjects[number % subjects.length] ?? 'MATH'
    const book = {
      title: `${subjectLabels[subject]} ${grades[stage].label} ${number}`,
      description: 'كتاب المنهج المقرر للعام الدراسي الحالي.',
      keywords: ['منهج', subjectLabels[subject]],
      directLink: 'https://files.example/book.pdf',
    }
    await services.books.create({ ...book, subject, stage, releaseYear: 2012 + (number % 14) }, systemActor)
  }
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
 * Does something `calls` times and says what is held on the way. Shape: whether it leaves too much after the first
 * `settled` times.
 */
async function measure(
  name: string,
  call: (round: number) => Promise<unknown>,
  settled = Math.ceil(calls / reports),
): Promise<boolean> {
  const say = (round: number, { resident, heap, engineHeap, engine }: Held) =>
    console.log(
      `  ${String(round).padStart(6)} ${name}: resident ${inMegabytes(resident)}, heap ${inMegabytes(heap)}, ` +
        `heap of the database's thread ${inMegabytes(engineHeap)}, its engine ${inMegabytes(engine)}`,
    )
  const part = Math.ceil(calls / reports)
  // Caches fill and code is compiled in the first part; what grows after it, stays.
  let first: Held | undefined
  let counted = 0
  let last = await held()
  say(0, last)
  const startedAt = performance.now()
  for (let round = 1; round <= calls; round += 1) {
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
  const ms = (performance.now() - startedAt) / calls
  console.log(`  a call takes ${ms.toFixed(2)} ms and leaves ${perCall.toFixed(0)} bytes`)
  return perCall > leftBytesPerCall
}

try {
  await addBooks()
  console.log(`${database.engine}, ${values.books} books`)
  const search = await measure('searches', round =>
    services.search.search({ query: queries[round % queries.length] ?? '', limit: 10, offset: 0 }),
  )
  const typed = differentQueries()
  const different = await measure(
    'different searches',
    round => services.search.search({ query: typed[round % typed.length] ?? '', limit: 10, offset: 0 }),
    Number(values.settled),
  )
  const lists = await measure('lists', round =>
    services.books.list({ limit: limits.staffRowsPerPage, offset: (round * limits.staffRowsPerPage) % 200 }),
  )
  process.exitCode = search || different || lists ? 1 : 0
} finally {
  await services.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
