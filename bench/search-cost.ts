/**
 * What a search costs now beside earlier states of this repository: CPU time of single queries, the database's thread
 * included, all states in one process, asked in turns. The sets: judged queries of both samples as they are and with a
 * slip, and queries of every kind over generated records.
 * Usage: npm run bench -- search-cost [--against COMMIT,COMMIT] [--records 5000] [--queries 400] [--passes 2]
 * [--slowest 10] [--most 1.3]. Exit code 1 when the dearest hundredth of some set costs more than `most` times the same
 * of the first state. Without `--against` the last commit is compared. Needs git and the history.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { SearchDocument } from '#server/search/search-document.ts'
import { meanOf, median, quantile } from './figures.ts'
import { openEngines, type Engine } from './search-engines.ts'
import { seededRandom, withOneEdit } from './search-metrics.ts'
import { makeSearchRecords, makeTeacherNames } from './search-records.ts'
import { readSample } from './search-sample.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'HEAD' },
    records: { type: 'string', default: '5000' },
    queries: { type: 'string', default: '400' },
    passes: { type: 'string', default: '2' },
    slowest: { type: 'string', default: '0' },
    most: { type: 'string', default: '1.3' },
  },
})
const root = path.resolve(import.meta.dirname, '..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-states-'))
const states = values.against.split(',').filter(state => state !== '')

/** The engine of an earlier state. Its packages are those of today. */
async function openState(state: string, documents: SearchDocument[]): Promise<Engine[]> {
  const folder = path.join(scratch, state)
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(folder)
    const archive = execFileSync('git', ['archive', state], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  }
  const file = pathToFileURL(path.join(folder, 'bench/search-engines.ts')).href
  const module = (await import(file)) as { openEngines: typeof openEngines }
  return module.openEngines(['rafid'], documents)
}

async function cpuOf(engine: Engine, query: string): Promise<number> {
  const before = process.cpuUsage()
  await engine.search(query, 10)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The middle of what a query cost in all passes, for each state and query. Units: ms. */
async function costsOf(engines: readonly Engine[], queries: readonly string[]): Promise<number[][]> {
  for (const engine of engines) for (const query of queries) await engine.search(query, 10)
  const all = engines.map(() => queries.map((): number[] => []))
  for (let pass = 0; pass < Number(values.passes); pass += 1) {
    for (const [at, query] of queries.entries()) {
      for (let turn = 0; turn < engines.length; turn += 1) {
        const asked = (turn + at + pass) % engines.length
        const engine = engines[asked]
        if (engine) all[asked]?.[at]?.push(await cpuOf(engine, query))
      }
    }
  }
  return all.map(own => own.map(median))
}

const figuresOf = (ms: readonly number[]) => [meanOf(ms), quantile(ms, 0.9), quantile(ms, 0.99)]

function printSlowest(queries: readonly string[], costs: readonly number[][]): void {
  const now = costs.at(-1) ?? []
  const order = queries.map((_, at) => at).sort((a, b) => (now[b] ?? 0) - (now[a] ?? 0))
  for (const at of order.slice(0, Number(values.slowest)))
    console.log(`  ${costs.map(own => (own[at] ?? 0).toFixed(1).padStart(6)).join(' ')}  ${queries[at]}`)
}

/** Measures a set; gives how much the dearest hundredth costs now of what it cost in the first state. */
async function measure(
  name: string,
  engines: readonly Engine[],
  queries: readonly string[],
): Promise<number> {
  const costs = await costsOf(engines, queries)
  const figures = costs.map(figuresOf)
  const [first = []] = figures
  console.log(`${name}, ${queries.length} queries: CPU of a query, ms (and of the first state)`)
  for (const [at, own] of figures.entries()) {
    const cells = own.map((ms, which) => `${ms.toFixed(2)} (${(ms / (first[which] ?? ms)).toFixed(2)})`)
    const [mean, ninety, most] = cells
    console.log(`  ${(states[at] ?? 'now').padEnd(12)} mean ${mean}, p90 ${ninety}, p99 ${most}`)
  }
  printSlowest(queries, costs)
  return (figures.at(-1)?.[2] ?? 0) / (first[2] ?? 1)
}

const withSlips = (queries: readonly string[]) => {
  const random = seededRandom(11)
  return queries.map(query => withOneEdit(query, random))
}

interface Sets {
  documents: SearchDocument[]
  queries: Record<string, string[]>
}

function setsOf(directory: string): Sets {
  const { documents, queries } = readSample(directory)
  const typed = queries.map(({ q }) => q)
  return { documents, queries: { [directory]: typed, [`${directory}, a slip each`]: withSlips(typed) } }
}

function generated(count: number): Sets {
  const documents = [...makeSearchRecords(count)]
  const random = seededRandom(7)
  const pools = [
    readSample('test/search-sample').queries.map(({ q }) => q),
    readSample('test/search-hard').queries.map(({ q }) => q),
    makeTeacherNames(40),
    documents.slice(0, 200).map(({ title }) => title),
  ]
  const typed = Array.from({ length: Number(values.queries) }, () => {
    const pool = pools[Math.floor(random() * pools.length)] ?? []
    return pool[Math.floor(random() * pool.length)] ?? ''
  })
  const name = `${count} generated records`
  return { documents, queries: { [name]: typed, [`${name}, a slip each`]: withSlips(typed) } }
}

const ratios: number[] = []
try {
  for (const { documents, queries } of [
    setsOf('test/search-sample'),
    setsOf('test/search-hard'),
    generated(Number(values.records)),
  ]) {
    const engines: Engine[] = []
    for (const state of states) engines.push(...(await openState(state, documents)))
    engines.push(...(await openEngines(['rafid'], documents)))
    for (const [name, own] of Object.entries(queries)) ratios.push(await measure(name, engines, own))
    for (const engine of engines) await engine.close()
  }
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
process.exitCode = Math.max(...ratios) > Number(values.most) ? 1 : 0
