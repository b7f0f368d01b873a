import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBesides, openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { up as makeChain } from '#server/base/db/migrations/0270-audit-chain.ts'
import { askServer } from '#server/base/server-requests.ts'
import { outsideTransaction } from '#server/base/db/one-connection-guard.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { Services } from '#server/services.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { startAuditChain } from './audit-chain.ts'
import { dropEntryAddresses } from './audit-links.repository.ts'
import { verifyRequests } from './verify-requests.ts'
import { verifyChain } from './verify-chain.ts'
import type { ChainReport } from './verify-chain.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('the chain of the audit log on %s', engine => {
  let test: TestApp
  let admin: TestStaff
  /** Entries of a log that is whole, in the order of the chain. */
  let ids: string[]

  beforeAll(async () => {
    test = await openTestApp({ engine })
    admin = await test.signIn('admin')
    for (const title of ['الأول', 'الثاني', 'الثالث']) {
      const answer = await admin.send('POST', '/api/books', bookInput({ title }))
      expect(answer.statusCode, answer.body).toBe(201)
    }
    await write(test.services, {
      'مفتاح "ب"': [1.5, 1e21, 0.1, -0, null],
      a: { ي: 1, ا: 'ﷺ\u202e', b: true },
    })
    ids = await chained()
  })
  afterAll(() => test.close())

  function write({ audit, database }: Services, newData: object): Promise<string> {
    return database.kysely.transaction().execute(transaction =>
      audit.writeEntry(transaction, {
        action: 'CREATE',
        entity: 'BOOK',
        entityId: 'a-record',
        description: 'إضافة كتاب',
        oldData: null,
        newData,
        actor: { ...systemActor, ipAddress: '203.0.113.7' },
      }),
    )
  }

  /** Closes what waits. Shape: the ids of the entries along the chain. */
  async function chained(): Promise<string[]> {
    const { kysely } = test.database
    const isWaiting = () =>
      kysely.selectFrom('auditLinks').select('entryId').where('position', 'is', null).executeTakeFirst()
    while (await isWaiting()) await test.services.auditChain.run()
    const rows = await kysely.selectFrom('auditLinks').select('entryId').orderBy('position').execute()
    return rows.map(({ entryId }) => entryId)
  }

  /** What is found when the database is like this for a moment. */
  async function foundWhen(
    tamper: (database: Queryable) => Promise<unknown>,
    noted?: ChainReport['head'],
  ): Promise<ChainReport> {
    let report: ChainReport | undefined
    const undo = new Error('undo')
    const trial = test.database.kysely.transaction().execute(async transaction => {
      await tamper(transaction)
      report = await verifyChain(transaction, { noted })
      throw undo
    })
    await expect(trial).rejects.toBe(undo)
    if (report === undefined) throw new Error('nothing was looked at')
    return report
  }

  it('is whole when nobody touched the log', async () => {
    const report = await verifyChain(test.database.kysely)
    expect(report).toMatchObject({
      sound: ids.length,
      removed: 0,
      faults: [],
      head: { position: ids.length },
    })
    expect(ids.length).toBeGreaterThan(4)
  })

  it('names the first entry that was changed, in whatever column', async () => {
    const changes = {
      action: 'DELETE',
      entity: 'NEWS',
      entity_id: 'other',
      description: 'غيره',
      actor_id: null,
      actor_email: 'other@rafid.example',
      ip_address: '198.51.100.1',
      user_agent: 'other',
      batch_id: 'other',
      created_at: '2020-01-01T00:00:00Z',
      old_data: '{"title":"x"}',
      new_data: '{}',
    }
    for (const [column, value] of Object.entries(changes)) {
      const { faults } = await foundWhen(database =>
        sql`update audit_entries set ${sql.ref(column)} = ${value} where id = any(${ids.slice(1, 3)})`.execute(
          database,
        ),
      )
      expect(faults, column).toEqual([
        { what: 'changed', entryId: ids[1], position: 2 },
        { what: 'changed', entryId: ids[2], position: 3 },
      ])
    }
    const { faults } = await foundWhen(database =>
      sql`update audit_entries set created_at = created_at + interval '1 microsecond' where id = ${ids[1]}`.execute(
        database,
      ),
    )
    expect(faults).toEqual([{ what: 'changed', entryId: ids[1], position: 2 }])
  })

  it('names an entry that was removed, with its link or without', async () => {
    const alone = await foundWhen(database =>
      sql`delete from audit_entries where id = ${ids[2]}`.execute(database),
    )
    expect(alone.faults).toEqual([{ what: 'removed', entryId: ids[2], position: 3 }])
    const withLink = await foundWhen(async database => {
      await sql`delete from audit_entries where id = ${ids[2]}`.execute(database)
      await sql`delete from audit_links where entry_id = ${ids[2]}`.execute(database)
    })
    expect(withLink.faults[0]).toEqual({ what: 'removed', entryId: undefined, position: 3 })
    const closedUp = await foundWhen(async database => {
      await sql`delete from audit_entries where id = ${ids[2]}`.execute(database)
      await sql`delete from audit_links where entry_id = ${ids[2]}`.execute(database)
      await sql`update audit_links set position = -position where position > 3`.execute(database)
      await sql`update audit_links set position = -position - 1 where position < 0`.execute(database)
    })
    expect(closedUp.faults[0]).toEqual({ what: 'broken', entryId: ids[3], position: 3 })
  })

  it('names an entry that was inserted', async () => {
    const insert = (id: string) => sql`
      insert into audit_entries (id, action, entity, entity_id, description)
      values (${id}, 'CREATE', 'BOOK', 'x', 'مدسوس')`
    const { faults } = await foundWhen(database => insert('forged').execute(database))
    expect(faults).toEqual([{ what: 'inserted', entryId: 'forged', position: undefined }])
    const between = await foundWhen(async database => {
      await insert('forged').execute(database)
      await sql`update audit_links set position = -position where position > 2`.execute(database)
      await sql`update audit_links set position = -position + 1 where position < 0`.execute(database)
      await sql`
        insert into audit_links (entry_id, position, content_hash, hash)
        values ('forged', 3, ${'0'.repeat(64)}, ${'0'.repeat(64)})`.execute(database)
    })
    expect(between.faults[0]).toEqual({ what: 'changed', entryId: 'forged', position: 3 })
  })

  it('shows by an end that was noted that the last entries were cut off, or all were made anew', async () => {
    const { head } = await verifyChain(test.database.kysely)
    const cut = async (database: Queryable) => {
      await sql`delete from audit_entries where id = ${ids.at(-1)}`.execute(database)
      await sql`delete from audit_links where entry_id = ${ids.at(-1)}`.execute(database)
    }
    expect((await foundWhen(cut)).faults).toEqual([])
    expect((await foundWhen(cut, head)).faults).toEqual([
      { what: 'removed', entryId: undefined, position: ids.length },
    ])
    const other = { position: 2, hash: '0'.repeat(64) }
    expect((await foundWhen(() => Promise.resolve(), other)).faults).toEqual([
      { what: 'broken', entryId: ids[1], position: 2 },
    ])
  })

  it('shows without a noted end that everything was removed, for the people must have been written down', async () => {
    const all = async (kysely: Queryable) => {
      await kysely.deleteFrom('auditEntries').execute()
      await kysely.deleteFrom('auditLinks').execute()
    }
    expect((await foundWhen(all)).faults).toEqual([{ what: 'removed', entryId: undefined, position: 1 }])
  })

  it('says of an entry that is gone before its link was closed that it was removed', async () => {
    const { faults } = await foundWhen(async database => {
      await sql`insert into audit_links (entry_id) values ('early')`.execute(database)
    })
    expect(faults).toEqual([{ what: 'removed', entryId: 'early', position: undefined }])
  })

  it('tells the log of no end whose commit failed', async () => {
    const { kysely } = test.database
    const told: object[] = []
    const log = { info: (details: object) => void told.push(details), warn: () => undefined }
    const chain = startAuditChain({ database: test.database, log })
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''no room''; end'`.execute(
      kysely,
    )
    await sql`create constraint trigger refused after update on audit_links
      deferrable initially deferred for each row execute function refuse()`.execute(kysely)
    try {
      await write(test.services, { title: 'بلا مكان' })
      await chain.run()
      expect(told).toEqual([])
    } finally {
      await sql`drop trigger refused on audit_links`.execute(kysely)
      await sql`drop function refuse`.execute(kysely)
    }
    /* The chain of the site may be before this one. */
    for (; told.length === 0; await chain.run()) await write(test.services, { title: 'وجد مكاناً' })
    await chain.close()
    ids = await chained()
    const [noted] = told as ChainReport['head'][]
    expect((await foundWhen(() => Promise.resolve(), noted)).faults).toEqual([])
  })

  it('stays whole when administrators remove entries, also those that tell of it', async () => {
    const early = await write(test.services, { title: 'يحذف قبل وصله' })
    expect((await admin.send('DELETE', `/api/auditlog/${early}`)).statusCode).toBe(200)
    await chained()
    const removed = await write(test.services, { title: 'يحذف' })
    await chained()
    const first = await admin.send('DELETE', `/api/auditlog/${removed}`)
    const second = await admin.send('DELETE', `/api/auditlog/${first.json().data.auditId}`)
    const third = await admin.send('DELETE', `/api/auditlog/${second.json().data.auditId}`)
    expect(third.statusCode, third.body).toBe(200)
    await chained()
    const report = await verifyChain(test.database.kysely)
    expect(report).toMatchObject({ faults: [] })
    expect(report.removed).toBeGreaterThan(0)
    ids = await chained()
  })

  it('stays whole when addresses are forgotten, and keeps nothing to find them by', async () => {
    const id = await write(test.services, { title: 'بعنوان' })
    ids = await chained()
    const { faults } = await foundWhen(async database => {
      await dropEntryAddresses(database as never, new Date(Date.now() + 60_000), 1_000)
      const links = await database
        .selectFrom('auditLinks')
        .select(['addressSalt', 'addressHash'])
        .where('entryId', '=', id)
        .execute()
      expect(links).toEqual([{ addressSalt: null, addressHash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    })
    expect(faults).toEqual([])
  })

  it('takes in what was written before it was made', async () => {
    const { sound } = await verifyChain(test.database.kysely)
    await sql`drop table audit_links`.execute(test.database.kysely)
    await makeChain(test.database.kysely as never)
    ids = await chained()
    expect(await verifyChain(test.database.kysely)).toMatchObject({ faults: [], sound, removed: 0 })
  })

  it('is one chain of what many write at once, and nobody waits for another', async () => {
    const before = ids.length
    const others = engine === 'postgres' ? [await openBesides(test), await openBesides(test)] : []
    const processes = [test, ...others]
    const writing = Array.from({ length: 60 }, (_, at) =>
      write((processes[at % processes.length] ?? test).services, { at }),
    )
    const chaining = Promise.all(processes.map(({ services }) => services.auditChain.run()))
    if (engine === 'postgres') {
      const { kysely } = test.database
      await kysely.transaction().execute(async transaction => {
        await test.services.audit.writeEntry(transaction, {
          action: 'CREATE',
          entity: 'BOOK',
          entityId: 'slow',
          description: 'كاتب بطيء',
          oldData: null,
          newData: null,
          actor: systemActor,
        })
        await outsideTransaction(() => Promise.all([...writing, chaining]))
      })
    }
    await Promise.all([...writing, chaining])
    ids = await chained()
    expect(ids).toHaveLength(before + writing.length + others.length / 2)
    expect(await verifyChain(test.database.kysely)).toMatchObject({ faults: [] })
    for (const other of others) await other.close()
  })

  it('is chained by itself, and proven by a command with an exit code of its own', async () => {
    const id = await write(test.services, { title: 'وحده' })
    const { kysely } = test.database
    await expect
      .poll(
        () => kysely.selectFrom('auditLinks').select('position').where('entryId', '=', id).executeTakeFirst(),
        { timeout: 20_000 },
      )
      .toEqual({ position: expect.any(Number) })
    const { databaseUrl } = test.database.options
    const verify = async () => {
      if (databaseUrl === undefined) {
        const { dataDir } = test.services.config
        const given = { tell: () => undefined, isServerThere: () => true }
        const { faults } = await askServer(dataDir, verifyRequests, {}, given)
        return { code: faults.length > 0 ? 1 : 0, said: JSON.stringify(faults) }
      }
      const environment = {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: test.services.config.dataDir,
      }
      const run = promisify(execFile)(process.execPath, ['server/staff/audit/verify.command.ts'], {
        env: environment,
      })
      return run.then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
      )
    }
    expect(await verify()).toMatchObject({ code: 0 })
    await sql`update audit_entries set description = 'غيره' where id = ${id}`.execute(kysely)
    expect(await verify()).toEqual({ code: 1, said: expect.stringContaining(id) })
  })
})
