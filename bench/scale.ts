import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { kindNames, kinds } from '#contract/kinds.ts'
import { buildApp } from '#server/app.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { addPersonTo } from '#test/add-person.ts'
import { signInAs } from '#test/build-app.ts'
import { countOf, openBenchEngine } from './bench-engine.ts'
import { quantile } from './figures.ts'
import { costOf, untilIdle } from './scale-cost.ts'
import type { Cost } from './scale-cost.ts'
import { fillScale } from './scale-data.ts'
import { takeScaleDatabase } from './scale-database.ts'
import { lookedAt, noteStatements, planOf, watchStatements } from './scale-plans.ts'
import type { Sent } from './scale-plans.ts'
import { listScreensAndPages } from './scale-screens.ts'
import type { Screen } from './scale-screens.ts'

/**
 * Whether every staff screen and public page stays quick with years of data: opens each, nothing ready, once nothing goes
 * on in the background, and prints what it takes without waiting for processors that others use (`p50`, `p99`), how much
 * of that is the time of processors in the database, what the clock said, the first and the worst of all rounds, how many
 * statements it asked, how many rows of tables these looked at, and of which tables at too many. `heap` says
 * in how many rounds V8 looked through all its memory for garbage, which it does after some dozens of answers, whichever these
 * are, on other processors too: such a round is judged like all others.
 * Usage: node bench/scale.ts [--engine postgres] [--records 50000] [--entries 500000] [--visits 5000000] [--rounds 20]
 * [--only WORDS] [--plans] (how each statement runs). DATABASE_URL names a database of a server to use: an empty one, which is filled, or one that was
 * filled before; any other is refused as it is.
 * Ends with 1 where a p99 is above 100 ms, or a statement reads more than 2,000 rows of a table in turn, or
 * 20,000 by an index.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    records: { type: 'string', default: '50000' },
    entries: { type: 'string', default: '500000' },
    visits: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
  },
})
const longestMs = 100
/* The first are those of code that was never run. */
const warmRounds = 5
const rounds = countOf(values.rounds)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-scale-'))
const named = process.env['DATABASE_URL']
const server = named === undefined ? await openBenchEngine(values.engine, 'rafid-bench-scale-pg-') : undefined
watchStatements()
const database = await openDatabase({
  dataDir: path.join(folder, 'db'),
  databaseUrl: named ?? server?.databaseUrl('postgres'),
})
try {
  await takeScaleDatabase(database)
  await migrateToLatest(database)
  const { count } = await database.kysely
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) {
    const startedAt = performance.now()
    await fillScale(database, {
      records: countOf(values.records),
      entries: countOf(values.entries),
      visits: countOf(values.visits),
    })
    console.log(`filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  await walk()
} finally {
  await database.close().catch(() => undefined)
  await server?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

async function walk(): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, DEMO: '0', CHECK_LINKS: '0', PORT: '0', HOST: '127.0.0.1' })
  const log = pino({ level: 'fatal' })
  const services = await createServices(config, database, log)
  const app = await buildApp(services)
  const person = {
    email: `bench-${randomUUID()}@rafid.example`,
    password: randomBytes(24).toString('base64url'),
  }
  try {
    await addPersonTo(services, { ...person, name: 'قياس', role: 'admin' })
    const staff = await signInAs(app, person.email, person.password)
    const forget = () =>
      services.changes.tellHere([
        ...kindNames.map(kind => kinds[kind].list),
        'settings',
        'exam-dates',
        'drafts',
        'withdrawals',
      ])

    async function open({ asks, isOfStaff, name }: Screen): Promise<void> {
      await Promise.all(
        asks.map(async url => {
          const answer = isOfStaff
            ? await staff.send('GET', url)
            : await app.inject({
                method: 'GET',
                url,
                remoteAddress: `10.0.0.${Math.ceil(Math.random() * 250)}`,
              })
          if (answer.statusCode !== 200)
            throw new Error(`${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
        }),
      )
    }

    if (!(await untilIdle(database)))
      console.log('Work goes on in the background: figures are those of a busy server.')
    for (const screen of await listScreensAndPages(database)) {
      if (!screen.name.includes(values.only)) continue
      const costs: Cost[] = []
      let sent: Sent[] = []
      for (let round = 0; round < warmRounds + rounds; round += 1) {
        await forget()
        const cost = await costOf(database, async () => {
          sent = await noteStatements(() => open(screen))
        })
        costs.push(cost)
      }
      await tell(screen, costs, sent)
    }
  } finally {
    await database.kysely.deleteFrom('users').where('email', '=', person.email).execute()
    await app.close()
    await services.close()
  }
}

async function tell(screen: Screen, costs: readonly Cost[], sent: readonly Sent[]): Promise<void> {
  const endPatience = database.allowLongStatements()
  const scans = new Set<string>()
  let read = 0
  for (const statement of sent) {
    const looked = await lookedAt(database, statement)
    read += looked.rows
    for (const { table, rows } of looked.scans) scans.add(`${table}: ${rows}`)
  }
  if (values.plans)
    for (const statement of sent) console.log(`${statement.text}\n${await planOf(database, statement)}\n`)
  endPatience()
  const warm = costs.slice(warmRounds)
  const collecting = warm.filter(({ isCollecting }) => isCollecting).length
  const of = (figure: 'alone' | 'inDatabase' | 'wall', share: number, among: readonly Cost[] = warm) =>
    quantile(
      among.map(cost => cost[figure]),
      share,
    ).toFixed(1)
  const isWithin = Number(of('alone', 0.99)) <= longestMs && scans.size === 0
  if (!isWithin) process.exitCode = 1
  const figures = [
    `p50 ${of('alone', 0.5).padStart(6)} ms`,
    `p99 ${of('alone', 0.99).padStart(6)} ms`,
    `database ${of('inDatabase', 0.5).padStart(6)} ms`,
    `first ${of('alone', 1, costs.slice(0, 1)).padStart(6)}`,
    `worst ${of('alone', 1, warm).padStart(6)}`,
    `heap ${String(collecting).padStart(2)}`,
    `wall ${of('wall', 0.5).padStart(6)} / ${of('wall', 0.99).padStart(6)} ms`,
    `${String(sent.length).padStart(2)} statements`,
    `${String(read).padStart(6)} rows`,
  ]
  console.log(`${isWithin ? ' ' : '!'} ${screen.name.padEnd(36)} ${figures.join('  ')}`)
  for (const scan of scans) console.log(`    reads ${scan} rows`)
}
