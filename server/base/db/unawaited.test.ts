import { once } from 'node:events'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { describeEachEngine } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { guardedPool } from './pool.ts'
import type { Queryable } from './types.ts'
import { unawaited } from './unawaited.ts'

describeEachEngine('statements that nobody waits for', (open, engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.cleanup())

  const write = (db: Queryable, key: string) =>
    sql`insert into settings (key, value) values (${key}, '{}') ${unawaited}`.execute(db)
  const keys = async () =>
    (await database.kysely.selectFrom('settings').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    )

  it('are written with their transaction, in their order', async () => {
    const seen = await database.kysely.transaction().execute(async transaction => {
      for (const key of ['a', 'b']) await write(transaction, key)
      await sql`update settings set key = key || '1' where key = 'a' ${unawaited}`.execute(transaction)
      const { rows } = await sql<{ key: string }>`select key from settings order by key`.execute(transaction)
      await write(transaction, 'c')
      return rows
    })
    expect(seen).toEqual([{ key: 'a1' }, { key: 'b' }])
    expect(await keys()).toEqual(['a1', 'b', 'c'])
  })

  it('fail what comes after them with their error, and nothing stays', async () => {
    const failing = (last: (db: Queryable) => Promise<unknown>) =>
      database.kysely.transaction().execute(async transaction => {
        await write(transaction, 'd')
        await write(transaction, 'b')
        await write(transaction, 'e')
        await last(transaction)
      })
    const isTaken = expect.objectContaining({ code: '23505' })
    await expect(failing(() => Promise.resolve())).rejects.toEqual(isTaken)
    await expect(failing(db => sql`select 1`.execute(db))).rejects.toEqual(isTaken)
    const own = new Error('own')
    await expect(failing(() => Promise.reject(own))).rejects.toEqual(engine === 'postgres' ? own : isTaken)
    expect(await keys()).toEqual(['a1', 'b', 'c'])
    await expect(write(database.kysely, 'b')).rejects.toEqual(isTaken)
    await write(database.kysely, 'f')
    expect(await keys()).toEqual(['a1', 'b', 'c', 'f'])
  })

  it.runIf(engine === 'postgres')('let the next one be sent before they are answered', async () => {
    const holder = new pg.Client({ connectionString: database.options.databaseUrl })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('select pg_advisory_lock(64)')
    const sent = Promise.withResolvers<void>()
    const writing = database.kysely.transaction().execute(async transaction => {
      await sql`select pg_advisory_xact_lock(64) ${unawaited}`.execute(transaction)
      await write(transaction, 'g')
      sent.resolve()
    })
    await Promise.race([sent.promise, writing])
    await holder.query('select pg_advisory_unlock(64)')
    await writing
    expect(await keys()).toContain('g')
  })

  it.runIf(engine === 'postgres')('leave with what is waited for, or at the end of the turn', async () => {
    const line = await openLine(10_000)
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => sent.mockRestore())
    await line.ask('begin')
    await line.sleep(0)
    expect(sent).toHaveBeenCalledTimes(0)
    const ended = line.ask('commit')
    expect(sent).toHaveBeenCalledTimes(1)
    await ended
    await line.ask('begin')
    expect(sent).toHaveBeenCalledTimes(1)
    await setImmediate()
    await setImmediate()
    expect(sent).toHaveBeenCalledTimes(2)
    await line.ask('rollback')
    line.release()
    await line.close()
  })

  it.runIf(engine === 'postgres')('are answered at once, with what the one behind them gives', async () => {
    const line = await openLine(10_000)
    const bytes = vi.spyOn(Socket.prototype, 'emit')
    onTestFinished(() => bytes.mockRestore())
    const packets = () => bytes.mock.calls.filter(([name]) => name === 'data').length
    /* Often enough that the statements have names: one that the server does not know is not taken for known. */
    for (const round of [1, 2, 3, 4, 5]) {
      await line.ask('begin')
      await line.ask('select 7 as seven, $1::int as round /* unawaited */', [round])
      await line.ask('select pg_typeof($1::text) / 0 /* unawaited */', ['a'])
      await line.ask('select 8 /* unawaited */')
      await expect(line.ask('select $1::int as round', [round])).rejects.toMatchObject({ code: '42883' })
      await line.ask('rollback')
      const before = packets()
      await line.ask('begin')
      await line.ask('select 7 as seven, $1::int as round /* unawaited */', [round])
      await line.ask('select 8 /* unawaited */')
      const { rows, command } = await line.ask('select $1::int as round', [round])
      expect({ rows, command, packets: packets() - before }).toEqual({
        rows: [{ round }],
        command: 'SELECT',
        packets: 1,
      })
      expect(await line.ask('commit')).toMatchObject({ command: 'COMMIT', rows: [] })
    }
    line.release()
    await line.close()
  })

  it.runIf(engine === 'postgres')('are not sent with a value that cannot be', async () => {
    const line = await openLine(10_000)
    const ring: { self?: unknown } = {}
    ring.self = ring
    await line.ask('begin')
    await line.ask("insert into settings (key, value) values ('h', '{}') /* unawaited */")
    await line.ask('select $1::json /* unawaited */', [ring])
    await expect(line.ask('commit')).rejects.toThrow('circular')
    await line.ask('rollback')
    line.release()
    await line.close()
    expect(await keys()).not.toContain('h')
  })

  /** One line as the product has it, to which answers come within `limitMs` of those before them, or not at all. */
  async function openLine(limitMs: number) {
    const pool = new pg.Pool({ connectionString: database.options.databaseUrl, pipeline: true, max: 1 })
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const guarded = guardedPool(pool, log, {
      during: begin => begin(),
      linePatienceMs: () => undefined,
      answerLimitMs: () => limitMs,
      sendsAhead: true,
    })
    const client = await guarded.connect()
    return {
      gone: once(pool, 'remove'),
      close: () => guarded.end(),
      release: () => client.release(),
      ask: (text: string, values: readonly unknown[] = []) => client.query(text, values),
      sleep: (seconds: number) => client.query(`select pg_sleep(${seconds}) /* unawaited */`, []),
    }
  }

  it.runIf(engine === 'postgres')('are waited for each from when those before it are answered', async () => {
    const line = await openLine(1_500)
    await line.ask('begin')
    for (let at = 0; at < 4; at += 1) await line.sleep(0.5)
    expect(await line.ask('commit')).toMatchObject({ command: 'COMMIT' })
    line.release()
    await line.close()
  })

  it.runIf(engine === 'postgres')(
    'fail what comes after the one that is not answered, and their line goes',
    async () => {
      const line = await openLine(300)
      await line.ask('begin')
      for (const seconds of [0.05, 8, 8]) await line.sleep(seconds)
      const startedAt = performance.now()
      await expect(line.ask('commit')).rejects.toMatchObject({ code: 'unavailable' })
      line.release()
      await line.gone
      await line.close()
      expect(performance.now() - startedAt).toBeLessThan(6_000)
    },
  )
})
