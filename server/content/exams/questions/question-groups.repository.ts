import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { QuestionPlace } from '#contract/resources/question.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { inScope, isPublic, type QuestionScope } from './questions.repository.ts'

/* Each exam's own by their index, and never the questions of all exams: the offset keeps it apart. */
const questionsOfEach = sql`select * from exam_questions where exam_id = e.id offset 0`
/* Nothing but the index of what stands in groups. */
const groupsOfEach = sql`
  select group_key, place from exam_questions where exam_id = e.id and group_key is not null offset 0`

/** All questions of a grade and subject with their exams, the newest first. */
export async function listAll(
  db: Queryable,
  scope: QuestionScope,
): Promise<(QuestionPlace & { groupKey: string | null })[]> {
  const { rows } = await sql<QuestionPlace & { groupKey: string | null }>`
    select q.group_key, q.exam_id, q.label, q.page, q.text, e.release_year as year, e.try as round
    from exams e cross join lateral (${questionsOfEach}) q
    where ${inScope(scope)}
    order by e.release_year desc, e.try, e.id, q.place`.execute(db)
  return rows
}

/* More than a place in an exam can be. */
const pastAnyPlace = 2 ** 31

/**
 * Some of the groups of more than one question of a grade and subject, the largest first, of each the newest questions, and
 * how many such groups there are.
 */
export async function listGroups(
  db: Queryable,
  scope: QuestionScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ places: (QuestionPlace & { groupKey: string })[]; total: number }> {
  type Place = QuestionPlace & { groupKey: string }
  /* Public ones are read from the index of their places alone, which has the others not. */
  const { rows } = await sql<{ total: number } & (Place | { groupKey: null })>`
    with scope as (
      select id, row_number() over (order by release_year desc, try, id) as place
      from (
        select id, release_year, try from exams e where state = 'published' and ${inScope(scope)}
        union all select id, release_year, try from exams e where state <> 'published' and ${inScope(scope)}
      ) e
    ), groups as (
      select q.group_key, count(*) as size, min(e.place * ${pastAnyPlace}::bigint + q.place) as first
      from scope e cross join lateral (${groupsOfEach}) q group by q.group_key having count(*) > 1
    )
    select c.total, g.group_key, q.exam_id, q.label, q.page, q.text, q.year, q.round
    from (select count(*)::int as total from groups) c
    left join (select * from groups order by size desc, first limit ${limit} offset ${offset}) g on true
    left join lateral (
      select q.*, e.release_year as year, e.try as round
      from (${newestOfGroup(sql`g.group_key`)}) q join exams e on e.id = q.exam_id and ${inScope(scope)}
    ) q on true
    order by g.size desc, g.first, q.year desc, q.round, q.exam_id, q.place`.execute(db)
  const places = rows.filter((row): row is { total: number } & Place => row.groupKey !== null)
  return { places, total: rows[0]?.total ?? 0 }
}

interface FoundRepeat extends QuestionPlace {
  ownLabel: string
  ownPage: number
  ownText: string
  ownEndPage: number
  ownEndsAt: number | null
}

/* By the index of groups alone, so that of a group without end only so many are read. */
const newestOfGroup = (groupKey: RawBuilder<unknown>) => sql`
  select * from exam_questions where group_key = ${groupKey}
  order by exam_id desc limit ${limits.maxQuestionsOfGroup}`

/** Where else the questions of an exam stand, in public exams of its grade and subject. */
export async function listRepeats(
  db: Queryable,
  exam: QuestionScope & { id: string },
): Promise<FoundRepeat[]> {
  const { rows } = await sql<FoundRepeat>`
    select own.label as own_label, own.page as own_page, own.text as own_text,
      coalesce(own.end_page, own.page) as own_end_page, own.ends_at as own_ends_at,
      other.exam_id, other.label, other.page, other.text, other.year, other.round
    from exam_questions own cross join lateral (
      select q.*, e.release_year as year, e.try as round
      from (${newestOfGroup(sql`own.group_key`)}) q join exams e on e.id = q.exam_id
      where q.exam_id <> own.exam_id and ${isPublic} and ${inScope(exam)}
      order by e.release_year desc, e.try, e.id, q.place limit ${limits.maxShownRepeats}
    ) other
    where own.exam_id = ${exam.id}
    order by own.place, other.year desc, other.round, other.exam_id, other.place`.execute(db)
  return rows
}

/** How many questions of a grade and subject were asked more than once in public. */
export interface RepeatCount extends QuestionScope {
  count: number
  changedAt: Date
}

/** By the index of the exams of a grade and subject. Shape: undefined where none was asked more than once. */
export async function countRepeats(db: Queryable, scope: QuestionScope): Promise<RepeatCount | undefined> {
  const { rows } = await sql<{ count: number; changedAt: Date | null }>`
    select count(*)::int as count, max(repeated.changed_at) as changed_at
    from (
      select max(e.updated_at) as changed_at
      from exams e cross join lateral (${groupsOfEach}) q
      where ${inScope(scope)} and ${isPublic}
      group by q.group_key having count(distinct e.id) > 1
    ) repeated`.execute(db)
  const { count = 0, changedAt = null } = rows[0] ?? {}
  return changedAt === null ? undefined : { ...scope, count, changedAt }
}

interface PlaceOfGroup extends QuestionPlace {
  groupKey: string
  /** In how many exams its group stands. */
  times: number
}

/** The most repeated questions of a grade and subject, with their public places as far as they are named, the newest first. */
export async function listMostRepeated(
  db: Queryable,
  scope: QuestionScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<PlaceOfGroup[]> {
  const { rows } = await sql<PlaceOfGroup>`
    select r.group_key, r.times::int as times, named.exam_id, named.label, named.page, named.text, named.year, named.round
    from (
      select q.group_key, count(distinct e.id) as times, max(e.release_year) as latest
      from exams e cross join lateral (${groupsOfEach}) q
      where ${inScope(scope)} and ${isPublic}
      group by q.group_key having count(distinct e.id) > 1
      order by times desc, latest desc, q.group_key limit ${limit} offset ${offset}
    ) r
    cross join lateral (
      select q.*, e.release_year as year, e.try as round
      from (${newestOfGroup(sql`r.group_key`)}) q join exams e on e.id = q.exam_id and ${isPublic} and ${inScope(scope)}
      order by e.release_year desc, e.try, e.id, q.place limit ${limits.maxNamedPlaces}
    ) named
    order by r.times desc, r.latest desc, r.group_key, named.year desc, named.round, named.exam_id, named.place`.execute(
    db,
  )
  return rows
}
