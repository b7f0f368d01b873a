import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { countPlaces } from '#server/content/coverage/coverage.repository.ts'
import { countNews } from '#server/content/news/news.repository.ts'
import { createTeachers } from '#server/content/notes/teachers.ts'
import { freedByAll, listTrash } from '#server/content/record/trash.repository.ts'
import { isUnread, listReadFiles } from '#server/files/page-texts/page-texts.repository.ts'
import { countDeadCauses } from '#server/mirrors/dead-link-facts.ts'
import { countNumbers, findUnread } from '#server/content/results/release/release.repository.ts'
import { listUnreadCities } from '#server/content/results/unread-cities.ts'
import { SearchMisses } from '#server/search/search-misses.ts'
import { listEntries } from '#server/staff/audit/audit.repository.ts'
import { listVisits } from '#server/staff/visits/visits.repository.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { statementsOf } from '#test/sent-statements.ts'

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
      insert into trash (entity, record_id, name, data)
      select 'BOOK', 'book-' || n, 'a', '{}'::jsonb from ${few} union all select 'NOTE', 'note-' || n, 'a', '{}' from ${all}`.execute(
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
    await sql`
      insert into notes (id, title, teacher, teacher_text, subject, stage, release_year, google_drive_link, created_at)
      select 'note-' || n, '', 'م', case when n <= ${wanted} then ' احمد ' else ' اخر ' || n % 1500 || ' ' end, 'MATH',
        'SIXTH_PREPARATORY', 2026, 'https://elsewhere.example/' || n, timestamptz '2026-01-01' + n * interval '10 minutes'
      from ${all}`.execute(kysely)
    await sql`
      insert into mirrors (id, address, checked_at, failures, dead_since)
      select 'mirror-' || n, 'https://elsewhere.example/' || n, now(), 3, now() from ${few}`.execute(kysely)
    await sql`
      insert into news (id, title, image, bio, content, type) select 'news-' || n, '', '', '', '', 'GENERAL_NEWS' from ${all}`.execute(
      kysely,
    )
    await sql`
      insert into search_misses (query, count, last_at) select 'miss-' || n, n, now() from ${all}`.execute(
      kysely,
    )
    await sql`
      insert into results (id, city, stage, try, release_year, school_text, direct_link, search_text)
      select 'result-' || n, 'BAGHDAD', 'SIXTH_PREPARATORY', 1, 2000 + n, '', '/files/a/a.zip', '' from ${few}`.execute(
      kysely,
    )
    await sql`
      insert into sheet_archives (result_id, sha256, state) select 'result-' || n, 'archive-' || n, 'ready' from ${few}`.execute(
      kysely,
    )
    await sql`
      insert into sheets (id, result_id, entry, names, kind, found_school, school, group_name, is_hidden, is_public,
        file_id, ending, size, search_text)
      select 'sheet-' || n, 'result-' || 1 + n % ${wanted}, '', '[]', 'pdf', '', '', '', false, true, 'file-' || n, 'pdf', 1, ''
      from ${all}`.execute(kysely)
    await sql`
      insert into sheet_readings (file_id, pages, readable_pages) select 'file-' || n, 1, 1 from ${all}`.execute(
      kysely,
    )
    await sql`analyze`.execute(kysely)
  }, 60_000)
  afterAll(() => database.cleanup())

  /** How an act's statements run. Shape: a line for each step. */
  async function plansOf(act: () => Promise<unknown>, explain: string): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await act()
    const asked = query.mock.calls.flatMap(statementsOf)
    query.mockRestore()
    const client = new pg.Client({ connectionString: database.options.databaseUrl })
    await client.connect()
    try {
      const plans: string[] = []
      for (const { text, values } of asked) {
        if (!/^\s*(?:select|with)\b/i.test(text)) continue
        const { rows: lines } = await client.query<Record<'QUERY PLAN', string>>(`${explain} ${text}`, [
          ...values,
        ])
        plans.push(...lines.map(line => line['QUERY PLAN']))
      }
      expect(plans.length).toBeGreaterThan(0)
      return plans
    } finally {
      await client.end()
    }
  }

  /** The tables that an act reads from end to end, also where it does so in the order in which all of it is listed. */
  async function scannedBy(act: () => Promise<unknown>): Promise<string[]> {
    const plans = await plansOf(act, 'explain')
    return plans.flatMap(
      line => /(?:Seq Scan|\w+_(?:public_order|created_at)) on (\w+)/.exec(line)?.[1] ?? [],
    )
  }

  /** How often an act looks into a table. */
  async function looksInto(table: string, act: () => Promise<unknown>): Promise<number> {
    const plans = await plansOf(act, 'explain (analyze, timing off)')
    const steps = plans.filter(line => line.includes(` on ${table} `))
    return steps.reduce((sum, line) => sum + Number(/ loops=(\d+)/.exec(line)?.[1] ?? 0), 0)
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
    ["one teacher's handouts", () => createTeachers(database.kysely, () => Promise.resolve([])).get('احمد')],
    [
      'what there is of a grade',
      () => countPlaces(database.kysely, { board: 'books', stage: 'SIXTH_PREPARATORY' }),
    ],
    ['why links are dead', () => countDeadCauses(database.kysely)],
    ['how many news each category has', () => countNews(database.kysely)],
    [
      'the cities of a release whose sheets are not read',
      () => listUnreadCities(database.kysely, { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 1 }),
    ],
    ['the sheets of a result that are not read', () => findUnread(database.kysely, ['result-1'])],
    ['how many numbers of results are read', () => countNumbers(database.kysely, ['result-1', 'result-2'])],
    ['files whose pages are to be read', () => listReadFiles(database.kysely, isUnread(), '', 20)],
    ['searches without an answer', () => new SearchMisses(database.kysely).list(20)],
  ] as const)('%s reads what it asks for', async (_name, act) => {
    const grown = [
      'files',
      'file_references',
      'visit_counts',
      'page_visits',
      'audit_entries',
      'notes',
      'news',
      'search_misses',
      'sheets',
      'sheet_readings',
    ]
    expect((await scannedBy(act)).filter(table => grown.includes(table))).toEqual([])
  })

  it.each([
    ['the sheets of results that are not read', () => findUnread(database.kysely, ['result-1', 'result-2'])],
    ['how many numbers of results are read', () => countNumbers(database.kysely, ['result-1', 'result-2'])],
    [
      'the cities of a release whose sheets are not read',
      () => listUnreadCities(database.kysely, { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 1 }),
    ],
  ] as const)('%s are known without a look at the reading of each sheet', async (_name, act) => {
    expect(await looksInto('sheet_readings', act)).toBe(0)
  })
})
