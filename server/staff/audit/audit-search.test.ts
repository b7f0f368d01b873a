import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { createAuditService } from './audit.service.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const entries = 12_000

describe.each(engines)('a search in a long audit log on %s', engine => {
  let test: TestApp

  beforeAll(async () => {
    test = await openTestApp({ engine })
    const { kysely } = test.database
    await sql`
      insert into audit_entries (id, action, entity, entity_id, description, actor_email, words, created_at)
      select 'e' || lpad(n::text, 6, '0'), 'UPDATE', 'BOOK', 'b' || n % 3, 'entry',
        case when n % 600 = 0 then 'seldom@rafid.example' else 'often@rafid.example' end, array_to_tsvector(array['common',
          case when n % 2 = 0 then 'even' else 'odd' end, case when n = 17 then 'lonely' else 'usual' end,
          case when n % 1000 = 0 then 'thousand' else 'usual' end]),
        '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => n * 0.0001)
      from generate_series(1, ${entries}::int) n`.execute(kysely)
    /* In one act: nobody else finds links that wait. */
    await kysely.transaction().execute(async transaction => {
      await sql`insert into audit_links (entry_id) select id from audit_entries`.execute(transaction)
      await sql`
        update audit_links set position = substr(entry_id, 2)::int, content_hash = '', hash = entry_id`.execute(
        transaction,
      )
    })
    await sql`analyze audit_entries`.execute(kysely)
  })
  afterAll(() => test.close())

  async function readFor<Result>(act: () => Promise<Result>): Promise<{ read: number; result: Result }> {
    const countRead = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(test.database.kysely)
      const { rows } = await sql<{ count: number }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
        from pg_stat_user_tables where relname = 'audit_entries'`.execute(test.database.kysely)
      return rows[0]?.count ?? NaN
    }
    const before = await countRead()
    const result = await act()
    return { read: (await countRead()) - before, result }
  }

  const search = (words: string, offset = 0) => test.services.audit.list({ limit: 15, offset, search: words })

  it('for a common word reads the newest entries only, and says how far it went', async () => {
    const { read, result } = await readFor(() => search('common'))
    expect(result.items.map(({ id }) => id)).toEqual(
      Array.from({ length: 15 }, (_, at) => `e${String(entries - at).padStart(6, '0')}`),
    )
    expect(result.total).toBeGreaterThanOrEqual(limits.auditSearchCount)
    expect(result.total).toBeLessThan(entries)
    expect(result.searchedTo).not.toBeNull()
    /* On PostgreSQL parallel or other sessions may count too. */
    expect(read).toBeLessThan(entries / 2)
  })

  it('goes as far back as a page that is asked for', async () => {
    const offset = 9_000
    const { items, total } = await search('common', offset)
    expect(items[0]?.id).toBe(`e${String(entries - offset).padStart(6, '0')}`)
    expect(items).toHaveLength(15)
    expect(total).toBeGreaterThan(offset + 15)
    expect(await search('common', entries + 5)).toMatchObject({ items: [], total: entries, searchedTo: null })
  })

  it('finds rare words anywhere and counts them all', async () => {
    const { read, result } = await readFor(() => search('common lonely'))
    expect(result).toMatchObject({ total: 1, searchedTo: null, items: [{ id: 'e000017' }] })
    expect(read).toBeLessThan(2_000)
    expect(await search('even thousand')).toMatchObject({ total: 12, searchedTo: null })
    expect(await search('even odd')).toMatchObject({ total: 0, items: [], searchedTo: null })
  })

  it('looks for a common word within one record, one act and one person', async () => {
    const within = (filter: object) =>
      test.services.audit.list({ limit: 15, offset: 0, search: 'common', ...filter })
    expect((await within({ entityId: 'b1' })).items[0]?.id).toBe('e011998')
    expect(await within({ batch: 'none' })).toMatchObject({ total: 0, searchedTo: null })
    expect((await within({ person: 'seldom@rafid.example' })).items[0]?.id).toBe('e012000')
  })

  it('reads little for a page of a person with few entries, and for the names of all', async () => {
    const list = () => test.services.audit.list({ limit: 15, offset: 0, person: 'seldom@rafid.example' })
    const { read, result } = await readFor(list)
    expect(result.total).toBe(20)
    expect(read).toBeLessThan(200)
    const people = await readFor(() => test.services.audit.listPeople())
    expect(people.result).toEqual(['often@rafid.example', 'seldom@rafid.example'])
    expect(people.read).toBeLessThan(200)
  })

  it('stops when it has taken too long, and says so', async () => {
    const hurried = createAuditService({ database: test.database, searchMs: 0 })
    const found = await hurried.list({ limit: 15, offset: 0, search: 'even odd' })
    expect(found).toMatchObject({ total: 0, items: [] })
    const restOfThem = await hurried.list({
      limit: 15,
      offset: 0,
      search: 'common',
      dateTo: found.searchedTo ?? '',
    })
    expect(restOfThem.items).toHaveLength(15)
  })

  it.runIf(engine === 'postgres')('for a rare word waits no longer than it may', async () => {
    const hurried = createAuditService({ database: test.database, searchMs: 300 })
    const locked = Promise.withResolvers<void>()
    const lock = test.database.kysely.transaction().execute(async transaction => {
      await sql`lock table audit_entries`.execute(transaction)
      locked.resolve()
      await sql`select pg_sleep(2)`.execute(transaction)
    })
    await locked.promise
    await expect(hurried.list({ limit: 15, offset: 0, search: 'lonely' })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await lock
    expect(await search('lonely')).toMatchObject({ total: 1 })
  })

  it('is walked through in portions: who takes one entry has little read', async () => {
    for (const words of [undefined, 'common']) {
      const { read } = await readFor(async () => {
        for await (const entry of test.services.audit.walk({ search: words })) return entry
        return undefined
      })
      expect(read).toBeLessThan(2_000)
    }
  })

  it('is exported whole, each entry once', async () => {
    for (const words of [undefined, 'common']) {
      const ids: string[] = []
      for await (const { id } of test.services.audit.walk({ search: words })) ids.push(id)
      expect(ids).toHaveLength(entries)
      expect(new Set(ids).size).toBe(entries)
      expect(ids[0]).toBe(`e${String(entries).padStart(6, '0')}`)
    }
  })
})
