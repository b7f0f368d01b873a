import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { migrations } from '#server/base/db/migrations.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { createAuditService } from '#server/staff/audit/audit.service.ts'
import { median } from './figures.ts'

/**
 * How long a search in the audit log takes, and how long another request waits for the database meanwhile; before
 * that, how long a log without words takes to be brought up to date.
 * Usage: node bench/audit-search.ts [--entries 3000,300000] [--rounds 7]. DATABASE_URL names an empty database of a
 * PostgreSQL server to use in place of the embedded one.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '3000,300000' },
    rounds: { type: 'string', default: '7' },
  },
})
const counts = values.entries.split(',').map(Number)
const wordsMigration = '0080-audit-words'
const vocabularySize = 5_000
const rowsAtOnce = 5_000
/** The bar: nobody waits longer for a statement of a search than a person notices. */
const longestWaitMs = 100

const searches: Record<string, string> = {
  'no word': '',
  'a word in every entry': 'تعديل',
  'a common word': 'كلمةب',
  'a rare word': 'نادرةوحيدة',
  'two words': 'تعديل كلمةبج',
  'four words': 'تعديل كتاب كلمةبج كلمةدهب',
  'fourteen words': 'تعديل كتاب كلمةبج كلمةدهب كلمةا كلمةب كلمةج كلمةد كلمةه كلمةو كلمةز كلمةح كلمةط كلمةي',
  'an address': '203.0.113.77',
}

/** A text of words of which few are common and most are rare, another for each row. */
const text = (words: number) => sql`array_to_string(array(
  select 'كلمة' || translate(floor(power(random(), 3) * ${vocabularySize}::int)::int::text, '0123456789', 'ابجدهوزحطي')
  from generate_series(1, ${words}::int) where n is not null), ' ')`

async function measure(count: number): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-audit-'))
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'] })
  const endPatience = database.allowLongStatements()
  try {
    const { kysely } = database
    await sql`drop schema public cascade`.execute(kysely)
    await sql`create schema public`.execute(kysely)
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < wordsMigration))
    await migrateToLatest(database, before)
    for (let at = 0; at < count; at += rowsAtOnce) {
      await sql`
        insert into audit_entries
          (id, action, entity, entity_id, description, old_data, new_data, actor_email, ip_address, user_agent, created_at)
        select 'e' || lpad(n::text, 15, '0'), 'UPDATE', 'BOOK', 'b' || n, 'تعديل كتاب: ' || ${text(3)},
          jsonb_build_object('title', ${text(4)}, 'description', ${text(25)}, 'releaseYear', 2025),
          jsonb_build_object('title', ${text(4)}, 'description', ${text(25)}, 'releaseYear', 2026),
          'person' || n % 20 || '@rafid.example', '203.0.113.' || n % 250, 'Mozilla/5.0 (X11; Linux x86_64)',
          now() - make_interval(mins => ${count}::int - n)
        from generate_series(${at + 1}::int, ${Math.min(count, at + rowsAtOnce)}::int) n`.execute(kysely)
    }
    await sql`update audit_entries set description = 'إضافة نادرةوحيدة' where id = 'e' || lpad('17', 15, '0')`.execute(
      kysely,
    )
    const migrationMs = await timeOf(() => migrateToLatest(database))
    await sql`vacuum analyze audit_entries`.execute(kysely)
    const size = await sql<{
      size: string
    }>`select pg_size_pretty(pg_total_relation_size('audit_entries')) as size`
      .execute(kysely)
      .then(({ rows }) => rows[0]?.size)
    console.log(
      `${database.engine}, ${count} entries (${size}): words given to all in ${(migrationMs / 1000).toFixed(1)} s`,
    )
    endPatience()
    const audit = createAuditService({ database })
    for (const [name, search] of Object.entries(searches)) {
      const times: number[] = []
      const waits: number[] = []
      let total = 0
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        const searched = new AbortController()
        const searching = timeOf(async () => {
          total = (await audit.list({ limit: 15, offset: 0, search: search === '' ? undefined : search }))
            .total
        }).finally(() => searched.abort())
        const waitsNow: number[] = []
        while (!searched.signal.aborted) waitsNow.push(await timeOf(() => sql`select 1`.execute(kysely)))
        const searchMs = await searching
        if (round === 0) continue
        times.push(searchMs)
        waits.push(...waitsNow)
      }
      console.log(
        `  ${name.padEnd(22)} ${median(times).toFixed(0).padStart(6)} ms, at most ${Math.max(...times).toFixed(0)} ms, ` +
          `others wait at most ${Math.max(...waits).toFixed(0)} ms, ${total} counted`,
      )
      if (Math.max(...waits) > longestWaitMs) process.exitCode = 1
    }
  } finally {
    await database.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

for (const count of counts) await measure(count)
