import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/base/db/open.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { describeEachEngine } from '#test/database.ts'
import {
  countRows,
  countRowsByPart,
  countRowsBySchool,
  countRowsOf,
  type CountedTable,
} from './row-counts.ts'

const counted: [CountedTable, string][] = [
  ['books', 'state'],
  ['notes', 'state'],
  ['exams', 'state'],
  ['results', 'state'],
  ['news', 'state'],
  ['trash', 'entity'],
  ['jobs', 'state'],
]

const addJobs = (db: Queryable, ids: readonly string[], state = 'waiting') =>
  sql`
  insert into jobs (id, kind, key, title, input, state, run_at)
  select id, 'kind', id, 'عمل', '{}', ${state}, now() from unnest(${ids}::text[]) id`.execute(db)

const records = [
  sql`insert into books (id, title, subject, stage, release_year, description) values ('b', '', 'MATH', '', 2026, '')`,
  sql`
    insert into notes (id, title, teacher, teacher_text, subject, stage, release_year, state)
    select n::text, '', '', '', 'MATH', '', 2026, case when n < 3 then 'draft' else 'published' end
    from generate_series(1, 5) n`,
  sql`
    insert into exams (id, title, try, release_year, subject, stage, description)
    values ('e', '', 1, 2026, 'MATH', '', '')`,
  sql`insert into results (id, city, school_text, release_year, try, stage) values ('r', '', '', 2026, 1, '')`,
  sql`insert into news (id, title, image, bio, content, type) values ('n', '', '', '', '', '')`,
]

async function expectTrue(db: Queryable): Promise<void> {
  for (const [table, column] of counted) {
    const { rows } = await sql<{ part: string; count: number }>`
      select ${sql.ref(column)} as part, count(*) as count from ${sql.table(table)} group by 1`.execute(db)
    const found = await countRowsByPart(db, table)
    expect(new Map(found.map(({ part, count }) => [part, count])), table).toEqual(
      new Map(rows.map(({ part, count }) => [part, count])),
    )
    const total = rows.reduce((sum, { count }) => sum + count, 0)
    expect(await countRows(db, table)).toBe(total)
    expect((await countRowsOf(db, [table])).get(table) ?? 0).toBe(total)
  }
}

/** What the places of published books and notes hold, counted anew. */
async function expectSchoolTrue(db: Queryable): Promise<void> {
  const byPlace = (
    counts: readonly {
      stage: string
      branch: string | null
      subject: string
      count: number
      light: number
    }[],
  ) =>
    counts
      .map(({ stage, branch, subject, count, light }) => `${stage} ${branch} ${subject} ${count} ${light}`)
      .toSorted()
  for (const table of ['books', 'notes'] as const) {
    const { rows } = await sql<{
      stage: string
      branch: string | null
      subject: string
      count: number
      light: number
    }>`
      select stage, branch, subject, count(*) as count, count(*) filter (where has_light) as light from ${sql.table(table)}
      where state = 'published' group by stage, branch, subject`.execute(db)
    expect(byPlace(await countRowsBySchool(db, table)), table).toEqual(byPlace(rows))
  }
}

describeEachEngine('the counts of rows', (open, engine) => {
  it('are true after rows come, change their state, stay as they are and go', async () => {
    const { kysely: db, cleanup } = await open()
    await addJobs(db, ['a', 'b', 'c'])
    await addJobs(db, ['d'], 'done')
    await sql`
      insert into trash (entity, record_id, name, data)
      select e, n::text, 'اسم', '{}' from unnest(array['BOOK', 'NEWS']) e, generate_series(1, 3) n`.execute(
      db,
    )
    for (const insert of records) await insert.execute(db)
    await expectTrue(db)
    await sql`update jobs set state = 'done' where id in ('a', 'b')`.execute(db)
    await sql`update jobs set title = 'آخر'`.execute(db)
    await sql`
      insert into jobs (id, kind, key, title, input, state, run_at)
      values ('a', 'kind', 'a', '', '{}', 'failed', now()), ('e', 'kind', 'e', '', '{}', 'failed', now())
      on conflict (id) do update set state = excluded.state`.execute(db)
    await expectTrue(db)
    expect(await countRows(db, 'jobs', 'failed')).toBe(2)
    await sql`delete from jobs where id in ('a', 'c', 'd')`.execute(db)
    await sql`update notes set state = 'draft' where id > '3'`.execute(db)
    await sql`delete from books`.execute(db)
    await sql`delete from trash where entity = 'NEWS'`.execute(db)
    await expectTrue(db)
    expect(await countRowsByPart(db, 'trash')).toEqual([{ part: 'BOOK', count: 3 }])
    await cleanup()
  })

  it('by grade, branch and subject are true after records come, move, are hidden and go', async () => {
    const { kysely: db, cleanup } = await open()
    await sql`
      insert into books (id, title, subject, stage, branch, release_year, description, state)
      select n::text, '', case when n % 2 = 0 then 'MATH' else 'ARABIC' end, 'SIXTH_PREPARATORY',
        case when n % 3 = 0 then 'SCIENTIFIC' end, 2026, '', case when n = 7 then 'draft' else 'published' end
      from generate_series(1, 9) n`.execute(db)
    for (const insert of records) await insert.execute(db)
    await expectSchoolTrue(db)
    expect(await countRowsBySchool(db, 'books')).toContainEqual({
      stage: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
      subject: 'MATH',
      count: 1,
      light: 0,
    })
    await sql`update books set subject = 'MATH', branch = 'LITERARY' where id in ('1', '2')`.execute(db)
    await sql`update books set has_light = true where id in ('2', '3', '4', '5', '7')`.execute(db)
    await expectSchoolTrue(db)
    await sql`update books set state = 'draft' where id = '3'`.execute(db)
    await sql`update books set state = 'published' where id = '7'`.execute(db)
    await sql`update books set title = 'آخر'`.execute(db)
    await sql`delete from books where id in ('5', '6')`.execute(db)
    await sql`delete from notes where state = 'draft'`.execute(db)
    await expectSchoolTrue(db)
    await cleanup()
  })

  it('of exams by place are true after exams come, move, are hidden and go', async () => {
    const { kysely: db, cleanup } = await open()
    const expectPlacesTrue = async (count: number) => {
      const { rows } = await sql<{ part: string; count: number }>`
        select stage || ' ' || subject || ' ' || release_year || ' ' || try as part, count(*) as count
        from exams where state = 'published' group by 1`.execute(db)
      const found = await countRowsByPart(db, 'exams.place')
      expect(new Map(found.map(each => [each.part, each.count]))).toEqual(
        new Map(rows.map(each => [each.part, each.count])),
      )
      expect(rows.reduce((sum, each) => sum + each.count, 0)).toBe(count)
    }
    await sql`
      insert into exams (id, title, subject, stage, release_year, try, description, state)
      select n::text, '', case when n % 2 = 0 then 'MATH' else 'ARABIC' end, 'SIXTH_PREPARATORY', 2020 + n / 4, n % 3, '',
        case when n = 7 then 'draft' else 'published' end
      from generate_series(1, 9) n`.execute(db)
    await expectPlacesTrue(8)
    await sql`update exams set subject = 'MATH', release_year = 2026 where id in ('1', '2')`.execute(db)
    await sql`update exams set state = case when id = '7' then 'published' else 'draft' end where id > '5'`.execute(
      db,
    )
    await sql`update exams set title = 'آخر'`.execute(db)
    await sql`delete from exams where id in ('3', '7')`.execute(db)
    await expectPlacesTrue(4)
    await cleanup()
  })

  it('of news by category and of messages by who read them are true after those come, change, are hidden and go', async () => {
    const { kysely: db, cleanup } = await open()
    await sql`
      insert into news (id, title, image, bio, content, type, state)
      select n::text, '', '', '', '', case when n < 5 then 'GENERAL_NEWS' else 'EXAM_RESULTS' end,
        case when n = 9 then 'draft' else 'published' end
      from generate_series(1, 9) n`.execute(db)
    await sql`update news set type = 'EXAM_SCHEDULE' where id in ('1', '9')`.execute(db)
    await sql`update news set state = case when id = '9' then 'published' else 'draft' end where id in ('5', '9')`.execute(
      db,
    )
    await sql`delete from news where id = '2'`.execute(db)
    const found = await countRowsByPart(db, 'news.category')
    expect(Object.fromEntries(found.map(({ part, count }) => [part, count]))).toEqual({
      GENERAL_NEWS: 2,
      EXAM_RESULTS: 3,
      EXAM_SCHEDULE: 2,
    })
    await sql`
      insert into contact_messages (id, name, email, subject, message, read_at)
      select n::text, '', '', '', '', case when n < 4 then now() end from generate_series(1, 9) n`.execute(db)
    await sql`update contact_messages set read_at = case when id = '9' then now() end where id in ('1', '9')`.execute(
      db,
    )
    await sql`update contact_messages set deleted_at = now() where id in ('2', '5')`.execute(db)
    await sql`update contact_messages set name = 'آخر'`.execute(db)
    await sql`delete from contact_messages where id in ('5', '6')`.execute(db)
    expect(await countRowsByPart(db, 'contact_messages.reading')).toEqual(
      expect.arrayContaining([
        { part: 'read', count: 2 },
        { part: 'unread', count: 4 },
      ]),
    )
    await cleanup()
  })

  it.runIf(engine === 'postgres')('let nobody wait for another writer, and stay few', async () => {
    const first = await open()
    const second = await openDatabase(first.options)
    await addJobs(first.kysely, ['old'])
    const hasWritten = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const writing = first.kysely.transaction().execute(async transaction => {
      await addJobs(transaction, ['one', 'two'])
      hasWritten.resolve()
      await mayEnd.promise
    })
    await hasWritten.promise
    for (const id of ['three', 'four', 'five']) await addJobs(second.kysely, [id])
    expect(await countRows(second.kysely, 'jobs')).toBe(4)
    mayEnd.resolve()
    await writing
    await expectTrue(second.kysely)
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => addJobs((n % 2 === 0 ? first : second).kysely, [`n${n}`])),
    )
    await expectTrue(second.kysely)
    expect(await countRows(second.kysely, 'jobs')).toBe(46)
    const { rows } = await sql<{ parts: number }>`select count(*) as parts from row_counts`.execute(
      first.kysely,
    )
    expect(rows[0]?.parts).toBeLessThan(22)
    await second.close()
    await first.cleanup()
  })
})
