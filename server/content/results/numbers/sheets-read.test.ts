import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { countNumbers } from '#server/content/results/release/release.repository.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

async function addSheet(db: OpenDatabase['kysely'], id: string, fileId: string): Promise<void> {
  await sql`
    insert into sheets (id, result_id, entry, names, kind, found_school, school, group_name, is_hidden, is_public, file_id,
      ending, size, search_text)
    values (${id}, 'result', '', '[]', 'pdf', '', '', '', false, true, ${fileId}, 'pdf', 1, '')`.execute(db)
}

const addReading = (db: OpenDatabase['kysely'], fileId: string, numbers: number) =>
  sql`insert into sheet_readings (file_id, pages, readable_pages, numbers) values (${fileId}, 1, 1, ${numbers}::int)`.execute(
    db,
  )

describe.each(engines)('how many numbers were read in a sheet, on %s', engine => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    await sql`
      insert into results (id, city, stage, try, release_year, school_text, direct_link, search_text)
      values ('result', 'BAGHDAD', 'SIXTH_PREPARATORY', 1, 2026, '', '/files/a/a.zip', '')`.execute(
      database.kysely,
    )
    await sql`insert into sheet_archives (result_id, sha256, state) values ('result', 'a', 'ready')`.execute(
      database.kysely,
    )
  })
  afterAll(() => database.cleanup())

  const numbersOf = async (id: string) => {
    const row = await database.kysely
      .selectFrom('sheets')
      .select('numbers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.numbers
  }

  it('stands beside it, whichever comes first, and follows its file and the reading', async () => {
    const db = database.kysely
    await addSheet(db, 'early', 'one')
    expect(await numbersOf('early')).toBeNull()
    await addReading(db, 'one', 30)
    await addSheet(db, 'late', 'one')
    expect([await numbersOf('early'), await numbersOf('late')]).toEqual([30, 30])
    await sql`update sheet_readings set numbers = 31 where file_id = 'one'`.execute(db)
    expect([await numbersOf('early'), await numbersOf('late')]).toEqual([31, 31])
    await sql`update sheets set file_id = 'two' where id = 'late'`.execute(db)
    expect(await numbersOf('late')).toBeNull()
    await addReading(db, 'two', 5)
    expect((await countNumbers(db, ['result'])).get('result')).toBe(36)
    await sql`delete from sheet_readings where file_id = 'one'`.execute(db)
    expect(await numbersOf('early')).toBeNull()
  })

  it('is counted also where sheet and reading came at one moment', async () => {
    const db = database.kysely
    await addReading(db, 'three', 7)
    await addSheet(db, 'sheet-3', 'three')
    const before = (await countNumbers(db, ['result'])).get('result')
    await sql`update sheets set numbers = null where id = 'sheet-3'`.execute(db)
    expect((await countNumbers(db, ['result'])).get('result')).toBe(before)
  })
})
