/**
 * Lets a site work for a long time under mixed load, with a kill now and then, and looks whether what it holds stays flat: memory,
 * open files, the delay of its event loop; and whether anything acknowledged is lost. Those who read go on over the kills.
 * Usage: node bench/soak.ts [minutes, default 120] [minutes between kills, default 10] [engine: pglite (default) or postgres]
 * Linux only. Says first what was lost, then each kind of fault with its count. Exit code 1 when something was lost or refused
 * without a reason, one of a hundred readers was told to come back, an answer failed while the process was there, or the last
 * quarter of a life holds a third more than its second quarter.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiPaths, discoveryPaths, operatorPaths, paths } from '#contract/paths.ts'
import { buildIfStale } from '../tools/build.ts'
import { openBenchEngine } from './bench-engine.ts'
import { createFaultCounts } from './fault-counts.ts'
import { meanOf, visitorAddress } from './figures.ts'
import { createVictims } from './kill-victims.ts'
import { writeSchoolArchive } from './school-archive.ts'
import { endServers, isFault, megabytes, signIn, startServer } from './upload-server.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

const [minutes = '120', minutesOfLife = '10', engine = 'pglite'] = process.argv.slice(2)
const endsAt = Date.now() + Number(minutes) * 60_000
const sampleEveryMs = 10_000
const readers = 4
const readPauseMs = 150
const mostGrowth = 4 / 3
/** Of all answers to readers. */
const mostToldToComeBack = 1 / 100
const longestSignInMs = 60_000
const hourMs = 60 * 60_000

interface Sample {
  at: number
  residentBytes: number
  handles: number
  /** Of the event loop, p99. Units: milliseconds. */
  delayMs: number
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-soak-'))
const archive = path.join(directory, 'results.zip')
const faults = createFaultCounts()
const readings = { asked: 0, right: 0, toldToComeBack: 0, cut: 0 }
/** The server that is there; undefined from before it is killed until its successor serves. */
let serving: ServerProcess | undefined
const over = new AbortController()

/** Judges a reading by whether the server was the same, and there, all the while. */
async function readOne(server: ServerProcess, url: string, from: number): Promise<void> {
  const headers = { 'x-forwarded-for': visitorAddress(from) }
  try {
    const answer = await fetch(server.address + url, { headers })
    await answer.arrayBuffer()
    if (answer.status === 200) readings.right += 1
    else if (answer.status === 503 && answer.headers.has('retry-after')) readings.toldToComeBack += 1
    else faults.add(`a reader was answered ${answer.status}`, url)
  } catch (error) {
    if (serving !== server) return void (readings.cut += 1)
    const { message, cause } = error as Error
    faults.add(`a reader got no answer: ${message}, ${String(cause)}`, url)
  }
}

async function read(): Promise<void> {
  while (!over.signal.aborted) {
    await wait(readPauseMs)
    if (serving === undefined) continue
    readings.asked += 1
    const { asked } = readings
    const pages = [
      paths.home,
      paths.books,
      `${paths.books}?search=${asked}`,
      `${apiPaths.search}?q=${asked % 50}`,
      discoveryPaths.feed('all'),
      `${apiPaths.notes}?limit=20&offset=${asked % 40}`,
    ]
    const url = pages[asked % pages.length] ?? paths.home
    await readOne(serving, url, asked)
  }
}

/** Signs in; a server that has just begun may be too busy to. Errors: throws when it is so for a minute, or refuses. */
async function enter(address: string): Promise<Staff> {
  for (const until = Date.now() + longestSignInMs; ; await wait(1000)) {
    try {
      return await signIn(address)
    } catch (error) {
      if (isFault(error) || Date.now() > until) throw error
    }
  }
}

async function sample(server: ServerProcess): Promise<Sample> {
  const figures = await (await fetch(server.address + operatorPaths.metrics)).text()
  const delay = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(figures)?.[1]
  return {
    at: Date.now(),
    residentBytes: server.residentBytes(),
    handles: fs.readdirSync(`/proc/${server.pid}/fd`).length,
    delayMs: Number(delay) * 1000,
  }
}

/** How steadily memory grows: the slope of the line nearest to the samples. Units: bytes an hour. */
function slopeOf(samples: readonly Sample[]): number {
  const at = meanOf(samples.map(sample => sample.at))
  const held = meanOf(samples.map(({ residentBytes }) => residentBytes))
  const parts = samples.map(sample => [sample.at - at, sample.residentBytes - held] as const)
  const spread = parts.reduce((sum, [time]) => sum + time * time, 0)
  return (parts.reduce((sum, [time, bytes]) => sum + time * bytes, 0) / spread) * hourMs
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
    `life ${life}, ${samples.length} samples: resident ${megabytes(residentBefore ?? 0)} → ${megabytes(residentAfter ?? 0)} ` +
      `(${megabytes(slopeOf(samples.slice(quarter)))} an hour), ` +
      `handles ${handlesBefore?.toFixed(0)} → ${handlesAfter?.toFixed(0)}, event loop p99 ${delay.toFixed(0)} ms at most`,
  )
  if ((residentAfter ?? 0) > (residentBefore ?? 0) * mostGrowth) faults.add('memory grows', `life ${life}`)
  if ((handlesAfter ?? 0) > (handlesBefore ?? 0) * mostGrowth) faults.add('handles grow', `life ${life}`)
}

buildIfStale()
await writeSchoolArchive(archive, { schools: 1, bytes: 200_000 })
const victims = createVictims({ directory, archive, pauseMs: 500 })
const postgres = await openBenchEngine(engine, 'rafid-soak-pg-')
const environment = {
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  ...(postgres && { DATABASE_URL: postgres.databaseUrl('postgres') }),
}
const reading = Array.from({ length: readers }, read)
let kills = 0
try {
  for (let life = 1; Date.now() < endsAt; life += 1) {
    const server = await startServer(path.join(directory, 'data'), environment)
    serving = server
    const staff = await enter(server.address)
    await victims.judge(server.address, staff)
    const working = victims.work(server.address, staff)
    const diesAt = Math.min(Date.now() + Number(minutesOfLife) * 60_000, endsAt)
    const samples: Sample[] = []
    try {
      while (Date.now() < diesAt) {
        await wait(sampleEveryMs)
        samples.push(await sample(server))
      }
    } finally {
      serving = undefined
      await server.kill()
      kills += 1
      await working
    }
    judgeLife(life, samples)
  }
  const last = await startServer(path.join(directory, 'data'), environment)
  await victims.judge(last.address, await enter(last.address), true)
  await last.stop()
} finally {
  over.abort()
  await endServers()
  await Promise.all(reading)
  await postgres?.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
for (const what of victims.neverAcknowledged()) faults.add('nothing of a kind was acknowledged', what)
if (readings.toldToComeBack > readings.asked * mostToldToComeBack)
  faults.add('too many were told to come back')
console.log(`lost: ${victims.losses.total()} of what was acknowledged ${JSON.stringify(victims.counts)}`)
for (const line of victims.losses.lines()) console.error(line)
console.log(
  `${engine}: ${minutes} minutes, ${kills} kills, load ${os.loadavg()[0]?.toFixed(1)}; of ${readings.asked} readings ${readings.right} right, ` +
    `${readings.toldToComeBack} told to come back, ${readings.cut} cut by a kill; ` +
    `${faults.total()} wrong, ${victims.refusals.total()} writes refused without a reason`,
)
for (const line of [...faults.lines(), ...victims.refusals.lines()]) console.error(line)
if (victims.losses.total() + faults.total() + victims.refusals.total() > 0) process.exitCode = 1
