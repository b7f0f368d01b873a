import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { apiPaths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { signInAs } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'

/**
 * How many books a second are created over the whole application on PostgreSQL, by one writer and by eight, in one
 * process and in two.
 * Usage: DATABASE_URL=… node bench/writes.ts [--seconds 5]. DATABASE_URL names a database of a PostgreSQL server.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    writers: { type: 'string' },
    person: { type: 'string', default: '' },
  },
})
const runs = [
  { processes: 1, writers: 1 },
  { processes: 1, writers: 8 },
  { processes: 2, writers: 8 },
]

interface Told {
  writes: number
  ms: number
  cpuMs: number
}

/** One process: says that it is ready, waits for the start, writes, tells how much. */
async function write(writers: number): Promise<Told> {
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
    const create = async () => {
      const { statusCode, body } = await staff.send('POST', apiPaths.books, bookInput())
      if (statusCode !== 201) throw new Error(`${statusCode}: ${body}`)
    }
    for (let round = 0; round < 100; round += 1) await create()
    process.send?.('ready')
    await once(process, 'message')
    const startedAt = performance.now()
    const startedCpu = process.cpuUsage()
    const endsAt = startedAt + Number(values.seconds) * 1000
    let writes = 0
    const writer = async () => {
      while (performance.now() < endsAt) {
        await create()
        writes += 1
      }
    }
    await Promise.all(Array.from({ length: writers }, writer))
    const { user, system } = process.cpuUsage(startedCpu)
    return { writes, ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
  } finally {
    await app.close()
    await services.close()
    await database.close().catch(() => undefined)
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure({ processes, writers }: (typeof runs)[number], run: number): Promise<number> {
  const children = Array.from({ length: processes }, (_, index) => {
    const person = `writer-${Date.now()}-${run}-${index}@rafid.example`
    const own = ['--seconds', values.seconds, '--writers', String(writers / processes), '--person', person]
    return fork(import.meta.filename, own)
  })
  await Promise.all(children.map(child => once(child, 'message')))
  const told = children.map(async child => {
    const [message] = (await once(child, 'message')) as [Told]
    return message
  })
  for (const child of children) child.send('start')
  const all = await Promise.all(told)
  for (const child of children) if (child.exitCode === null) await once(child, 'exit')
  const perSecond = all.reduce((sum, { writes, ms }) => sum + (writes * 1000) / ms, 0)
  const cpuMs =
    all.reduce((sum, one) => sum + one.cpuMs, 0) / all.reduce((sum, { writes }) => sum + writes, 0)
  console.log(
    `${processes} process(es), ${writers} writer(s): ${perSecond.toFixed(0)} writes/s, ${cpuMs.toFixed(2)} ms of CPU in the application for each`,
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
  process.send?.(await write(Number(values.writers)))
  process.disconnect?.()
}
