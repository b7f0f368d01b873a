import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { buildApp } from '#server/app.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { startRetention } from './retention.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const dayMs = 24 * 60 * 60 * 1000

describe.each(engines)('the clean-up on %s', engine => {
  let test: TestApp
  const warnings: unknown[] = []

  beforeAll(async () => {
    test = await openTestApp({ engine })
  })
  beforeEach(async () => {
    const { kysely } = test.database
    for (const table of ['pageVisits', 'auditEntries', 'contactMessages', 'settings'] as const) {
      await kysely.deleteFrom(table).execute()
    }
    void test.services.changes.tellHere(['settings'])
    warnings.length = 0
  })
  afterAll(() => test.close())

  function retention(now = () => new Date()) {
    const { database, settings, accounts, files, ingests, drafts } = test.services
    const log = { info: () => undefined, warn: (...words: unknown[]) => void warnings.push(words) }
    return startRetention({ database, settings, accounts, files, ingests, drafts, log: log as never, now })
  }

  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

  async function fill() {
    const { kysely } = test.database
    for (const days of [0, 29, 31, 364, 366]) {
      const id = `days-ago-${days}`
      const common = { id, ipAddress: '203.0.113.1', createdAt: daysAgo(days) }
      await kysely
        .insertInto('pageVisits')
        .values({ ...common, page: '/', metadata: '{}', userAgent: 'kept' })
        .execute()
      await kysely
        .insertInto('auditEntries')
        .values({ ...common, action: 'CREATE', entity: 'BOOK', entityId: 'x', description: 'kept' })
        .execute()
      await kysely
        .insertInto('contactMessages')
        .values({ ...common, name: 'س', email: 'a@b.example', subject: 'GENERAL', message: 'kept' })
        .execute()
    }
  }

  async function withAddress(table: 'pageVisits' | 'auditEntries' | 'contactMessages'): Promise<string[]> {
    const rows = await test.database.kysely
      .selectFrom(table)
      .select('id')
      .where('ipAddress', 'is not', null)
      .where('id', 'like', 'days-ago-%')
      .orderBy('createdAt', 'desc')
      .execute()
    return rows.map(row => row.id.replace('days-ago-', ''))
  }

  it('drops addresses of visits after 30 days and of the audit log after 365, and nothing else', async () => {
    await fill()
    const job = retention()
    await job.run()
    await job.close()
    expect(await withAddress('pageVisits')).toEqual(['0', '29'])
    expect(await withAddress('contactMessages')).toEqual(['0', '29'])
    expect(await withAddress('auditEntries')).toEqual(['0', '29', '31', '364'])
    const visits = await test.database.kysely.selectFrom('pageVisits').selectAll().execute()
    expect(visits).toHaveLength(5)
    expect(visits.every(visit => visit.userAgent === 'kept')).toBe(true)
    expect(warnings).toEqual([])
  })

  it('keeps to the days of the settings', async () => {
    await fill()
    const admin = await test.signIn('admin')
    const { data } = (await admin.send('GET', '/api/settings')).json() as { data: object }
    await admin.send('PUT', '/api/settings', { ...data, visitIpDays: 400, auditIpDays: 30 })
    const job = retention()
    await job.run()
    await job.close()
    expect(await withAddress('pageVisits')).toHaveLength(5)
    expect(await withAddress('auditEntries')).toEqual(['0', '29'])
  })

  it('keeps what the privacy page says, and says what the limits and the settings are', async () => {
    const { config } = test.services
    const admin = await test.signIn('admin')
    const { data } = (await admin.send('GET', '/api/settings')).json() as { data: Record<string, unknown> }
    const { version, updatedAt: _, ...given } = data
    const changed = { ...given, version, visitIpDays: 7, auditIpDays: 90 }
    expect((await admin.send('PUT', '/api/settings', changed)).statusCode).toBe(200)
    const textOf = async (services: typeof test.services) => {
      const app = await buildApp(services)
      const { body } = await app.inject({ url: '/privacy' })
      await app.close()
      return body
        .replace(/<!-- -->/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
    }
    const plain = await textOf(test.services)
    for (const [what, days] of [
      ['مع زيارة أو رسالة', 7],
      ['في سجل أعمال فريق العمل', 90],
      ['ليستعاد إن حُذف خطأً', limits.trashDays],
      ['ولم تُنشر', limits.ingestKeptDays],
      ['ولم يكتمل', limits.formDraftDays],
      ['يُعرف به الجهاز', limits.knownDeviceMs / dayMs],
    ] as const) {
      expect(plain).toMatch(new RegExp(`${what}: [^.]*${formatCount(days, countedNouns.day)}\\.`))
    }
    expect(plain).toContain(`آخر ${formatNumber(limits.searchMissesKept)} نص.`)
    expect(plain).toContain('دخول أحد فريق العمل، مع عنوان الشبكة ونوع المتصفح: حتى يخرج أو تنتهي جلسته.')
    expect(plain).not.toContain('النسخ الاحتياطية')
    const backedUp = { ...test.services, config: { ...config, backupTo: '/backups', backupsKept: 5 } }
    expect(await textOf(backedUp)).toContain('في النسخ الاحتياطية: آخر ٥ من نسخ الليالي.')
  })

  it('drops jobs that ended 7 days ago, and failed ones after 30', async () => {
    const ended = (['done', 'failed', 'cancelled'] as const).flatMap(state =>
      [6, 8, 29, 31].map(days => ({ state, finishedAt: daysAgo(days), id: `${state}-${days}` })),
    )
    const common = { kind: 'k', title: 'ملف', input: '{}', keptSteps: '{}', runAt: daysAgo(40) }
    await test.database.kysely
      .insertInto('jobs')
      .values([
        ...ended.map(job => ({ ...common, ...job, key: job.id })),
        { ...common, id: 'waiting-40', key: 'w', state: 'waiting' },
      ])
      .execute()
    const job = retention()
    await job.run()
    await job.close()
    const kept = await test.database.kysely.selectFrom('jobs').select('id').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual([
      'cancelled-6',
      'done-6',
      'failed-29',
      'failed-6',
      'failed-8',
      'waiting-40',
    ])
    await test.database.kysely.deleteFrom('jobs').execute()
  })

  it('gets through more than it takes at a time', async () => {
    await sql`
      insert into page_visits (id, page, ip_address, created_at)
      select 'many' || n, '/', '203.0.113.2', now() - interval '40 days' from generate_series(1, 2500) n`.execute(
      test.database.kysely,
    )
    const job = retention()
    await job.run()
    await job.close()
    const { count } = await test.database.kysely
      .selectFrom('pageVisits')
      .where('ipAddress', 'is not', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })

  it('removes sessions that have expired', async () => {
    const staff = await test.signIn('editor')
    await test.database.kysely
      .updateTable('sessions')
      .set({ expiresAt: daysAgo(1) })
      .execute()
    const job = retention()
    await job.run()
    await job.close()
    expect(await test.database.kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect((await staff.send('GET', '/api/users/me')).statusCode).toBe(401)
  })

  it('warns and goes on living when the database is away', async () => {
    const { accounts, files } = test.services
    const log = { info: () => undefined, warn: (...words: unknown[]) => void warnings.push(words) }
    const job = startRetention({
      database: test.services.database,
      settings: { get: () => Promise.reject(new Error('away')) },
      accounts,
      files,
      ingests: test.services.ingests,
      drafts: test.services.drafts,
      log: log as never,
    })
    await job.run()
    await job.run()
    await job.close()
    expect(warnings).toHaveLength(2)
  })

  if (engine === 'postgres') {
    it('waits for a process that is at something else, and leaves nothing out', async () => {
      await fill()
      const job = retention()
      let run: Promise<void> | undefined
      let isOver = false
      await test.database.kysely.connection().execute(async other => {
        await sql`select pg_advisory_lock(hashtext('rafid retention'))`.execute(other)
        setImmediate(() => (run = outside(() => job.run()).finally(() => (isOver = true))))
        const waiting = () =>
          sql<{ count: number }>`
            select count(*)::int as count from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`
            .execute(other)
            .then(({ rows }) => rows[0]?.count)
        await expect.poll(waiting).toBe(1)
        expect(isOver).toBe(false)
        await sql`select pg_advisory_unlock(hashtext('rafid retention'))`.execute(other)
      })
      await run
      expect(await withAddress('pageVisits')).toHaveLength(2)
      await job.close()
    })
  }
})

describe('the clean-up', () => {
  afterEach(() => vi.useRealTimers())

  it('runs by itself a minute after the start, then every hour, until it is closed', async () => {
    vi.useFakeTimers()
    let runs = 0
    const job = startRetention({
      database: { kysely: undefined as never },
      settings: {
        get: () => {
          runs += 1
          return Promise.reject(new Error('away'))
        },
      },
      ingests: { dropLeft: () => Promise.resolve(0) },
      drafts: { dropLeft: () => Promise.resolve(0) },
      accounts: { cleanUp: () => Promise.resolve() },
      files: { replaceReferences: () => Promise.resolve() },
      log: { info: () => undefined, warn: () => undefined },
    })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(runs).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)
    expect(runs).toBe(3)
    await job.close()
    await vi.advanceTimersByTimeAsync(5 * 60 * 60_000)
    expect(runs).toBe(3)
  })
})

async function outside<Result>(act: () => Promise<Result>): Promise<Result> {
  const { outsideTransaction } = await import('#server/base/db/one-connection-guard.ts')
  return await outsideTransaction(act)
}
