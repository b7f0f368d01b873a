import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { countRowsBySchool } from '#server/base/row-counts.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { listBooks, listBooksOfSchool } from '#server/content/books/books.repository.ts'
import { describeEachEngine } from '#test/database.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { recordCheck } from '../files.repository.ts'
import { settleCopy } from './settle-copy.ts'

const linkTo = (file: string) => `/files/${file}/كتاب.pdf`

const addBook = (db: Queryable, id: string, file: string) =>
  sql`
    insert into books (id, title, subject, stage, release_year, description, direct_link)
    values (${id}, '', 'MATH', 'SIXTH_PRIMARY', 2026, '', ${linkTo(file)})
    on conflict (id) do update set direct_link = excluded.direct_link`.execute(db)
const addNote = (db: Queryable, id: string, file: string) =>
  sql`
    insert into notes (id, title, teacher, teacher_text, subject, stage, release_year, direct_link)
    values (${id}, '', '', '', 'MATH', 'SIXTH_PRIMARY', 2026, ${linkTo(file)})`.execute(db)
const addFiles = (db: Queryable, ...ids: string[]) =>
  sql`
    insert into files (id, object_key, size, type, name, extension)
    select id, id, 1, 'application/pdf', '', 'pdf' from unnest(${ids}::text[]) id`.execute(db)
const use = (db: Queryable, entity: 'BOOK' | 'MALAZIMA', id: string, file: string) =>
  sql`insert into file_references (entity, record_id, file_id) values (${entity}, ${id}, ${file})`.execute(db)
const addLight = (db: Queryable, file: string, light: string | null) =>
  sql`
    insert into light_copies (file_hash, light_hash, maker_version) values (${file}, ${light}, 1)
    on conflict (file_hash) do update set light_hash = excluded.light_hash`.execute(db)

/** The books and notes that have one; the counts say the same. */
async function lightOf(db: Queryable): Promise<string> {
  const found: string[] = []
  for (const table of ['books', 'notes'] as const) {
    const { rows } = await sql<{ id: string; isPublic: boolean }>`
      select id, state = 'published' as is_public from ${sql.table(table)} where has_light order by id`.execute(
      db,
    )
    const counted = (await countRowsBySchool(db, table)).reduce((sum, { light }) => sum + light, 0)
    expect(counted, table).toBe(rows.filter(({ isPublic }) => isPublic).length)
    found.push(...rows.map(({ id }) => id))
  }
  return found.join(' ')
}

/** How many wait for a lock of somebody else in this database. */
async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

describeEachEngine('the records that have a light copy', (open, engine) => {
  it('are those whose own PDF has a sound one, whatever changes', async () => {
    const { kysely: db, cleanup } = await open()
    await addFiles(db, 'whole', 'other', 'light')
    await addBook(db, 'a', 'whole')
    await use(db, 'BOOK', 'a', 'whole')
    await addNote(db, 'n', 'whole')
    await use(db, 'MALAZIMA', 'n', 'whole')
    expect(await lightOf(db)).toBe('')
    await addLight(db, 'whole', 'light')
    expect(await lightOf(db)).toBe('a n')

    await addBook(db, 'b', 'whole')
    expect(await lightOf(db)).toBe('a n')
    await use(db, 'BOOK', 'b', 'whole')
    expect(await lightOf(db)).toBe('a b n')
    await use(db, 'BOOK', 'b', 'other')
    await addBook(db, 'b', 'other')
    expect(await lightOf(db)).toBe('a n')
    await addBook(db, 'b', 'whole')
    expect(await lightOf(db)).toBe('a b n')
    await sql`update books set state = 'draft' where id = 'b'`.execute(db)
    expect(await lightOf(db)).toBe('a b n')
    await sql`update books set direct_link = 'https://other.example/files/x.pdf' where id = 'b'`.execute(db)
    expect(await lightOf(db)).toBe('a n')

    /* A deleted record keeps its references, and has them when it comes back. */
    await sql`delete from books where id = 'a'`.execute(db)
    expect(await lightOf(db)).toBe('n')
    await addBook(db, 'a', 'whole')
    expect(await lightOf(db)).toBe('a n')
    await sql`delete from file_references where record_id = 'n'`.execute(db)
    expect(await lightOf(db)).toBe('a')

    for (const [damage, expected] of [
      ['altered', ''],
      ['missing', ''],
      [null, 'a'],
    ] as const) {
      await sql`update files set damage = ${damage} where id = 'light'`.execute(db)
      expect(await lightOf(db)).toBe(expected)
    }
    await addLight(db, 'whole', null)
    expect(await lightOf(db)).toBe('')
    await addLight(db, 'whole', 'light')
    expect(await lightOf(db)).toBe('a')
    await sql`delete from files where id = 'light'`.execute(db)
    expect(await lightOf(db)).toBe('')
    await addFiles(db, 'light')
    await addLight(db, 'whole', 'light')
    expect(await lightOf(db)).toBe('a')
    await sql`delete from light_copies`.execute(db)
    expect(await lightOf(db)).toBe('')
    await cleanup()
  })

  it('are counted and listed without looking at the others', async () => {
    const { kysely: db, cleanup } = await open()
    await sql`
      insert into files (id, object_key, size, type, name, extension)
      select 'file-' || n, 'file-' || n, 1, 'application/pdf', '', 'pdf' from generate_series(1, 4000) n`.execute(
      db,
    )
    await sql`
      insert into light_copies (file_hash, light_hash, maker_version)
      select 'file-' || n, 'file-4000', 1 from generate_series(1, 200) n`.execute(db)
    await sql`
      insert into file_references (entity, record_id, file_id)
      select 'BOOK', n::text, 'file-' || n from generate_series(1, 3000) n`.execute(db)
    await sql`
      insert into books (id, title, subject, stage, release_year, description, direct_link)
      select n::text, '', 'MATH', 'SIXTH_PRIMARY', 2026, '', '/files/file-' || n || '/a.pdf' from generate_series(1, 3000) n`.execute(
      db,
    )
    await sql`analyze`.execute(db)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const filter = { file: 'light', limit: 10, offset: 0, search: undefined } as const
    const counts = await countRowsBySchool(db, 'books')
    const { total } = await listBooks(db, { ...filter } as never, undefined, 'published')
    const ofSchool = { ...filter, stage: 'PRIMARY', isLatest: false } as never
    expect(await listBooksOfSchool(db, ofSchool, undefined)).toHaveLength(10)
    const asked = query.mock.calls.flatMap(statementsOf)
    query.mockRestore()
    expect([counts[0]?.count, counts[0]?.light, total]).toEqual([3000, 200, 200])
    expect(asked).toHaveLength(4)
    for (const { text, values } of asked) {
      const plan = await db.executeQuery<Record<'QUERY PLAN', string>>(
        CompiledQuery.raw(`explain ${text}`, [...values]),
      )
      const lines = plan.rows.map(row => Object.values(row).join('')).join('\n')
      expect(lines).toMatch(/row_counts|books_light_|Index Scan using books_by_curriculum/)
      expect(lines).not.toMatch(/Seq Scan on (?:books|files|file_references|light_copies)/)
    }
    await cleanup()
  })

  it.runIf(engine === 'postgres')('are told truly where a copy comes while a record is saved', async () => {
    const first = await open()
    const second = await openDatabase(first.options)
    const { kysely: db } = first
    await addFiles(db, 'one', 'two', 'three', 'light')
    const saving = Promise.withResolvers<void>()
    const maySave = Promise.withResolvers<void>()
    const lockFile = (trx: Queryable, id: string) =>
      sql`select from files where id = ${id} for update`.execute(trx)
    await addBook(db, 'c', 'three')
    await use(db, 'BOOK', 'c', 'three')

    /* A record is saved first: the copy waits for it, also that of a file which had none before. */
    await addLight(db, 'one', null)
    const saved = second.kysely.transaction().execute(async trx => {
      await addBook(trx, 'a', 'one')
      await lockFile(trx, 'one')
      await use(trx, 'BOOK', 'a', 'one')
      /* And one that has the file already: it takes the file last, which nobody who waits for the record holds. */
      await sql`select from books where id = 'c' for update`.execute(trx)
      saving.resolve()
      await maySave.promise
      await lockFile(trx, 'three')
    })
    await saving.promise
    const made = Promise.all([addLight(db, 'one', 'light'), addLight(db, 'three', 'light')])
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(1)
    maySave.resolve()
    await Promise.all([saved, made])
    expect(await lightOf(db)).toBe('a c')

    /* The copy is there first: the record waits for it. */
    const making = Promise.withResolvers<void>()
    const mayMake = Promise.withResolvers<void>()
    const light = second.kysely.transaction().execute(async trx => {
      await addLight(trx, 'two', 'light')
      making.resolve()
      await mayMake.promise
    })
    await making.promise
    const book = db.transaction().execute(async trx => {
      await addBook(trx, 'b', 'two')
      await lockFile(trx, 'two')
      await use(trx, 'BOOK', 'b', 'two')
    })
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0)
    mayMake.resolve()
    await Promise.all([light, book])
    expect(await lightOf(db)).toBe('a b c')
    await second.close()
    await first.cleanup()
  })

  it.runIf(engine === 'postgres')(
    'are told truly where a copy is checked while another takes its place',
    async () => {
      const first = await open()
      const second = await openDatabase(first.options)
      const { kysely: db } = first
      await addFiles(db, 'one', 'light', 'lighter')
      await addBook(db, 'a', 'one')
      await use(db, 'BOOK', 'a', 'one')
      await db.transaction().execute(trx => settleCopy(trx, 'one', { lightHash: 'light' }))
      const checking = Promise.withResolvers<void>()
      const mayRecord = Promise.withResolvers<void>()
      const checked = db.transaction().execute(async trx => {
        await sql`select from files where id = 'light' for update`.execute(trx)
        checking.resolve()
        await mayRecord.promise
        const facts = { id: 'light', objectKey: 'light', checkedMark: 'mark', checkedAt: new Date() }
        await recordCheck(trx, { ...facts, damage: 'rotten' })
      })
      await checking.promise
      const settled = second.kysely
        .transaction()
        .execute(trx => settleCopy(trx, 'one', { lightHash: 'lighter' }))
      await expect.poll(() => countWaiting(db)).toBe(1)
      mayRecord.resolve()
      await Promise.all([checked, settled])
      expect(await lightOf(db)).toBe('a')
      await second.close()
      await first.cleanup()
    },
  )
})
