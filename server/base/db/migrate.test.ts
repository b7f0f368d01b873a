import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { listPending, migrateToLatest } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './open.ts'

const makeTable = (name: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`create table ${sql.table(name)} (id text primary key)`.execute(db)
  },
})
const failing: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table half_made (id text primary key)`.execute(db)
    await sql`select 1 / 0`.execute(db)
  },
}

describeEachEngine('migrations', (open, engine) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await open()
  })

  afterAll(() => db.cleanup())

  const exists = async (name: string) => {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
      db.kysely,
    )
    return rows[0]?.found
  }

  it('have nothing left to do on a database that is up to date', async () => {
    expect(await migrateToLatest(db)).toEqual([])
  })

  it('have each a number of their own, so that none sorts before one that has run', () => {
    const names = Object.keys(migrations).filter(name => name > '0240')
    const numbers = names.map(name => name.split('-', 1)[0])
    expect(numbers.length).toBeGreaterThan(5)
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it('are listed before they run, and the list changes nothing', async () => {
    const more = { ...migrations, '9001-good': makeTable('good') }
    const applied = Object.keys(migrations).length
    expect(await listPending(db, more)).toEqual({ applied, pending: ['9001-good'] })
    expect(await exists('good')).toBe(false)
    expect(await listPending(db)).toEqual({ applied, pending: [] })
  })

  it('leave everything as it was when one of them fails, and run when it is mended', async () => {
    const broken = { ...migrations, '9001-good': makeTable('good'), '9002-broken': failing }
    const failed = migrateToLatest(db, broken)
    await expect(failed).rejects.toThrow(/لم يتغير فيها شيء.*9002-broken/s)
    await expect(failed).rejects.toThrow(/شغّل الإصدار السابق.*Start the version before this one/s)
    expect(await exists('good')).toBe(false)
    expect(await exists('half_made')).toBe(false)
    const mended = { ...broken, '9002-broken': makeTable('half_made') }
    expect(await migrateToLatest(db, mended)).toEqual(['9001-good', '9002-broken'])
    expect(await exists('half_made')).toBe(true)
  })

  it('refuse a database that is newer than the program, in Arabic and English', async () => {
    await expect(migrateToLatest(db)).rejects.toThrow(/أحدث من هذا البرنامج.*9001-good/s)
  })

  it.runIf(engine === 'postgres')(
    'run once when several processes start together, who wait for as long as it takes',
    async () => {
      const statementTimeoutMs = 400
      const fresh = await open({ statementTimeoutMs })
      const others = await Promise.all([openDatabase(fresh.options), openDatabase(fresh.options)])
      const slow: Migration = {
        async up(db) {
          await makeTable('slow').up(db)
          await sql`select pg_sleep(${(3 * statementTimeoutMs) / 1000})`.execute(db)
        },
      }
      const more = { ...migrations, '9001-slow': slow }
      const ran = await Promise.all([fresh, ...others].map(each => migrateToLatest(each, more)))
      expect(ran.flat()).toEqual(['9001-slow'])
      for (const each of [fresh, ...others])
        await expect(sql`select pg_sleep(5)`.execute(each.kysely)).rejects.toMatchObject({
          code: 'unavailable',
        })
      for (const other of others) await other.close()
      await fresh.cleanup()
    },
  )

  it.runIf(engine === 'postgres')('count the visits that another process writes while they run', async () => {
    const fresh = await open()
    const other = await openDatabase(fresh.options)
    await sql`drop table visit_counts`.execute(fresh.kysely)
    await sql`drop function count_visits cascade`.execute(fresh.kysely)
    const hasWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const writing = other.kysely.transaction().execute(async transaction => {
      await sql`insert into page_visits (id, page) values ('visit', '/')`.execute(transaction)
      hasWritten.resolve()
      await mayCommit.promise
    })
    await hasWritten.promise
    const counting = fresh.kysely
      .transaction()
      .execute(async transaction => migrations['0320-visit-counts']?.up(transaction))
    const isWaiting = async () => {
      const { rows } = await sql`
        select 1 from pg_locks where relation = 'page_visits'::regclass and not granted`.execute(other.kysely)
      return rows.length > 0
    }
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    mayCommit.resolve()
    await Promise.all([writing, counting])
    const { rows } =
      await sql`select page, span, count from visit_counts where span = 'all' order by page`.execute(
        fresh.kysely,
      )
    expect(rows).toEqual([
      { page: '', span: 'all', count: 1 },
      { page: '/', span: 'all', count: 1 },
    ])
    await other.close()
    await fresh.cleanup()
  })

  it.runIf(engine === 'postgres')(
    'let writers end who took a record and write the log and what uses files after it',
    async () => {
      const fresh = await open()
      const other = await openDatabase(fresh.options)
      const undoLatest = async () => {
        await sql`
          drop function has_light_copy, note_light_copy, books_renew_light, notes_renew_light, lock_light_users,
            renew_light_users, light_copy_comes, light_copy_changed, light_file_checked, light_users_changed,
            count_exams_by_place, count_question_changes, count_news_by_category, count_messages_by_reading,
            add_to_kept_count, count_closed_parts, uncount_parts, sheet_takes_numbers, reading_tells_sheets,
            note_sheet_changes, sheets_changed, readings_changed, letter_groups cascade`.execute(fresh.kysely)
        await sql`
          drop table audit_part_counts, search_changes, search_counted, announcements, site_identity, visited_pages, visited_folders`.execute(
          fresh.kysely,
        )
        await sql`alter table sheets drop column numbers`.execute(fresh.kysely)
        await sql`create index exam_questions_group on exam_questions (group_key)`.execute(fresh.kysely)
        await sql`create index exams_years on exams (stage, subject, release_year desc, try)`.execute(
          fresh.kysely,
        )
        await sql`create index sheets_public on sheets (result_id, file_id) where is_public`.execute(
          fresh.kysely,
        )
        for (const table of ['books', 'notes'])
          await sql`alter table ${sql.table(table)} drop column has_light`.execute(fresh.kysely)
        await sql`alter table page_text_files drop column is_unread`.execute(fresh.kysely)
        await sql`
          alter table picture_marks drop column tries, drop column tried_at, drop column maker_version`.execute(
          fresh.kysely,
        )
        await sql`
          drop index books_by_curriculum, notes_by_curriculum, exams_of_places, search_misses_by_count,
            light_copies_lacking, books_words, notes_words, exams_words, news_words, search_documents_named,
            exam_questions_of_group, exam_questions_grouped`.execute(fresh.kysely)
      }
      const undoEarlier = async () => {
        await sql`drop table audit_counts, light_copies, picture_marks, row_counts`.execute(fresh.kysely)
        await sql`
          drop function count_closed_links, uncount_entries, count_rows_by_state, count_rows_by_entity,
            count_rows_by_school, add_to_school_count cascade`.execute(fresh.kysely)
        await sql`
          do $$
          declare each text;
          begin
            for each in select indexname from pg_indexes where indexname like '%\_without\_%' or indexname like '%\_link'
              or indexname like '%\_by\_%'
              or indexname in ('files_damaged', 'contact_messages_unread', 'contact_messages_wishes', 'sheets_public', 'jobs_waiting')
            loop execute 'drop index ' || each; end loop;
          end $$`.execute(fresh.kysely)
      }
      const begin = async (table: string) => {
        const hasRecord = Promise.withResolvers<void>()
        const mayEnd = Promise.withResolvers<void>()
        const written = other.kysely.transaction().execute(async transaction => {
          await sql`lock table ${sql.table(table)} in row exclusive mode`.execute(transaction)
          hasRecord.resolve()
          await mayEnd.promise
          for (const later of ['audit_entries', 'file_references'])
            await sql`lock table ${sql.table(later)} in row exclusive mode`.execute(transaction)
        })
        await hasRecord.promise
        return { table, written, end: mayEnd.resolve }
      }
      const migrateBehindWriters = async (since: string) => {
        const newest = Object.keys(migrations).filter(name => name >= since)
        expect(newest).toContain('0397-light-records')
        await sql`delete from kysely_migration where name in (${sql.join(newest)})`.execute(fresh.kysely)
        const writers: Awaited<ReturnType<typeof begin>>[] = []
        for (const table of ['notes', 'exams', 'news']) writers.push(await begin(table))
        const migrating = migrateToLatest(fresh)
        for (const { table, written, end } of writers) {
          const isWaiting = async () => {
            const { rows } = await sql`
              select 1 from pg_locks where relation = ${table}::regclass and not granted`.execute(
              other.kysely,
            )
            return rows.length > 0
          }
          await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
          end()
          expect(await Promise.allSettled([written]), table).toEqual([
            { status: 'fulfilled', value: undefined },
          ])
        }
        expect(await Promise.allSettled([migrating])).toEqual([{ status: 'fulfilled', value: newest }])
      }

      await undoLatest()
      await migrateBehindWriters('0397')
      await undoLatest()
      await undoEarlier()
      await migrateBehindWriters('0367')
      await other.close()
      await fresh.cleanup()
    },
  )

  it('give every id and reference the C collation, so that they sort by bytes', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and table_name not like 'kysely%'
        and (column_name = 'id' or column_name like '%\\_id' or column_name like '%\\_hash')
        and column_name <> 'password_hash' and table_name not in ('good', 'half_made')
        and collation_name is distinct from 'C'`.execute(db.kysely)
    expect(rows).toEqual([])
  })
})
