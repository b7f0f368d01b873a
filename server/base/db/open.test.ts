import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { newId } from './id.ts'
import type { Queryable } from './types.ts'

/** Lets everything that is on its way between us and the database arrive. */
async function roundTrips(db: Queryable): Promise<void> {
  for (let trip = 0; trip < 5; trip += 1) await sql`select 1`.execute(db)
}

describeEachEngine('an open database', (open, engine) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await open({ acquireTimeoutMs: 2_000 })
  })

  afterAll(() => db.cleanup())

  const setting = (key: string) => ({ key, value: JSON.stringify({ snake_key: 1, camelKey: 'نص' }) })

  it('reads back what was written, with the names inside JSON untouched', async () => {
    const key = newId()
    await db.kysely.insertInto('settings').values(setting(key)).execute()
    const row = await db.kysely
      .selectFrom('settings')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(row.value).toEqual({ snake_key: 1, camelKey: 'نص' })
    expect(row.updatedAt).toBeInstanceOf(Date)
  })

  it('gives counts and sums of 64 bits as numbers and days as text', async () => {
    const { rows } = await sql`select count(*) as n, date '2026-03-01' as day from books`.execute(db.kysely)
    expect(rows).toEqual([{ n: 0, day: '2026-03-01' }])
  })

  it('compiles no statement, reads each table from its beginning, and takes an index for near', async () => {
    const { rows } = await sql`
      select current_setting('jit') as jit, current_setting('synchronize_seqscans') as shared,
        current_setting('random_page_cost') as cost`.execute(db.kysely)
    expect(rows).toEqual([{ jit: 'off', shared: 'off', cost: '1.1' }])
  })

  it('stays usable after a statement that failed', async () => {
    await expect(sql`select * from no_such_table`.execute(db.kysely)).rejects.toMatchObject({ code: '42P01' })
    await expect(sql`insert into settings (key) values ('x')`.execute(db.kysely)).rejects.toMatchObject({
      code: '23502',
    })
    const { rows } = await sql`select 1 as one`.execute(db.kysely)
    expect(rows).toEqual([{ one: 1 }])
  })

  it('rolls a transaction back when it throws, and goes on', async () => {
    const key = newId()
    const attempt = db.kysely.transaction().execute(async trx => {
      await trx.insertInto('settings').values(setting(key)).execute()
      await sql`select 1 / 0`.execute(trx)
    })
    await expect(attempt).rejects.toMatchObject({ code: '22012' })
    expect(await db.kysely.selectFrom('settings').selectAll().where('key', '=', key).execute()).toEqual([])
  })

  it('does not call a transaction committed when a failure in it was passed over', async () => {
    const key = newId()
    const attempt = db.kysely.transaction().execute(async trx => {
      await trx.insertInto('settings').values(setting(key)).execute()
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await db.kysely.selectFrom('settings').selectAll().where('key', '=', key).execute()).toEqual([])
  })

  it('refuses a query through the pool inside a transaction at once, instead of hanging', async () => {
    const attempt = db.kysely.transaction().execute(() => db.kysely.selectFrom('books').selectAll().execute())
    await expect(attempt).rejects.toThrow('through the pool inside an open transaction')
    expect(await db.kysely.selectFrom('books').selectAll().execute()).toEqual([])
  })

  it('lets queries of others wait for a transaction', async () => {
    const key = newId()
    const started = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const writing = db.kysely.transaction().execute(async trx => {
      await trx.insertInto('settings').values(setting(key)).execute()
      started.resolve()
      await answered.promise
      await roundTrips(trx)
    })
    await started.promise
    const seeing = db.kysely.selectFrom('settings').select('key').where('key', '=', key).execute()
    if (engine === 'postgres') await seeing
    answered.resolve()
    await writing
    const seen = await seeing
    expect(seen).toEqual(engine === 'pglite' ? [{ key }] : [])
    const after = await db.kysely.selectFrom('settings').select('key').where('key', '=', key).execute()
    expect(after).toEqual([{ key }])
  })

  it('answers many queries at once, each with its own rows', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map(n => sql<{ n: number }>`select ${n}::int as n, pg_sleep(0)`.execute(db.kysely)),
    )
    expect(answers.map(answer => answer.rows[0]?.n)).toEqual(numbers)
  })

  it('returns large answers and takes large values whole', async () => {
    const text = 'رافد '.repeat(400_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db.kysely)
    expect(rows[0]?.text).toBe(text)
  })

  it('delivers a notification after the commit and not before, and none after a rollback', async () => {
    const heard: string[] = []
    const stop = await db.listen('rafid_changes', payload => heard.push(payload))
    await db.kysely
      .transaction()
      .execute(async trx => {
        await sql`select pg_notify('rafid_changes', 'lost')`.execute(trx)
        throw new Error('no')
      })
      .catch(() => undefined)
    await db.kysely.transaction().execute(async trx => {
      await sql`select pg_notify('rafid_changes', 'books:1')`.execute(trx)
      await roundTrips(trx)
      expect(heard).toEqual([])
    })
    await expect.poll(() => heard).toEqual(['books:1'])
    await stop()
    await sql`select pg_notify('rafid_changes', 'later')`.execute(db.kysely)
    await roundTrips(db.kysely)
    expect(heard).toEqual(['books:1'])
  })

  it('serves every listener of a channel, and lets them query', async () => {
    const heard: unknown[] = []
    const query = async () => heard.push((await sql`select 1 as one`.execute(db.kysely)).rows)
    const stops = [
      await db.listen('channel_a', () => heard.push('first')),
      await db.listen('channel_a', () => void query()),
    ]
    await db.kysely.transaction().execute(trx => sql`select pg_notify('channel_a', '')`.execute(trx))
    await expect.poll(() => heard).toEqual(['first', [{ one: 1 }]])
    for (const stop of stops) await stop()
  })

  it('orders Arabic words as a dictionary does', async () => {
    const { rows } = await sql<{ word: string }>`
      select word from unnest(array['ياء', 'پاء', 'باء', 'تاء']) as word order by word collate "und-x-icu"
    `.execute(db.kysely)
    expect(rows.map(row => row.word)).toEqual(['باء', 'پاء', 'تاء', 'ياء'])
  })

  it('keeps statements prepared under a name right when they are used often', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { rows } = await sql<{ n: number }>`select ${round}::int as n`.execute(db.kysely)
      expect(rows).toEqual([{ n: round }])
    }
  })
})
