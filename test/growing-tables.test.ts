import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { freedByAll, listTrash } from '#server/content/record/trash.repository.ts'
import { listEntries } from '#server/staff/audit/audit.repository.ts'
import { listVisits } from '#server/staff/visits/visits.repository.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'

const rows = 30_000
/** So many of them are asked for. */
const wanted = 40

describe.runIf(hasPostgres())('of tables that grow, on PostgreSQL', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    const { kysely } = database
    const all = sql`generate_series(1, ${rows}::int) n`
    const few = sql`generate_series(1, ${wanted}::int) n`
    await sql`
      insert into files (id, object_key, size, type, name, extension)
      select 'file-' || n, 'object-' || n, 1000, 'application/pdf', 'a.pdf', 'pdf' from ${all}`.execute(
      kysely,
    )
    await sql`
      insert into file_references (file_id, entity, record_id) select 'file-' || n, 'BOOK', 'book-' || n from ${all}`.execute(
      kysely,
    )
    await sql`
      insert into trash (entity, record_id, name, data) select 'BOOK', 'book-' || n, 'a', '{}' from ${few}`.execute(
      kysely,
    )
    await sql`
      insert into page_visits (id, page, created_at)
      select 'visit-' || n, '/books/' || (1000 + n % 100), timestamptz '2026-01-01' + n * interval '10 minutes' from ${all}
      union all select 'few-' || n, '/notes/' || n, now() from ${few}`.execute(kysely)
    await sql`
      insert into audit_entries (id, action, entity, entity_id, description, actor_email)
      select 'entry-' || n, 'UPDATE', 'BOOK', 'book', 'a', case when n <= ${wanted} then 'one@rafid.example' else 'many@rafid.example' end
      from ${all}`.execute(kysely)
    await sql`analyze`.execute(kysely)
  }, 60_000)
  afterAll(() => database.cleanup())

  /** The tables that an act reads from end to end. */
  async function scannedBy(act: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await act()
    const asked = query.mock.calls.map(([first, second]) =>
      typeof first === 'string'
        ? { text: first, values: second as unknown as unknown[] }
        : (first as unknown as pg.QueryConfig),
    )
    query.mockRestore()
    const client = new pg.Client({ connectionString: database.options.databaseUrl })
    await client.connect()
    try {
      const plans: string[] = []
      for (const { text, values } of asked) {
        if (!/^\s*(?:select|with)\b/i.test(text)) continue
        const { rows: lines } = await client.query<Record<'QUERY PLAN', string>>(`explain ${text}`, values)
        plans.push(...lines.map(line => line['QUERY PLAN']))
      }
      expect(plans.length).toBeGreaterThan(0)
      return plans.flatMap(line => /Seq Scan on (\w+)/.exec(line)?.[1] ?? [])
    } finally {
      await client.end()
    }
  }

  it.each([
    ['a page of the trash', () => listTrash(database.kysely, { limit: 20, offset: 0 })],
    ['what emptying the trash frees', () => freedByAll(database.kysely)],
    [
      'visits by a part of a path',
      () => listVisits(database.kysely, { page: 'otes/1', from: undefined, to: undefined }, 20, 0),
    ],
    [
      "one person's entries of the log",
      () => listEntries(database.kysely, { person: 'one@rafid.example' }, 20, 0),
    ],
  ] as const)('%s reads what it asks for', async (_name, act) => {
    const grown = ['files', 'file_references', 'visit_counts', 'page_visits', 'audit_entries']
    expect((await scannedBy(act)).filter(table => grown.includes(table))).toEqual([])
  })
})
