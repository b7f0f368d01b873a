import { sql, type RawBuilder } from 'kysely'
import { gradesBeside, type GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** What decides which records of a kind are related to one. */
export interface Relation {
  id: string
  stage: GradeCode
  subject: SubjectCode
}

/**
 * The statement behind `listRelatedIds`: each step is one short read of an index, in the order of that index.
 * Shape: ids, the nearest first.
 */
export function relatedIds(
  list: 'books' | 'notes',
  { id, stage, subject }: Relation,
  limit: number,
): RawBuilder<{ id: string }> {
  const step = (place: number, which: RawBuilder<unknown>) => sql`
    (select id, ${place}::int as place, created_at from ${sql.table(list)}
      where state = 'published' and id <> ${id} and ${which}
      order by created_at desc, id desc limit ${limit})`
  const steps = [
    step(0, sql`stage = ${stage} and subject = ${subject}`),
    step(1, sql`stage = ${stage} and subject <> ${subject}`),
    ...gradesBeside(stage).map(beside => step(2, sql`stage = ${beside} and subject = ${subject}`)),
  ]
  return sql<{ id: string }>`
    select id from (${sql.join(steps, sql` union all `)}) near
    order by place, created_at desc, id desc limit ${limit}`
}

/**
 * Other records of a kind: the same grade and subject first, then the same grade, then the same subject in the grades
 * beside it; never another stage. Within each, the newest first. Source: P5.3.
 */
export async function listRelatedIds(
  db: Queryable,
  list: 'books' | 'notes',
  relation: Relation,
  limit: number,
): Promise<string[]> {
  const { rows } = await relatedIds(list, relation, limit).execute(db)
  return rows.map(row => row.id)
}

/** The rows in the order of these ids; ids without a row are left out. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
