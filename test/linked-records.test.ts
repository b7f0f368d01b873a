import { sql, type Expression } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gradeCodes, ministerialGradeCodes } from '#contract/codes/grades.ts'
import { subjectCodes } from '#contract/codes/subjects.ts'
import { examsOfPlaces, examsOfSubject, latestExamsBeside } from '#server/content/exams/exams.repository.ts'
import { notesOfTeacher } from '#server/content/notes/notes.repository.ts'
import { relatedIds } from '#server/content/record/related.ts'
import { describeEachEngine } from './database.ts'
import type { TestDatabase } from './database.ts'

const rows = 6000
const manyTeachers = 200

/** A code for each row of a series, so that all pairs of codes come up. */
const turn = (codes: readonly string[], of: string) =>
  sql`(${sql.val(codes)}::text[])[1 + (${sql.raw(of)}) % ${codes.length}]`

describeEachEngine('what a page shows of other records', open => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await open()
    const db = database.kysely
    const grade = turn(gradeCodes, 'n')
    const subject = turn(subjectCodes, `n / ${gradeCodes.length}`)
    await sql`
      insert into books (id, title, subject, stage, release_year, description, created_at)
      select 'b' || n, 'كتاب', ${subject}, ${grade}, 2026, '…', now() - n * interval '1 minute'
      from generate_series(1, ${rows}) n`.execute(db)
    await sql`
      insert into notes (id, title, teacher, teacher_text, subject, stage, release_year, created_at)
      select 'n' || n, 'ملزمة', 'مدرس', ' معلم ' || n % ${manyTeachers} || ' ', ${subject}, ${grade}, 2026,
        now() - n * interval '1 minute'
      from generate_series(1, ${rows}) n`.execute(db)
    await sql`
      insert into exams (id, title, description, stage, subject, release_year, try, created_at)
      select 'e' || n, 'أسئلة', '…', ${turn(ministerialGradeCodes, 'n')},
        ${turn(subjectCodes, `n / ${ministerialGradeCodes.length}`)}, 2000 + n % 26, 1 + n % 4,
        now() - n * interval '1 minute'
      from generate_series(1, ${rows}) n`.execute(db)
    await sql`analyze`.execute(db)
  })
  afterAll(() => database.cleanup())

  interface Node {
    'Node Type': string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Node[]
  }

  /** The ways in which tables are read, and how many rows of them. */
  async function readsOf(statement: Expression<unknown>): Promise<{ ways: string[]; rows: number }> {
    const found = await sql<Record<string, unknown>>`explain (analyze, format json) ${statement}`.execute(
      database.kysely,
    )
    const [answer] = Object.values(found.rows[0] ?? {})
    const [{ Plan }] = (typeof answer === 'string' ? JSON.parse(answer) : answer) as [{ Plan: Node }]
    const walk = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(walk)]
    const scans = walk(Plan).filter(
      node => node['Node Type'].endsWith('Scan') && !node['Node Type'].startsWith('Subquery'),
    )
    const seen = (node: Node) =>
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return {
      ways: [...new Set(scans.map(node => node['Node Type']))],
      rows: scans.reduce((sum, node) => sum + seen(node), 0),
    }
  }

  it('is read from indexes, however many records there are', async () => {
    const db = database.kysely
    const relation = { id: 'b1', stage: 'FIFTH_PREPARATORY', subject: 'GEOLOGY' } as const
    const statements: Record<string, Expression<unknown>> = {
      'related books': relatedIds('books', relation, 6),
      'related notes': relatedIds('notes', relation, 6),
      'years of an exam': examsOfSubject('SIXTH_PREPARATORY', 'PHYSICS', 8),
      'years of a grade': examsOfPlaces('SIXTH_PREPARATORY', [
        { subject: 'PHYSICS', releaseYear: 2020, try: 1, most: 8 },
        { subject: 'MATH', releaseYear: 2021, try: 1, most: 1 },
      ]),
      'latest exams of a grade': latestExamsBeside(db, { id: 'e1', stage: 'SIXTH_PREPARATORY' }, 3),
      'notes of a teacher': notesOfTeacher(db, [' معلم 7 ', ' استاذ معلم 7 ']).select('id'),
    }
    for (const [name, statement] of Object.entries(statements)) {
      const reads = await readsOf(statement)
      expect(reads.ways, name).not.toContain('Seq Scan')
      expect(reads.rows, name).toBeGreaterThan(0)
      expect(reads.rows, name).toBeLessThan(400)
    }
  })
})
