import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import pino from 'pino'
import { apiPaths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { signInAs, type TestStaff } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'

/**
 * How many books a second are created, changed, or changed 23 at once, over the whole application on PostgreSQL, by one writer
 * and by eight, in one process and in two, and what each costs of the processors: in the application and, where the server
 * runs beside it, in the lines of the database.
 * Usage: DATABASE_URL=… node bench/writes.ts [--seconds 5] [--act create|change|batch]. DATABASE_URL names a database of a
 * PostgreSQL server.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    writers: { type: 'string' },
    person: { type: 'string', default: '' },
    act: { type: 'string', default: 'create' },
  },
})
const runs = [
  { processes: 1, writers: 1 },
  { processes: 1, writers: 8 },
  { processes: 2, writers: 8 },
]

const recordsOfBatch = 23
/** What Linux counts the time of a process in. */
const msPerTick = 10

interface Told {
  writes: number
  ms: number
  cpuMs: number
}

/** One process: says that it is ready, waits for the start, writes, tells how much, waits for the end. */
async function write(writers: number): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-writes-'))
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0' })
  const log = pino({ level: 'error' })
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], log })
  const services = await createServices(config, database, log)
  const app = await buildApp(services)
  try {
    const password = 'a long password of a bench'
    await addPersonTo(services, { email: values.person, name: 'كاتب', password, role: 'editor' })
    const staff = await signInAs(app, values.person, password)
    const act = await actOf(staff, writers)
    for (let round = 0; round < 100; round += 1) await act(round % writers)
    process.send?.('ready')
    await once(process, 'message')
    const startedAt = performance.now()
    const startedCpu = process.cpuUsage()
    const endsAt = startedAt + Number(values.seconds) * 1000
    let writes = 0
    const writer = async (_: unknown, index: number) => {
      while (performance.now() < endsAt) {
        await act(index)
        writes += 1
      }
    }
    await Promise.all(Array.from({ length: writers }, writer))
    const { user, system } = process.cpuUsage(startedCpu)
    process.send?.({
      writes,
      ms: performance.now() - startedAt,
      cpuMs: (user + system) / 1000,
    } satisfies Told)
    /* Its lines are looked at before they go. */
    await once(process, 'message')
  } finally {
    await app.close()
    await services.close()
    await database.close().catch(() => undefined)
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What a writer does again and again, by its number: each changes records of its own. */
async function actOf(staff: TestStaff, writers: number): Promise<(writer: number) => Promise<void>> {
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await staff.send(method, path, body)
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`)
    return answer.json().data as { id: string }
  }
  const create = () => send('POST', apiPaths.books, bookInput())
  if (values.act === 'create') return async () => void (await create())
  const own = values.act === 'batch' ? recordsOfBatch : 1
  const ids = await Promise.all(
    Array.from({ length: writers }, async () => {
      const created: string[] = []
      while (created.length < own) created.push((await create()).id)
      return created
    }),
  )
  const versions = ids.map(() => 1)
  return async writer => {
    const version = versions[writer] ?? 1
    versions[writer] = version + 1
    const releaseYear = 2000 + (version % 25)
    const [id = ''] = ids[writer] ?? []
    if (values.act !== 'batch')
      await send('PUT', `${apiPaths.books}/${id}`, bookInput({ version, releaseYear }))
    else {
      const records = (ids[writer] ?? []).map(each => ({ id: each, version }))
      await send('POST', apiPaths.batchOf(apiPaths.books), {
        action: 'change',
        records,
        values: { releaseYear },
      })
    }
  }
}

/** The processor time of the lines of the database so far; undefined where they are not of this machine. Unit: ms. */
async function databaseCpuMs(): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'rafid' and datname = current_database()`,
  )
  await client.end()
  try {
    const ticks = rows.map(({ pid }) => {
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

async function measure({ processes, writers }: (typeof runs)[number], run: number): Promise<number> {
  const children = Array.from({ length: processes }, (_, index) => {
    const person = `writer-${Date.now()}-${run}-${index}@rafid.example`
    const own = ['--seconds', values.seconds, '--writers', String(writers / processes), '--person', person]
    own.push('--act', values.act)
    return fork(import.meta.filename, own)
  })
  await Promise.all(children.map(child => once(child, 'message')))
  const told = children.map(async child => {
    const [message] = (await once(child, 'message')) as [Told]
    return message
  })
  const databaseBefore = await databaseCpuMs()
  for (const child of children) child.send('start')
  const all = await Promise.all(told)
  const databaseAfter = await databaseCpuMs()
  for (const child of children) child.send('end')
  for (const child of children) if (child.exitCode === null) await once(child, 'exit')
  const perSecond = all.reduce((sum, { writes, ms }) => sum + (writes * 1000) / ms, 0)
  const writes = all.reduce((sum, one) => sum + one.writes, 0)
  const cpuMs = all.reduce((sum, one) => sum + one.cpuMs, 0) / writes
  const inDatabase =
    databaseBefore === undefined || databaseAfter === undefined
      ? ''
      : ` and ${((databaseAfter - databaseBefore) / writes).toFixed(2)} ms in the database`
  console.log(
    `${processes} process(es), ${writers} writer(s): ${perSecond.toFixed(0)} writes/s, ${cpuMs.toFixed(2)} ms of CPU in the application${inDatabase} for each`,
  )
  return perSecond
}

if (values.writers === undefined) {
  const databaseUrl = process.env['DATABASE_URL']
  if (!databaseUrl) throw new Error('DATABASE_URL has to name a database of a PostgreSQL server.')
  const database = await openDatabase({ dataDir: os.tmpdir(), databaseUrl })
  await migrateToLatest(database)
  await database.close()
  const figures: number[] = []
  for (const [index, run] of runs.entries()) figures.push(await measure(run, index))
  const [, one = NaN, two = NaN] = figures
  console.log(`two processes write ${(two / one).toFixed(2)} times as much as one`)
} else {
  await write(Number(values.writers))
  process.disconnect?.()
}
