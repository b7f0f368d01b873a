import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { countStatements } from '#test/statements.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { closeLinks, letGoOfLink, lockWaiting } from './audit-links.repository.ts'
import { removeEntry } from './audit.repository.ts'

const oldDay = '2026-01-01'
const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('the counts of the audit log on %s', engine => {
  let test: TestApp
  let admin: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  function write(action: AuditAction, entity: AuditEntity): Promise<string> {
    return test.database.kysely.transaction().execute(transaction =>
      test.services.audit.writeEntry(transaction, {
        action,
        entity,
        entityId: 'a-record',
        description: 'قيد',
        oldData: null,
        newData: null,
        actor: systemActor,
      }),
    )
  }

  /** What stands in the log, counted entry by entry. */
  async function trueCounts(): Promise<Record<string, number>> {
    const rows = await test.database.kysely
      .selectFrom('auditEntries')
      .select(({ fn }) => ['action', 'entity', fn.countAll<number>().as('count')])
      .groupBy(['action', 'entity'])
      .execute()
    return Object.fromEntries(rows.map(({ action, entity, count }) => [`${action} ${entity}`, count]))
  }

  interface Entry {
    action: string
    day: string
    actorEmail: string | null
  }

  /** Gives an entry another moment. */
  async function moveTo(moment: string, id: string): Promise<void> {
    await sql`update audit_entries set created_at = ${moment}::timestamptz where id = ${id}`.execute(
      test.database.kysely,
    )
  }

  async function total(query: string): Promise<number> {
    return ((await admin.send('GET', `/api/auditlog?limit=1&offset=0&${query}`)).json() as { total: number })
      .total
  }

  /** Whether every total and both statistics are those of the log itself. */
  async function expectTrue(): Promise<void> {
    const counts = await trueCounts()
    const sumOf = (part: (key: string) => boolean) =>
      Object.entries(counts).reduce((sum, [key, count]) => (part(key) ? sum + count : sum), 0)
    expect(await total('')).toBe(sumOf(() => true))
    for (const [key, count] of Object.entries(counts)) {
      const [action = '', entity = ''] = key.split(' ')
      expect(await total(`action=${action}&entity=${entity}`), key).toBe(count)
      expect(await total(`action=${action}`)).toBe(sumOf(other => other.startsWith(`${action} `)))
      expect(await total(`entity=${entity}`)).toBe(sumOf(other => other.endsWith(` ${entity}`)))
    }
    const entries = await test.database.kysely
      .selectFrom('auditEntries')
      .select([
        'action',
        sql<string>`(created_at at time zone 'Asia/Baghdad')::date::text`.as('day'),
        'actorEmail',
      ])
      .execute()
    for (const [name, filter, isIn] of [
      ['a day', `dateFrom=${oldDay}&dateTo=${oldDay}`, (entry: Entry) => entry.day === oldDay],
      ['days', `dateFrom=2026-01-01&dateTo=2026-01-31`, (entry: Entry) => entry.day.startsWith('2026-01')],
      ['since a day', `dateFrom=2026-01-02`, (entry: Entry) => entry.day > '2026-01-01'],
      ['until a day', `dateTo=${oldDay}`, (entry: Entry) => entry.day <= oldDay],
      ['a person', `person=${admin.email}`, (entry: Entry) => entry.actorEmail === admin.email],
      ['nobody', 'person=day:2026', () => false],
    ] as const) {
      const found = entries.filter(isIn)
      expect(await total(filter), name).toBe(found.length)
      const updates = found.filter(({ action }) => action === 'UPDATE').length
      expect(await total(`${filter}&action=UPDATE`), name).toBe(updates)
    }
    for (const [path, at] of [
      ['actions', 0],
      ['entities', 1],
    ] as const) {
      const found = (await admin.send('GET', `/api/auditlog/stats/${path}`)).json() as { count: number }[]
      const names = new Set(Object.keys(counts).map(key => key.split(' ')[at]))
      expect(found).toHaveLength(names.size)
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(sumOf(() => true))
    }
  }

  it('are true while links wait, when they are closed, and when entries go before and after that', async () => {
    const early = await write('CREATE', 'BOOK')
    await moveTo('2026-01-01T20:59:59Z', await write('CREATE', 'BOOK'))
    await moveTo('2026-01-01T21:00:00Z', await write('UPDATE', 'NEWS'))
    await moveTo('2026-01-31T20:59:59Z', await write('UPDATE', 'BOOK'))
    await expectTrue()
    await admin.send('DELETE', `/api/auditlog/${early}`)
    await expectTrue()
    await test.services.auditChain.run()
    await expectTrue()
    const late = await write('DELETE', 'RESULT')
    await test.services.auditChain.run()
    await admin.send('DELETE', `/api/auditlog/${late}`)
    await expectTrue()
    await test.services.auditChain.run()
    await expectTrue()
  })

  it('are read without the entries of closed links', async () => {
    await write('CREATE', 'BOOK')
    await test.services.auditChain.run()
    const statements = await countStatements(async () => {
      await total('action=CREATE')
      await total(`person=${admin.email}`)
      await total(`dateFrom=${oldDay}`)
      await admin.send('GET', '/api/auditlog/stats/actions')
      await admin.send('GET', '/api/auditlog/stats/entities')
    })
    const counting = statements.filter(text => /sum\(count\)|count\(\*\)/.test(text))
    expect(counting).toHaveLength(5)
    for (const text of counting) expect(text).toMatch(/from audit_(?:part_)?counts/)
  })

  it.runIf(engine === 'postgres')('lose an entry whose link is being closed while it goes', async () => {
    const { kysely } = test.database
    await test.services.auditChain.run()
    const id = await write('UPDATE', 'SETTINGS')
    const hasClosed = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const closing = kysely.transaction().execute(async transaction => {
      await sql`select pg_advisory_xact_lock(hashtext('rafid audit chain'))`.execute(transaction)
      const waiting = await lockWaiting(transaction, 10)
      expect(waiting.map(entry => entry.id)).toContain(id)
      const { position } = await transaction
        .selectFrom('auditLinks')
        .select(({ fn }) => fn.max('position').as('position'))
        .executeTakeFirstOrThrow()
      await closeLinks(
        transaction,
        waiting.map((entry, at) => ({
          entryId: entry.id,
          position: Number(position) + at + 1,
          contentHash: '',
          addressSalt: null,
          addressHash: null,
          hash: '',
        })),
      )
      hasClosed.resolve()
      await mayCommit.promise
    })
    await hasClosed.promise
    const removing = kysely.transaction().execute(async transaction => {
      await removeEntry(transaction, id)
      await letGoOfLink(transaction, id)
    })
    const isWaiting = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from "audit_entries"%'`.execute(
        kysely,
      )
      return rows.length > 0
    }
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    mayCommit.resolve()
    await Promise.all([closing, removing])
    await expectTrue()
  })
})
