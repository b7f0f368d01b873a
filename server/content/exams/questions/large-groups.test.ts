import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import { countRepeats, listGroups, listMostRepeated, listRepeats } from './question-groups.repository.ts'

const scope = { stage: 'SIXTH_PREPARATORY', subject: 'PHYSICS' } as const
const exams = 250
const hidden = 7
const page = { limit: 10, offset: 0 }

describeEachEngine('groups of very many questions', open => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await open()
    const { kysely } = database
    await sql`
      insert into exams (id, title, description, stage, subject, release_year, try, state)
      select 'e' || lpad(n::text, 3, '0'), 'أسئلة', '…', ${scope.stage}, ${scope.subject}, 1800 + n, 1,
        case when n <= ${hidden} then 'draft' else 'published' end
      from generate_series(1, ${exams}::int) n`.execute(kysely)
    /* Three that every exam has, one that two have, one that is alone. */
    await sql`
      insert into exam_questions (exam_id, label, place, page, text, is_compared, group_key)
      select id, label, label::int, 1, 'سؤال ' || label, true, 'all ' || label from exams, unnest(array['1', '2', '3']) label
      union all select id, '4', 4, 1, 'سؤال', true, 'two' from exams where id in ('e100', 'e200')
      union all select 'e100', '5', 5, 1, 'سؤال', true, 'alone'`.execute(kysely)
    await sql`analyze`.execute(kysely)
  })
  afterAll(() => database.cleanup())

  it('name the newest of each question of an exam, of the last as of the first', async () => {
    const found = await listRepeats(database.kysely, { ...scope, id: 'e200' })
    const years = Object.groupBy(found, ({ ownLabel }) => ownLabel)
    const newest = [...Array(limits.maxShownRepeats + 1).keys()].map(n => 1800 + exams - n)
    for (const label of ['1', '2', '3'])
      expect(years[label]?.map(({ year }) => year)).toEqual(newest.slice(0, -1))
    expect(years['4']?.map(({ examId }) => examId)).toEqual(['e100'])
    expect(Object.keys(years)).toHaveLength(4)
  })

  it('are listed with how often they were asked, and the newest places', async () => {
    const found = await listMostRepeated(database.kysely, scope, page)
    const groups = [...Map.groupBy(found, ({ groupKey }) => groupKey)]
    expect(groups.map(([key, places]) => [key, places.length, places[0]?.times])).toEqual([
      ...['1', '2', '3'].map(label => [`all ${label}`, limits.maxNamedPlaces, exams - hidden]),
      ['two', 2, 2],
    ])
    expect(groups[0]?.[1].map(({ year }) => year)).toEqual(
      [...Array(limits.maxNamedPlaces).keys()].map(n => 1800 + exams - n),
    )
    expect(await countRepeats(database.kysely, scope)).toMatchObject({ ...scope, count: 4 })
  })

  it('are listed for staff with drafts, the largest first, and counted past the end', async () => {
    const { places, total } = await listGroups(database.kysely, scope, page)
    const groups = [...Map.groupBy(places, ({ groupKey }) => groupKey)]
    expect(groups.map(([key, own]) => [key, own.length])).toEqual([
      ...['1', '2', '3'].map(label => [`all ${label}`, limits.maxQuestionsOfGroup]),
      ['two', 2],
    ])
    expect(total).toBe(4)
    expect(await listGroups(database.kysely, scope, { limit: 10, offset: 10 })).toEqual({
      places: [],
      total: 4,
    })
  })
})
