/**
 * Lets a site work for a long time under mixed load, with a kill now and then, and looks whether what it holds stays flat: memory,
 * open files, the delay of its event loop; and whether anything acknowledged is lost.
 * Usage: node bench/soak.ts [minutes, default 120] [minutes between kills, default 10] [engine: pglite (default) or postgres]
 * Linux only. Exit code 1 when something was lost, or the last quarter of a life holds a third more than its second quarter.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiPaths, discoveryPaths, operatorPaths, paths } from '#contract/paths.ts'
import { buildIfStale } from '../tools/build.ts'
import { openBenchEngine } from './bench-engine.ts'
import { meanOf, visitorAddress } from './figures.ts'
import { createVictims } from './kill-victims.ts'
import { writeSchoolArchive } from './school-archive.ts'
import { endServers, megabytes, signIn, startServer } from './upload-server.ts'
import type { ServerProcess } from './upload-server.ts'

const [minutes = '120', minutesOfLife = '10', engine = 'pglite'] = process.argv.slice(2)
const endsAt = Date.now() + Number(minutes) * 60_000
const sampleEveryMs = 10_000
const readers = 4
const readPauseMs = 20
const mostGrowth = 4 / 3

interface Sample {
  residentBytes: number
  handles: number
  /** Of the event loop, p99. Units: milliseconds. */
  delayMs: number
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-soak-'))
const archive = path.join(directory, 'results.zip')
const faults: string[] = []
let asked = 0

async function read(address: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    asked += 1
    const pages = [
      paths.home,
      paths.books,
      `${paths.books}?search=${asked}`,
      `${apiPaths.search}?q=${asked % 50}`,
      discoveryPaths.feed('all'),
      `${apiPaths.notes}?limit=20&offset=${asked % 40}`,
    ]
    const url = pages[asked % pages.length] ?? paths.home
    const headers = { 'x-forwarded-for': visitorAddress(asked) }
    const status = await fetch(address + url, { headers }).then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    if (status !== 200) faults.push(`${url}: ${status}`)
    await wait(readPauseMs)
  }
}

async function sample(server: ServerProcess): Promise<Sample> {
  const figures = await (await fetch(server.address + operatorPaths.metrics)).text()
  const delay = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(figures)?.[1]
  return {
    residentBytes: server.residentBytes(),
    handles: fs.readdirSync(`/proc/${server.pid}/fd`).length,
    delayMs: Number(delay) * 1000,
  }
}

/** Whether the last quarter of a life holds more than its second one; the first fills caches. */
function judgeLife(life: number, samples: readonly Sample[]): void {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return
  const parts = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)] as const
  const [residentBefore, residentAfter] = parts.map(part =>
    meanOf(part.map(({ residentBytes }) => residentBytes)),
  )
  const [handlesBefore, handlesAfter] = parts.map(part => meanOf(part.map(({ handles }) => handles)))
  const delay = Math.max(...samples.map(({ delayMs }) => delayMs))
  console.log(
    `life ${life}, ${samples.length} samples: resident ${megabytes(residentBefore ?? 0)} → ${megabytes(residentAfter ?? 0)}, ` +
      `handles ${handlesBefore?.toFixed(0)} → ${handlesAfter?.toFixed(0)}, event loop p99 ${delay.toFixed(0)} ms at most`,
  )
  if ((residentAfter ?? 0) > (residentBefore ?? 0) * mostGrowth) faults.push(`memory grows in life ${life}`)
  if ((handlesAfter ?? 0) > (handlesBefore ?? 0) * mostGrowth) faults.push(`handles grow in life ${life}`)
}

buildIfStale()
await writeSchoolArchive(archive, { schools: 1, bytes: 200_000 })
const victims = createVictims({ directory, archive, pauseMs: 200 })
const postgres = await openBenchEngine(engine, 'rafid-soak-pg-')
const environment = {
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  ...(postgres && { DATABASE_URL: postgres.databaseUrl('postgres') }),
}
try {
  for (let life = 1; Date.now() < endsAt; life += 1) {
    const server = await startServer(path.join(directory, 'data'), environment)
    const staff = await signIn(server.address)
    await victims.judge(server.address, staff)
    const working = victims.work(server.address, staff)
    let isOver = false
    const reading = Array.from({ length: readers }, () => read(server.address, () => isOver))
    const diesAt = Math.min(Date.now() + Number(minutesOfLife) * 60_000, endsAt)
    const samples: Sample[] = []
    try {
      while (Date.now() < diesAt) {
        await wait(sampleEveryMs)
        samples.push(await sample(server))
      }
    } finally {
      isOver = true
      await Promise.all(reading)
      await server.kill()
      await working
    }
    judgeLife(life, samples)
  }
  const last = await startServer(path.join(directory, 'data'), environment)
  await victims.judge(last.address, await signIn(last.address), true)
  await last.stop()
} finally {
  await endServers()
  await postgres?.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
const wrong = [
  ...faults,
  ...victims.faults,
  ...victims.neverAcknowledged().map(what => `no ${what} were acknowledged`),
]
console.log(
  `${engine}: ${minutes} minutes, ${asked} pages read, acknowledged ${JSON.stringify(victims.counts)}, load ${os.loadavg()[0]?.toFixed(1)}; ${wrong.length} wrong`,
)
for (const each of wrong.slice(0, 20)) console.error(each)
if (wrong.length > 0) process.exitCode = 1
