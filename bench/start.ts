/**
 * Starts the server again and again on both engines, in turns, and measures what the first page costs after the start, and what
 * the process holds when nobody asks for anything; beside a Node that loads nothing.
 * Usage: node bench/start.ts [rounds, default 5]. Linux only; needs the server programs of PostgreSQL. The processor's time
 * is what a busy machine changes least. Exit code 1 when a server at rest holds more than its bar.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '#contract/paths.ts'
import { buildIfStale } from '../tools/build.ts'
import { countOf, openBenchPostgres } from './bench-engine.ts'
import { median } from './figures.ts'
import { endServers, megabytes, startServer } from './upload-server.ts'

const rounds = countOf(process.argv[2] ?? '5')
const restMs = 5_000
const megabyte = 1024 * 1024
/** What each holds at rest, at most. Units: MiB. */
const bars = { 'embedded, first start': 295, embedded: 265, PostgreSQL: 155 }
type Way = keyof typeof bars
const ways = Object.keys(bars) as Way[]

interface Start {
  firstPageMs: number
  processorMs: number
  restBytes: number
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-start-'))

/** The processor's time of a process so far. Units: milliseconds; Linux counts 100 ticks a second. */
function processorMs(pid: number | undefined): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function start(dataDir: string, environment: Record<string, string>): Promise<Start> {
  const startedAt = performance.now()
  const server = await startServer(dataDir, { LOG_LEVEL: 'fatal', ...environment })
  const { status } = await fetch(server.address + paths.home)
  if (status !== 200) throw new Error(`The first page answers ${status}.`)
  const firstPageMs = performance.now() - startedAt
  const used = processorMs(server.pid)
  await wait(restMs)
  const restBytes = server.residentBytes()
  await server.stop()
  return { firstPageMs, processorMs: used, restBytes }
}

function bareNodeMs(): number {
  const startedAt = performance.now()
  spawnSync(process.execPath, ['--eval', ''])
  return performance.now() - startedAt
}

let postgres: Awaited<ReturnType<typeof openBenchPostgres>> | undefined
try {
  buildIfStale()
  postgres = await openBenchPostgres('rafid-start-pg-')
  const kept = path.join(folder, 'kept')
  const onPostgres = { DATABASE_URL: postgres.databaseUrl('postgres') }
  const places: Record<Way, (round: number) => [string, Record<string, string>]> = {
    'embedded, first start': round => [path.join(folder, `new-${round}`), {}],
    embedded: () => [kept, {}],
    PostgreSQL: () => [path.join(folder, 'files'), onPostgres],
  }
  await start(kept, {})
  await start(path.join(folder, 'files'), onPostgres)
  const starts = new Map<Way, Start[]>(ways.map(way => [way, []]))
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(bareNodeMs())
    for (const way of ways) starts.get(way)?.push(await start(...places[way](round)))
  }
  console.log(`a Node that loads nothing: ${median(bare).toFixed(0)} ms`)
  for (const way of ways) {
    const of = (pick: (start: Start) => number) => (starts.get(way) ?? []).map(pick)
    const pages = of(({ firstPageMs }) => firstPageMs)
    const held = median(of(({ restBytes }) => restBytes))
    console.log(
      `${way}: first page after ${median(pages).toFixed(0)} ms (${Math.min(...pages).toFixed(0)}–${Math.max(...pages).toFixed(0)}), ` +
        `${(median(pages) / median(bare)).toFixed(0)} times bare Node, ${median(of(each => each.processorMs)).toFixed(0)} ms of processor; ` +
        `${megabytes(held)} at rest (bar ${bars[way]})`,
    )
    if (held > bars[way] * megabyte) process.exitCode = 1
  }
  console.log(`${rounds} rounds, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}`)
} finally {
  await endServers()
  await postgres?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
