import fs from 'node:fs'
import os from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres } from '#test/database.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  type PostgresServer,
  startPostgresServer,
} from '#test/postgres-server.ts'
import { openQuietProxy } from '#test/quiet-proxy.ts'
import { migrateToLatest } from './migrate.ts'
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from './open.ts'

const programs = findPostgresPrograms()
const awayTimeoutMs = 20_000

it('says in Arabic and English when the server cannot be reached', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none'
  await expect(openDatabase({ dataDir: os.tmpdir(), databaseUrl })).rejects.toThrow(
    /تعذر الاتصال.*cannot be reached/s,
  )
})

describe.runIf(hasPostgres() && programs !== undefined)('a PostgreSQL server', () => {
  let server: PostgresServer
  let db: OpenDatabase

  beforeAll(async () => {
    const directory = makeServerDirectory('rafid-test-pg-')
    initCluster(programs ?? '', directory)
    server = await startPostgresServer(programs ?? '', directory)
    db = await openDatabase({ dataDir: os.tmpdir(), databaseUrl: server.databaseUrl('postgres') })
    await migrateToLatest(db)
  }, 60_000)

  afterAll(async () => {
    await db.close()
    await server.stop()
    expect(fs.existsSync(server.directory)).toBe(false)
  })

  const oneOn = ({ kysely }: OpenDatabase) => sql<{ one: number }>`select 1 as one`.execute(kysely)
  const one = () => oneOn(db)

  /** Lines with these limits, for what is to meet them: a busy machine may stand still for as long at any statement. */
  async function openHurried(limits: Partial<OpenDatabaseOptions>): Promise<OpenDatabase> {
    const databaseUrl = server.databaseUrl('postgres')
    const hurried = await openDatabase({ dataDir: os.tmpdir(), databaseUrl, ...limits })
    onTestFinished(() => hurried.close())
    return hurried
  }

  it('compiles no statement and starts no workers for it, however much it seems to cost', async () => {
    const { rows } = await sql<{ jit: string; workers: string }>`
      select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`.execute(
      db.kysely,
    )
    expect(rows).toEqual([{ jit: 'off', workers: '0' }])
  })

  it('ends a statement that runs too long', async () => {
    const hurried = await openHurried({ statementTimeoutMs: 300 })
    await expect(sql`select pg_sleep(5)`.execute(hurried.kysely)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect.poll(() => oneOn(hurried).then(({ rows }) => rows)).toEqual([{ one: 1 }])
  })

  it('ends a transaction that stays silent', async () => {
    const hurried = await openHurried({ idleInTransactionTimeoutMs: 300 })
    const silent = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const attempt = hurried.kysely.transaction().execute(async trx => {
      await trx.insertInto('settings').values({ key: 'silent', value: '{}' }).execute()
      silent.resolve()
      await ended.promise
      await trx.selectFrom('settings').selectAll().execute()
    })
    const refused = expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
    await silent.promise
    const countSilent = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db.kysely)
      return rows[0]?.n
    }
    await expect.poll(countSilent, { timeout: 10_000 }).toBe(0)
    ended.resolve()
    await refused
    expect(await db.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
  })

  it('ends one of two transactions that wait for each other, as what may be tried again', async () => {
    const tables = ['books', 'notes'] as const
    const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const acts = tables.map((own, at) =>
      db.kysely.transaction().execute(async trx => {
        await sql`set local deadlock_timeout = '50ms'`.execute(trx)
        await sql`lock table ${sql.table(own)}`.execute(trx)
        holding[at]?.resolve()
        await Promise.all(holding.map(({ promise }) => promise))
        await sql`lock table ${sql.table(tables[1 - at] ?? own)}`.execute(trx)
      }),
    )
    const refused = (await Promise.allSettled(acts)).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'unavailable', cause: { code: '40P01' } } }])
    expect((await one()).rows).toEqual([{ one: 1 }])
  })

  it(
    'may go away and come back: queries fail meanwhile and work again, listeners hear of the gap',
    async () => {
      const heard: string[] = []
      await db.listen(
        'rafid_changes',
        payload => heard.push(payload),
        () => heard.push('gap'),
      )
      const inFlight = db.kysely.transaction().execute(async trx => {
        await trx.insertInto('settings').values({ key: 'in-flight', value: '{}' }).execute()
        await server.crash()
        await trx.selectFrom('settings').selectAll().execute()
      })
      await expect(inFlight).rejects.toMatchObject({ code: 'unavailable' })
      await expect(one()).rejects.toMatchObject({ code: 'unavailable' })
      await server.start()
      await expect.poll(one, { timeout: awayTimeoutMs }).toMatchObject({ rows: [{ one: 1 }] })
      await expect.poll(() => heard, { timeout: awayTimeoutMs }).toEqual(['gap'])
      await sql`select pg_notify('rafid_changes', 'after')`.execute(db.kysely)
      await expect.poll(() => heard).toEqual(['gap', 'after'])
      expect(await db.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
    },
    awayTimeoutMs * 3,
  )

  it('is heard again after a line that fell silent without being closed', async () => {
    const proxy = await openQuietProxy(server.directory)
    const databaseUrl = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(proxy.directory)}`
    const deaf = await openDatabase({ dataDir: os.tmpdir(), databaseUrl, listenBeatMs: 500 })
    const heard: string[] = []
    await deaf.listen(
      'rafid_changes',
      payload => heard.push(payload),
      () => heard.push('gap'),
    )
    const tell = (payload: string) => sql`select pg_notify('rafid_changes', ${payload})`.execute(db.kysely)
    await expect.poll(() => tell('before').then(() => heard), { timeout: awayTimeoutMs }).toContain('before')
    proxy.hush()
    heard.length = 0
    await tell('lost')
    await expect.poll(() => heard, { timeout: awayTimeoutMs }).toContain('gap')
    /* A busy machine may miss a beat again, and what is told meanwhile is a gap too. */
    await expect.poll(() => tell('after').then(() => heard), { timeout: awayTimeoutMs }).toContain('after')
    expect(heard).not.toContain('lost')
    await proxy.close()
    await deaf.close()
  }, 60_000)

  it('is listened to later where it could not be at first', async () => {
    await server.crash()
    const ready = Promise.withResolvers<void>()
    const warned: string[] = []
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (_: object, text: string) => warned.push(text),
    }
    const databaseUrl = server.databaseUrl('postgres')
    const late = await openDatabase({ dataDir: os.tmpdir(), databaseUrl, log, until: ready.promise })
    let gaps = 0
    await late.listen(
      'rafid_changes',
      () => undefined,
      () => (gaps += 1),
    )
    ready.resolve()
    await expect.poll(() => warned).toContain('database: the notification line is away')
    await server.start()
    await expect.poll(() => gaps, { timeout: awayTimeoutMs }).toBe(1)
    await late.close()
  }, 60_000)
})
