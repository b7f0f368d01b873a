import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ResultInput } from '#contract/resources/result.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { sheetReader } from '#server/reading/reader-version.ts'
import type { TestStaff } from './build-app.ts'
import { resultInput } from './factories.ts'

interface ReadSheets {
  /** Schools of each result, and students of each school. */
  schools: number
  students: number
}

const studentsPerPage = 25

/** The exam number of a student; results, schools and students are counted from 0. */
export function examNumberIn(
  { schools, students }: ReadSheets,
  result: number,
  school: number,
  student: number,
) {
  return String(2_026_000_000 + (result * schools + school) * students + student)
}

/** Creates these results as drafts, all in one act. Shape: their ids in the same order. */
export async function addResults(
  staff: TestStaff,
  results: readonly Partial<ResultInput>[],
): Promise<string[]> {
  const added = await staff.send('POST', '/api/staff/results/batch', { results: results.map(resultInput) })
  expect(added.statusCode, added.body).toBe(201)
  return added.json().data.results.map(({ id }: { id: string }) => id)
}

/**
 * Gives results archives that have been opened and read, as rows alone: no file is behind them. What is read of a whole
 * country in hours is there in seconds.
 */
export async function addReadSheets(
  db: Queryable,
  resultIds: readonly string[],
  { schools, students }: ReadSheets,
): Promise<void> {
  const pages = Math.ceil(students / studentsPerPage)
  const hash = (name: string) => sql.raw(`md5(${name}) || md5('x' || ${name})`)
  for (const [at, id] of resultIds.entries()) {
    await sql`insert into sheet_archives (result_id, sha256, state, opened_at)
      values (${id}, md5(${id}) || md5(${id}), 'ready', now())`.execute(db)
    await sql`
      insert into sheets (id, result_id, entry, names, kind, found_school, school, group_name, is_hidden, is_public,
        file_id, ending, size, pages, search_text)
      select ${id} || '-' || s, ${id}, 'مدرسة ' || s, '[]', 'pdf', 'إعدادية الرافدين ' || s, 'إعدادية الرافدين ' || s, '',
        false, true, ${hash(`'${id}' || s`)}, 'pdf', 90000, ${pages}::int, 'اعداديه الرافدين ' || s
      from generate_series(0, ${schools}::int - 1) s`.execute(db)
    await sql`
      insert into sheet_readings (file_id, pages, readable_pages, reader)
      select file_id, ${pages}::int, ${pages}::int, ${sheetReader}::int from sheets where result_id = ${id}`.execute(
      db,
    )
    await sql`
      insert into sheet_pages (file_id, page, is_readable, picture, width, height, head, cuts)
      select file_id, p, true, ${hash(`file_id || p`)}, 1400, 990, '[0.05, 0.11, 0.9, 0.03]',
        '[0.11, 0.2, 0.31, 0.42, 0.53, 0.64, 0.7, 0.83, 0.9]'
      from sheets, generate_series(1, ${pages}::int) p where result_id = ${id}`.execute(db)
    await sql`
      insert into sheet_numbers (file_id, page, number, box, is_doubtful)
      select file_id, n / ${studentsPerPage}::int + 1,
        (2026000000 + (${at}::int * ${schools}::int + split_part(sheets.id, '-', -1)::int) * ${students}::int + n)::text,
        jsonb_build_array(0.05123, 0.1 + (n % ${studentsPerPage}::int) * 0.03, 0.89871, 0.02812), false
      from sheets, generate_series(0, ${students}::int - 1) n where result_id = ${id}`.execute(db)
  }
}
