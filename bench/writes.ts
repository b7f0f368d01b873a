import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { median } from './figures.ts'
import type { Act, Task, Told } from './write-books.ts'

/**
 * How many books a second are created, changed, or changed 23 at once, over the whole application on PostgreSQL, by one writer
 * and by eight, in one process and in two, and what each costs of the processors: in the application and, where the server
 * runs beside it, in the lines of the database.
 *
 * What two processes reach where both share two cores with the database says how much of these one process leaves free. Whether
 * they get into each other's way is another question: so each process then gets a core of its own, for itself, its eight
 * writers and its lines of the database, and two such are compared with one, in turns; with what the lines waited for
 * meanwhile. That needs Linux with `taskset`, a server on the same machine, and to be allowed to move its processes.
 *
 * All is judged by the time of its cores that nobody else took, "a second of theirs": what else the machine does is not held
 * against it, what it waits for is.
 *
 * Usage: DATABASE_URL=… node bench/writes.ts [--seconds 5] [--rounds 3] [--act create|change|batch]. DATABASE_URL names a
 * database of a PostgreSQL server. Ends with 1 where a bar is missed.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    act: { type: 'string', default: 'create' },
  },
})

interface Run {
  processes: number
  /** In each process. */
  writers: number
  /** Each process and its lines stay on the core of its number. */
  isPinned?: boolean
}

const perSecondBar = 600
const ratioBar = 1.6
/** What Linux counts the time of a process in. */
const msPerTick = 10
const lookMs = 50
const writersOfCore = 8

const databaseUrl = process.env['DATABASE_URL'] ?? ''
if (databaseUrl === '') throw new Error('DATABASE_URL has to name a database of a PostgreSQL server.')

interface Line {
  pid: number
  /** The number of the process that it belongs to. */
  of: number
  waitsFor: string | null
  isWriting: boolean
}

/** The lines of the processes that write. */
async function linesOf(client: pg.Client): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    select pid, split_part(application_name, ' ', 2)::int as of, wait_event_type || ' ' || wait_event as "waitsFor",
      state <> 'idle' and wait_event_type is distinct from 'Client' as "isWriting"
    from pg_stat_activity where application_name like 'writes %' and datname = current_database()`)
  return rows
}

/** The processor time of these lines so far; undefined where they are not of this machine. Unit: ms. */
function databaseCpuMs(lines: readonly Line[]): number | undefined {
  try {
    const ticks = lines.map(({ pid }) => {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (!stat.includes('(postgres)')) throw new Error('another machine')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[11]) + Number(fields[12])
    })
    return ticks.reduce((sum, each) => sum + each * msPerTick, 0)
  } catch {
    return undefined
  }
}

/** The time that the first cores were busy so far, whoever kept them so. Unit: ms. Shape: 0 where the system does not say. */
function busyMs(cores: number): number {
  const lines = procStat()
    .split('\n')
    .filter(line => /^cpu\d+ /.test(line))
  return lines.slice(0, cores).reduce((sum, line) => {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
      .split(' ')
      .slice(1)
      .map(Number)
    return sum + (user + nice + system + irq + softirq + steal) * msPerTick
  }, 0)
}

function procStat(): string {
  try {
    return fs.readFileSync('/proc/stat', 'utf8')
  } catch {
    return ''
  }
}

function pin(pid: number | undefined, core: number): boolean {
  return spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0
}

/** What a run gave. Units: a second; milliseconds of processor for each write. */
interface Figures {
  perSecond: number
  cpuMs: number
  inDatabaseMs: number | undefined
  /** By the time that nobody else took of the cores that the run may use. */
  perOwnSecond: number
  /** How many samples of lines at work waited for what; under nothing those that waited for nothing. */
  waits: Map<string, number>
}

let people = 0

function start({ writers }: Run, index: number): ChildProcess {
  people += 1
  const task: Task = {
    writers,
    person: `writer-${Date.now()}-${people}@rafid.example`,
    seconds: Number(values.seconds),
    act: values.act as Act,
  }
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', `writes ${index}`)
  return fork(path.join(import.meta.dirname, 'write-books.ts'), [JSON.stringify(task)], {
    env: { ...process.env, DATABASE_URL: url.href },
  })
}

async function measure(client: pg.Client, run: Run): Promise<Figures> {
  const children = Array.from({ length: run.processes }, (_, index) => start(run, index))
  await Promise.all(children.map(child => once(child, 'message')))
  const told = Promise.all(
    children.map(async child => {
      const [message] = (await once(child, 'message')) as [Told]
      return message
    }),
  )
  const linesBefore = await linesOf(client)
  if (run.isPinned === true) {
    for (const [index, child] of children.entries()) pin(child.pid, index)
    for (const { pid, of } of linesBefore) pin(pid, of)
  }
  const cpuBefore = databaseCpuMs(linesBefore)
  const cores = run.isPinned === true ? run.processes : os.availableParallelism()
  const busyBefore = busyMs(cores)
  for (const child of children) child.send('start')
  const waits = new Map<string, number>()
  const watch = setInterval(async () => {
    for (const { waitsFor, isWriting } of await linesOf(client))
      if (isWriting) waits.set(waitsFor ?? '', (waits.get(waitsFor ?? '') ?? 0) + 1)
  }, lookMs)
  const all = await told
  clearInterval(watch)
  const busy = busyMs(cores) - busyBefore
  const cpuAfter = databaseCpuMs(await linesOf(client))
  for (const child of children) child.send('end')
  for (const child of children) if (child.exitCode === null) await once(child, 'exit')
  const total = (part: keyof Told) => all.reduce((sum, one) => sum + one[part], 0)
  const writes = total('writes')
  const inDatabase = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore
  const ofOthers = Math.max(0, busy - total('cpuMs') - (inDatabase ?? 0))
  return {
    perSecond: all.reduce((sum, one) => sum + (one.writes * 1000) / one.ms, 0),
    cpuMs: total('cpuMs') / writes,
    inDatabaseMs: inDatabase && inDatabase / writes,
    perOwnSecond: (writes * 1000) / (total('ms') / run.processes - ofOthers / cores),
    waits,
  }
}

function said({ perSecond, perOwnSecond, cpuMs, inDatabaseMs }: Figures): string {
  const inDatabase = inDatabaseMs === undefined ? '' : ` and ${inDatabaseMs.toFixed(2)} ms in the database`
  return `${perSecond.toFixed(0)} writes/s, ${perOwnSecond.toFixed(0)} in a second of theirs, ${cpuMs.toFixed(2)} ms of CPU in the application${inDatabase} for each`
}

/** What most of the samples waited for. */
function waitsSaid({ waits }: Figures): string {
  const all = [...waits.values()].reduce((sum, count) => sum + count, 0)
  const most = [...waits].filter(([event]) => event !== '').toSorted(([, one], [, other]) => other - one)
  const told = most.slice(0, 4).map(([event, count]) => `${event} ${((count * 100) / all).toFixed(0)} %`)
  return told.join(', ') || 'nothing'
}

/** Compares two processes, each with a core of its own, with one on one. Shape: whether they reach the bar. */
async function compareCores(client: pg.Client): Promise<boolean> {
  const [own] = await linesOf(client)
  const canPin = os.availableParallelism() >= 2 && pin(process.pid, 0) && own === undefined
  if (!canPin) {
    console.log('Processes with a core of their own are not compared: that needs two cores and taskset.')
    return true
  }
  spawnSync('taskset', ['-acp', `0-${os.availableParallelism() - 1}`, String(process.pid)])
  const ratios: number[] = []
  const runs = [1, 2].map(processes => ({ processes, writers: writersOfCore, isPinned: true }))
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const figures: Figures[] = []
    for (const run of runs) {
      const found = await measure(client, run)
      console.log(
        `${run.processes} core(s), each with a process, ${run.writers} writers and their lines: ${said(found)}; lines waited for ${waitsSaid(found)}`,
      )
      figures.push(found)
    }
    const [one, two] = figures
    if (one && two) ratios.push(two.perOwnSecond / one.perOwnSecond)
  }
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  console.log(
    `two processes on two cores write ${median(ratios).toFixed(2)} times as much as one on one (${spread}, bar ${ratioBar})`,
  )
  return median(ratios) >= ratioBar
}

const database = await openDatabase({ dataDir: os.tmpdir(), databaseUrl })
await migrateToLatest(database)
await database.close()
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const figures: number[] = []
for (const run of [
  { processes: 1, writers: 1 },
  { processes: 1, writers: 8 },
  { processes: 2, writers: 4 },
]) {
  const found = await measure(client, run)
  const isJudged = run.processes === 1 && run.writers === 8
  const bar = isJudged ? ` (bar ${perSecondBar} in a second of theirs)` : ''
  console.log(`${run.processes} process(es), ${run.processes * run.writers} writer(s): ${said(found)}${bar}`)
  figures.push(found.perOwnSecond)
}
const [, one = NaN, two = NaN] = figures
console.log(
  `two processes on all cores, which they share with the database, write ${(two / one).toFixed(2)} times as much as one`,
)
const isApart = await compareCores(client)
await client.end()
process.exitCode = one >= perSecondBar && isApart ? 0 : 1
