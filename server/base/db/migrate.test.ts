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

  it.runIf(engine === 'postgres')('run once when several processes start together', async () => {
    const fresh = await open()
    const others = await Promise.all([openDatabase(fresh.options), openDatabase(fresh.options)])
    const more = { ...migrations, '9001-slow': makeTable('slow') }
    const ran = await Promise.all([fresh, ...others].map(each => migrateToLatest(each, more)))
    expect(ran.flat()).toEqual(['9001-slow'])
    for (const other of others) await other.close()
    await fresh.cleanup()
  })

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
    'let a writer end who took a record and writes the log after it',
    async () => {
      const fresh = await open()
      const other = await openDatabase(fresh.options)
      const newest = Object.keys(migrations).filter(name => name >= '0367')
      expect(newest).toEqual(expect.arrayContaining(['0367-count-indexes', '0368-audit-counts']))
      await sql`drop table audit_counts, light_copies, picture_marks`.execute(fresh.kysely)
      await sql`drop table row_counts`.execute(fresh.kysely)
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
      await sql`delete from kysely_migration where name in (${sql.join(newest)})`.execute(fresh.kysely)

      const hasRecord = Promise.withResolvers<void>()
      const mayWriteLog = Promise.withResolvers<void>()
      const writing = other.kysely.transaction().execute(async transaction => {
        await sql`update notes set title = title`.execute(transaction)
        hasRecord.resolve()
        await mayWriteLog.promise
        await sql`lock table audit_entries in row exclusive mode`.execute(transaction)
      })
      await hasRecord.promise
      const migrating = migrateToLatest(fresh)
      const isWaiting = async () => {
        const { rows } = await sql`
        select 1 from pg_locks where relation = 'notes'::regclass and not granted`.execute(other.kysely)
        return rows.length > 0
      }
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
      mayWriteLog.resolve()
      expect(await Promise.allSettled([writing, migrating])).toEqual([
        { status: 'fulfilled', value: undefined },
        { status: 'fulfilled', value: newest },
      ])
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
