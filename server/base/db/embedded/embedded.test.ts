import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { briefProgram } from '#test/environment.ts'
import { killDuringFirstStart, killDuringWrites } from '../../../../bench/kill-during-writes.ts'
import { cutPower } from '../../../../bench/power-cut.ts'
import { newId } from '../id.ts'
import { migrateToLatest } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import type { DatabaseMemory } from '../types.ts'
import { EmbeddedEngine } from './engine.ts'

const openScript = new URL('../open.ts', import.meta.url).href
const killTimeoutMs = 300_000

vi.setConfig({ testTimeout: 60_000 })

const cleanups: (() => Promise<void>)[] = []

beforeAll(async () => {
  const template = await openTestDatabase('pglite')
  await template.cleanup()
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function open(overrides?: Parameters<typeof openTestDatabase>[1]): Promise<TestDatabase> {
  const db = await openTestDatabase('pglite', overrides)
  cleanups.push(() => db.cleanup())
  return db
}

function emptyDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-data-'))
  cleanups.push(() => Promise.resolve(fs.rmSync(directory, { recursive: true, force: true })))
  return directory
}

/** The number that a cluster has had since it was made. Source: PostgreSQL, pg_control.h. */
const readIdentifier = (cluster: string) =>
  fs.readFileSync(path.join(cluster, 'global/pg_control')).readBigUInt64LE(0)

const lockScript = new URL('./directory-lock.ts', import.meta.url).href

it('waits for a killed process that still holds the data', async () => {
  const db = await open()
  await db.close()
  const { dataDir } = db.options
  const letGo = path.join(emptyDirectory(), 'let-go')
  const held = `const { lockDirectory } = await import(${JSON.stringify(lockScript)})
    const { writeFileSync } = await import('node:fs')
    globalThis.lock = lockDirectory(${JSON.stringify(path.join(dataDir, 'database'))})
    console.log('held')
    setTimeout(() => {
      writeFileSync(${JSON.stringify(letGo)}, '')
      process.kill(process.pid, 'SIGKILL')
    }, 700)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', held])
  await once(holder.stdout, 'data')
  await (await openDatabase({ dataDir })).close()
  expect(fs.existsSync(letGo)).toBe(true)
})

const write = (db: Pick<TestDatabase, 'kysely'>) =>
  db.kysely.insertInto('settings').values({ key: newId(), value: '{}' }).execute()

/** Never ends by itself, and never gives the engine a chance to look at a timer. */
const endless = sql`select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b`

const built = path.join(import.meta.dirname, '../../../../dist/cluster')

it.skipIf(!fs.existsSync(built))('takes the empty cluster that the build has made', async () => {
  const made = readIdentifier(built)
  const dataDir = emptyDirectory()
  await (await openDatabase({ dataDir })).close()
  expect(readIdentifier(path.join(dataDir, 'database'))).toBe(made)
})

it('reaches a real fsync with every committed write, and with none of the reads', async () => {
  const db = await open()
  await write(db)
  const before = db.stats().fsyncCount
  for (let count = 0; count < 10; count += 1) await write(db)
  const after = db.stats().fsyncCount
  expect(after - before).toBeGreaterThanOrEqual(10)
  for (let count = 0; count < 10; count += 1) await db.kysely.selectFrom('settings').selectAll().execute()
  expect(db.stats().fsyncCount).toBe(after)
})

it('opens again what an engine left that was cut off at its first step', async () => {
  const db = await open()
  await write(db)
  await db.close()
  fs.writeFileSync(path.join(db.options.dataDir ?? '', 'database', 'postmaster.pid'), '')
  const again = await openDatabase(db.options)
  cleanups.push(() => again.close())
  await write(again)
})

it('refuses a second opening in the same process, in Arabic and English', async () => {
  const db = await open()
  await expect(openDatabase(db.options)).rejects.toThrow(/مفتوحة في عملية أخرى.*in use by another process/s)
  await write(db)
})

it('refuses a second process, and lets it in after this one has closed', async () => {
  const db = await open()
  const elsewhere = () =>
    new Promise<{ code: number | null; output: string }>(resolve => {
      const program = `
        const { openDatabase } = await import(${JSON.stringify(openScript)})
        const db = await openDatabase({ dataDir: ${JSON.stringify(db.options.dataDir)} })
        await db.close()`
      const child = spawn(process.execPath, [...briefProgram, '--input-type=module', '-e', program])
      let output = ''
      child.stderr.on('data', chunk => (output += String(chunk)))
      child.once('close', code => resolve({ code, output }))
    })
  const refused = await elsewhere()
  expect(refused.code).not.toBe(0)
  expect(refused.output).toContain('in use by another process')
  await db.close()
  expect(await elsewhere()).toMatchObject({ code: 0 })
})

it('refuses a directory that holds no database, and one of another version', async () => {
  const foreign = emptyDirectory()
  fs.mkdirSync(path.join(foreign, 'database'))
  await expect(openDatabase({ dataDir: foreign })).rejects.toThrow('holds no database')
  fs.writeFileSync(path.join(foreign, 'database', 'PG_VERSION'), '16\n')
  await expect(openDatabase({ dataDir: foreign })).rejects.toThrow(/has version 16.*npm run restore/s)
  fs.writeFileSync(path.join(foreign, 'database', 'PG_VERSION'), '99\n')
  await expect(openDatabase({ dataDir: foreign })).rejects.toThrow('made by a newer program')
})

it('ends a statement that runs too long, and serves the next ones with nothing lost', async () => {
  const db = await open({ statementTimeoutMs: 1_500 })
  await write(db)
  const waiting = db.kysely.selectFrom('settings').selectAll().execute()
  const tooLong = endless.execute(db.kysely)
  const behind = db.kysely.selectFrom('settings').selectAll().execute()
  await expect(tooLong).rejects.toMatchObject({ code: 'unavailable' })
  expect(await waiting).toHaveLength(1)
  expect(await behind).toHaveLength(1)
  expect(db.stats().restartCount).toBe(1)
})

it('sends reads before the last is answered, and gives one answer in each turn of the event loop', async () => {
  const db = await open()
  await write(db)
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const answers = Array.from({ length: 5 }, () =>
    db.kysely
      .selectFrom('settings')
      .selectAll()
      .execute()
      .then(() => turns),
  )
  await new Promise(resolve => setImmediate(resolve))
  // All of them are answered meanwhile, if all were sent.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  const unblockedAt = turns
  const seen = await Promise.all(answers)
  isOver = true
  expect(new Set(seen).size).toBe(5)
  expect(Math.max(...seen) - unblockedAt).toBeLessThan(10)
})

it('closes while reads come without end, and leaves none of them without an answer', async () => {
  const db = await open({ acquireTimeoutMs: 10_000 })
  const over = new AbortController()
  const readers = Array.from({ length: 10 }, async () => {
    while (!over.signal.aborted) {
      await sql`select count(*) from generate_series(1, 20000)`
        .execute(db.kysely)
        .catch(() => new Promise(resolve => setTimeout(resolve, 20)))
    }
  })
  await new Promise(resolve => setTimeout(resolve, 200))
  const startedAt = performance.now()
  await db.close()
  const ms = performance.now() - startedAt
  over.abort()
  await Promise.all(readers)
  expect(ms).toBeLessThan(9_000)
}, 40_000)

it('fails what is asked of an engine that is being closed', async () => {
  const db = await open({ acquireTimeoutMs: 200 })
  const held = Promise.withResolvers<void>()
  const asked = db.kysely.connection().execute(async line => {
    await sql`set application_name = 'x'`.execute(line)
    held.resolve()
    for (;;) await sql`select 1`.execute(line)
  })
  const failed = expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  await held.promise
  await db.close()
  await failed
}, 20_000)

it('gives nobody the answer to what another one asked who has left', async () => {
  const db = await open()
  await db.close()
  const limits = {
    statementTimeoutMs: 30_000,
    longStatementTimeoutMs: 30_000,
    memoryBytes: Infinity,
    idleInTransactionTimeoutMs: 30_000,
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const engine = new EmbeddedEngine(path.join(db.options.dataDir ?? '', 'database'), limits, log)
  await engine.open()
  const statement = (text: string) => {
    const body = Buffer.from(`${text}\0`)
    const head = Buffer.alloc(5)
    head.write('Q')
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const heard: string[] = []
  const user = { receive: (bytes: Uint8Array) => void heard.push(String(Buffer.from(bytes))), fail: () => {} }
  const gone = { receive: user.receive, fail: () => {} }
  engine.enter(gone)
  engine.send(gone, statement(`select 'first' as answer`))
  engine.leave(gone)
  engine.enter(user)
  engine.send(user, statement(`select 'second' as answer`))
  await expect.poll(() => heard.join('')).toContain('second')
  expect(heard.join('')).not.toContain('first')
  await engine.close()
})

it('takes a transaction back that was under way when its statement ran too long', async () => {
  const db = await open({ statementTimeoutMs: 1_500 })
  const attempt = db.kysely.transaction().execute(async trx => {
    await trx.insertInto('settings').values({ key: 'half', value: '{}' }).execute()
    await endless.execute(trx)
  })
  await expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
  expect(await db.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
})

it('lets a statement run longer while long ones are allowed', async () => {
  const db = await open({ statementTimeoutMs: 1_000 })
  const restore = db.allowLongStatements()
  await sql`select pg_sleep(1.5)`.execute(db.kysely)
  restore()
  await expect(endless.execute(db.kysely)).rejects.toMatchObject({ code: 'unavailable' })
})

it('rolls back a transaction that stays silent, and frees the session for others', async () => {
  const freed = Promise.withResolvers<void>()
  const say = (_details: object, text: string) => {
    if (text.includes('It is rolled back')) freed.resolve()
  }
  const log = { info: say, warn: say, error: say }
  const db = await open({ idleInTransactionTimeoutMs: 200, log })
  const attempt = db.kysely.transaction().execute(async trx => {
    await trx.insertInto('settings').values({ key: 'silent', value: '{}' }).execute()
    await freed.promise
    await trx.selectFrom('settings').selectAll().execute()
  })
  await expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
  expect(await db.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
  expect(db.stats().restartCount).toBe(0)
})

it('answers "unavailable" to a query that waits too long for the session', async () => {
  const db = await open({ acquireTimeoutMs: 1_500 })
  const release = Promise.withResolvers<void>()
  const holding = db.kysely.transaction().execute(() => release.promise)
  await expect(db.kysely.selectFrom('settings').selectAll().execute()).rejects.toMatchObject({
    code: 'unavailable',
  })
  release.resolve()
  await holding
  expect(await db.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
})

it('goes on listening after the engine was opened again, and reports the gap', async () => {
  const db = await open({ statementTimeoutMs: 3_000 })
  const heard: string[] = []
  await db.listen(
    'rafid_changes',
    payload => heard.push(payload),
    () => heard.push('gap'),
  )
  await expect(endless.execute(db.kysely)).rejects.toMatchObject({ code: 'unavailable' })
  await sql`select pg_notify('rafid_changes', 'after')`.execute(db.kysely)
  await expect.poll(() => heard).toEqual(['gap', 'after'])
})

it('clears away dead rows, and looks at what has changed, without being asked', async () => {
  const warnings: unknown[] = []
  const log = {
    info: () => undefined,
    warn: (entry: unknown) => warnings.push(entry),
    error: () => undefined,
  }
  const db = await open({ log, embedded: { maintenanceEveryMs: 50, vacuumEveryMs: 100 } })
  await sql`insert into settings (key, value) select 'k' || n, '{}' from generate_series(1, 1000) n`.execute(
    db.kysely,
  )
  await sql`delete from settings where key <> 'k7'`.execute(db.kysely)
  const dead = async () => {
    const { rows } = await sql<{ dead: number; known: number }>`
      select n_dead_tup::int as dead, reltuples::int as known from pg_stat_user_tables
        join pg_class on pg_class.oid = relid where pg_stat_user_tables.relname = 'settings'`.execute(
      db.kysely,
    )
    return rows[0]
  }
  await expect.poll(dead, { timeout: 20_000 }).toEqual({ dead: 0, known: 1 })
  expect(warnings).toEqual([])
})

it('holds no more memory after 5,000 reads than before them', async () => {
  const db = await open()
  for (let count = 0; count < 20; count += 1) await write(db)
  const read = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await db.kysely.selectFrom('settings').selectAll().execute()
    }
    return await db.memory()
  }
  const before = await read(500)
  const after = await read(5_000)
  const grown = (part: keyof DatabaseMemory) => (after?.[part] ?? NaN) - (before?.[part] ?? NaN)
  expect(grown('heapBytes')).toBeLessThan(16 * 1024 * 1024)
  expect(grown('bufferBytes')).toBeLessThan(16 * 1024 * 1024)
  expect(grown('engineBytes')).toBe(0)
})

it('renews a thread that holds too much memory, and loses neither rows nor listeners', async () => {
  const db = await open({ embedded: { memoryBytes: 1, maintenanceEveryMs: 200 } })
  const heard: string[] = []
  await db.listen('rafid_changes', payload => heard.push(payload))
  await write(db)
  await expect.poll(() => db.stats().restartCount, { timeout: 30_000 }).toBeGreaterThan(0)
  await sql`select pg_notify('rafid_changes', 'after')`.execute(db.kysely)
  await expect.poll(() => heard).toEqual(['after'])
  expect(await db.kysely.selectFrom('settings').selectAll().execute()).toHaveLength(1)
})

it('is renewed again and again under writes, and loses none that it has acknowledged', async () => {
  const db = await open({ embedded: { memoryBytes: 1, maintenanceEveryMs: 20 } })
  const acknowledged: string[] = []
  const refusals: unknown[] = []
  const isEnough = () => db.stats().restartCount >= 4 && acknowledged.length >= 100
  async function writeOn() {
    while (!isEnough()) {
      const [first, second] = [newId(), newId()]
      const writing = db.kysely.transaction().execute(async trx => {
        await trx
          .insertInto('settings')
          .values({ key: first, value: `"${second}"` })
          .execute()
        await trx
          .insertInto('settings')
          .values({ key: second, value: `"${first}"` })
          .execute()
      })
      await writing.then(() => acknowledged.push(first, second)).catch(error => refusals.push(error))
    }
  }
  await Promise.all([writeOn(), writeOn(), writeOn(), writeOn()])
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'unavailable' })
  const rows = await db.kysely.selectFrom('settings').selectAll().execute()
  const keys = new Set(rows.map(({ key }) => key))
  expect(acknowledged.filter(key => !keys.has(key))).toEqual([])
  const halves = rows.filter(({ value }) => !keys.has(String(value)))
  expect(halves).toEqual([])
})

it('keeps its rows over closing and opening', async () => {
  const db = await open()
  await write(db)
  await db.close()
  const again = await openDatabase(db.options)
  expect(await again.kysely.selectFrom('settings').selectAll().execute()).toHaveLength(1)
  expect(await migrateToLatest(again)).toEqual([])
  await again.close()
})

it(
  'loses no acknowledged row, and tears no transaction, when it is killed while writing',
  async () => {
    const db = await open()
    await db.close()
    const report = await killDuringWrites(6, db.options.dataDir)
    expect(report).toMatchObject({ kills: 6, lost: 0, torn: 0, failedOpens: 0 })
    expect(report.acknowledged).toBeGreaterThan(20)
  },
  killTimeoutMs,
)

it(
  'loses no acknowledged row, and breaks no chain, when the power is cut under it while writing',
  async () => {
    const report = await cutPower(2, 40)
    expect(report).toMatchObject({ cuts: 2, lost: 0, torn: 0, broken: 0, failedOpens: 0 })
    expect(report.syncs).toBeGreaterThan(40)
  },
  killTimeoutMs,
)

it(
  'opens and migrates after a first start that was killed',
  () => expect(killDuringFirstStart(2)).resolves.toBe(0),
  killTimeoutMs,
)
