import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { describeEachEngine } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { keptRepeats } from './kept-repeats.ts'
import type { RepeatCount } from './question-groups.repository.ts'

describeEachEngine('the counts of repeated questions', open => {
  let database: TestDatabase
  let tell: () => void
  let counts: (stage?: MinisterialGradeCode) => Promise<readonly RepeatCount[]>

  beforeAll(async () => {
    database = await open()
    const { kysely } = database
    await sql`
      insert into exams (id, title, subject, stage, release_year, try, description)
      select 'e' || n, '', case when n <= 4 then 'MATH' else 'PHYSICS' end, 'SIXTH_PREPARATORY', 2020 + n, 1, ''
      from generate_series(1, 8) n`.execute(kysely)
    await sql`
      insert into exam_questions (exam_id, label, place, page, text, group_key)
      select id, n::text, n, 1, '', case when n <= 2 then subject || n end from exams, generate_series(1, 3) n`.execute(
      kysely,
    )
    counts = keptRepeats(kysely, {
      onChange: listener => {
        const tags: ChangeTag[] = ['exams']
        tell = () => listener(tags)
      },
    })
  }, 60_000)
  afterAll(() => database.cleanup())

  /** Those of the database, counted whole. */
  async function countAnew(): Promise<Record<string, number>> {
    const { rows } = await sql<{ subject: string; count: number }>`
      select subject, count(*) as count from (
        select e.subject from exam_questions q join exams e on e.id = q.exam_id
        where q.group_key is not null and e.state = 'published'
        group by e.subject, q.group_key having count(distinct e.id) > 1
      ) repeated group by subject`.execute(database.kysely)
    return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]))
  }

  /** What is counted, of all grades or of one, and what of it the database was asked for. */
  async function counted(stage?: MinisterialGradeCode) {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const found = await counts(stage)
    /* What was asked and not what came back, which a query holds as well. */
    const asked = JSON.stringify(query.mock.calls.flatMap(statementsOf))
    query.mockRestore()
    return { found, asked }
  }

  /** The subjects that are counted after a change, which are true then. */
  async function countedAfter(change: () => Promise<unknown>): Promise<string[]> {
    await change()
    const anew = await countAnew()
    tell()
    const { found, asked } = await counted()
    expect(Object.fromEntries(found.map(({ subject, count }) => [subject, count]))).toEqual(anew)
    return ['MATH', 'PHYSICS', 'ARABIC'].filter(subject => asked.includes(subject))
  }

  const run = (text: string) => () => sql.raw(text).execute(database.kysely)

  it('look at all that is there once', async () => {
    expect(await countedAfter(run('select 1'))).toEqual(['MATH', 'PHYSICS'])
    expect(await countedAfter(run('select 1'))).toEqual([])
    expect((await counts()).map(({ count }) => count)).toEqual([2, 2])
  })

  it.each([
    ['an exam is hidden', `update exams set state = 'draft' where id = 'e1'`, ['MATH']],
    ['one is changed', `update exams set updated_at = now() where id = 'e5'`, ['PHYSICS']],
    ['one moves', `update exams set subject = 'ARABIC' where id = 'e5'`, ['PHYSICS', 'ARABIC']],
    [
      'a question leaves its group',
      `update exam_questions set group_key = null where exam_id in ('e2', 'e3') and label = '1'`,
      ['MATH'],
    ],
    ['questions are compared', 'update exam_questions set is_compared = true', []],
    ['one that stands alone goes', `delete from exam_questions where exam_id = 'e6' and label = '3'`, []],
    ['questions of a group go', `delete from exam_questions where exam_id = 'e6'`, ['PHYSICS']],
    [
      'one comes',
      `insert into exam_questions (exam_id, label, place, page, text, group_key) values ('e6', '1', 1, 1, '', 'PHYSICS1')`,
      ['PHYSICS'],
    ],
    ['exams go with their questions', `delete from exams where id in ('e3', 'e4')`, ['MATH']],
  ])('look, once %s, at its grade and subject and no other', async (_name, change, subjects) => {
    expect(await countedAfter(run(change))).toEqual(subjects)
  })

  it('of one grade look at no other, and not again at what was counted with all', async () => {
    await sql`
      insert into exams (id, title, subject, stage, release_year, try, description)
      select 'g' || n, '', case when n <= 2 then 'MATH' else 'ARABIC' end,
        case when n <= 2 then 'THIRD_INTERMEDIATE' else 'SIXTH_PREPARATORY' end, 2020 + n, 1, ''
      from generate_series(1, 4) n`.execute(database.kysely)
    await sql`
      insert into exam_questions (exam_id, label, place, page, text, group_key)
      select id, '1', 1, 1, '', stage || subject from exams where id like 'g%'`.execute(database.kysely)
    tell()
    const ofGrade = await counted('THIRD_INTERMEDIATE')
    expect(ofGrade.found).toMatchObject([{ stage: 'THIRD_INTERMEDIATE', subject: 'MATH', count: 1 }])
    expect(ofGrade.asked).not.toMatch(/SIXTH_PREPARATORY|ARABIC/)
    const ofAll = await counted()
    expect(ofAll.found).toContainEqual(ofGrade.found[0])
    expect(ofAll.found.map(({ subject }) => subject)).toContain('ARABIC')
    expect(ofAll.asked).not.toContain('THIRD_INTERMEDIATE')
  })
})
