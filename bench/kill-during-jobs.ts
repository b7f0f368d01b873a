/**
 * Kills processes that want and run jobs, again and again, and checks that no job is lost, none is done twice, and none
 * is run by two processes at the same time.
 * Usage: node bench/kill-during-jobs.ts [kills, default 40] [engine: pglite (default) or postgres]
 * With PostgreSQL two processes run jobs side by side, and one of them is killed at a time. Ends with 1 when a job was
 * lost, left behind, done twice, or run together.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { newId } from '#server/base/db/id.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from '#server/base/db/open.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { countOf, openBenchEngine } from './bench-engine.ts'

const script = fileURLToPath(import.meta.url)
const longestLifeMs = 1500
const stepsPerJob = 4
const wantEveryMs = 60
const endsWithinMs = 180_000

const benchJob = declareJob({
  name: 'bench',
  label: 'قياس',
  lane: 'heavy',
  input: z.object({ steps: z.int() }),
})

/** Where it all happens: a database, and a folder in which running jobs leave a sign. */
interface Place extends OpenDatabaseOptions {
  signs: string
}

/** True while another process that is alive runs this job. */
function isRunElsewhere({ signs }: Place, id: string): boolean {
  return fs
    .readdirSync(signs)
    .filter(name => name.startsWith(`${id}-`))
    .some(name => isAlive(Number(name.slice(id.length + 1))))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}

/** Runs jobs and wants new ones with a record each, for ever; the last one runs what is left. Tells on standard output what it wanted, and what is wrong. */
async function live(place: Place, isLast: boolean): Promise<void> {
  const database = await openDatabase(place)
  const say = (line: string) => fs.writeSync(1, `${line}\n`)
  const handler = handleJob(benchJob, async (steps, { steps: count }) => {
    say(`begun ${steps.id}`)
    if (isRunElsewhere(place, steps.id)) say(`together ${steps.id}`)
    const sign = path.join(place.signs, `${steps.id}-${process.pid}`)
    fs.writeFileSync(sign, '')
    try {
      for (let step = 0; step < count; step += 1) {
        await steps.once(`step ${step}`, z.int(), async () => {
          await wait(Math.random() * 40)
          return step
        })
        steps.progress(step + 1, count)
      }
      return async transaction => {
        // A second end of the same job would break the key, and fail the job.
        await transaction
          .insertInto('attempts')
          .values({ key: `end ${steps.id}`, count: 1, endsAt: new Date() })
          .execute()
      }
    } finally {
      fs.rmSync(sign, { force: true })
    }
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const runner = await startJobRunner({
    database,
    handlers: [handler],
    log: log as never,
    jobsAtOnce: { quick: 1, heavy: 3 },
  })
  say('ready')
  if (isLast) {
    await untilAllEnded(database)
    await runner.close()
    await database.close()
    return
  }
  for (;;) {
    const id = newId()
    await database.kysely.transaction().execute(async transaction => {
      await transaction
        .insertInto('attempts')
        .values({ key: `record ${id}`, count: 1, endsAt: new Date() })
        .execute()
      await enqueueJob(transaction, benchJob, { key: id, title: id, input: { steps: stepsPerJob } })
    })
    say(`wanted ${id}`)
    await wait(wantEveryMs)
  }
}

async function untilAllEnded(database: OpenDatabase): Promise<void> {
  for (const until = Date.now() + endsWithinMs; Date.now() < until; await wait(200)) {
    const { count } = await database.kysely
      .selectFrom('jobs')
      .where('finishedAt', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count === 0) return
  }
}

interface Process {
  child: ChildProcess
  lines: string[]
  ready: Promise<void>
  ended: Promise<void>
}

function startProcess(place: Place, task: 'live' | 'last'): Process {
  const child = spawn(process.execPath, [script, task, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    if (lines.includes('ready')) ready.resolve()
  })
  child.once('close', () => {
    ready.resolve()
    ended.resolve()
  })
  return { child, lines, ready: ready.promise, ended: ended.promise }
}

interface Report {
  kills: number
  wanted: number
  /** Acknowledged ones that have no job. */
  lost: number
  /** Records without their job, or jobs without their record. */
  torn: number
  done: number
  /** Ended otherwise, or not at all. */
  notDone: number
  /** Done without their last write. */
  unwritten: number
  /** Begun while another process that was alive ran them. */
  runTogether: number
  /** Begun by more than one process. */
  takenOver: number
}

async function killDuringJobs(place: Place, kills: number, atOnce: number): Promise<Report> {
  const lines: string[] = []
  const alive: Process[] = []
  const end = async (victim: Process) => {
    victim.child.kill('SIGKILL')
    await victim.ended
    lines.push(...victim.lines)
  }
  for (let count = 0; count < kills; count += 1) {
    while (alive.length < atOnce) alive.push(startProcess(place, 'live'))
    await Promise.all(alive.map(({ ready }) => ready))
    await wait(Math.random() * longestLifeMs)
    const victim = alive.shift()
    if (victim !== undefined) await end(victim)
  }
  for (const victim of alive) await end(victim)
  const last = startProcess(place, 'last')
  await last.ended
  lines.push(...last.lines)
  return judge(place, kills, lines)
}

async function judge(place: Place, kills: number, lines: readonly string[]): Promise<Report> {
  const database = await openDatabase(place)
  const jobs = await database.kysely.selectFrom('jobs').select(['id', 'key', 'state']).execute()
  const written = await database.kysely.selectFrom('attempts').select('key').execute()
  await database.close()
  const told = (what: string) =>
    lines.filter(line => line.startsWith(`${what} `)).map(line => line.slice(what.length + 1))
  const notes = (what: string) =>
    new Set(
      written.filter(({ key }) => key.startsWith(`${what} `)).map(({ key }) => key.slice(what.length + 1)),
    )
  const keys = new Set(jobs.map(({ key }) => key))
  const ends = notes('end')
  const begun = told('begun')
  return {
    kills,
    wanted: jobs.length,
    lost: told('wanted').filter(key => !keys.has(key)).length,
    torn: notes('record').symmetricDifference(keys).size,
    done: jobs.filter(({ state }) => state === 'done').length,
    notDone: jobs.filter(({ state }) => state !== 'done').length,
    unwritten: jobs.filter(({ id }) => !ends.has(id)).length,
    runTogether: told('together').length,
    takenOver: begun.length - new Set(begun).size,
  }
}

async function main(): Promise<void> {
  const [first = '40', second = 'pglite'] = process.argv.slice(2)
  if (first === 'live' || first === 'last') return live(JSON.parse(second) as Place, first === 'last')
  const kills = countOf(first)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-kill-jobs-'))
  const place: Place = { dataDir, signs: path.join(dataDir, 'signs') }
  fs.mkdirSync(place.signs)
  const server = await openBenchEngine(second, 'rafid-kill-jobs-pg-')
  if (server !== undefined) place.databaseUrl = server.databaseUrl('postgres')
  try {
    const database = await openDatabase(place)
    await migrateToLatest(database)
    await database.close()
    const report = await killDuringJobs(place, kills, server === undefined ? 1 : 2)
    console.log(`kill -9 during jobs, ${second}:`, report)
    const { lost, torn, notDone, unwritten, runTogether } = report
    if (lost + torn + notDone + unwritten + runTogether > 0) process.exitCode = 1
  } finally {
    await server?.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
