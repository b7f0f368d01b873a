import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { branchCodes } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { gradeCodes } from '#contract/codes/grades.ts'
import { subjectsInOrder } from '#contract/codes/subject-families.ts'

/**
 * The place of a column's code among these.
 * Shape: the codes are words of the statement, as in the indexes by which lists are sorted: another order of codes wants a
 * migration that makes these anew.
 */
export const placeIn = (codes: readonly string[], column: string): RawBuilder<number> =>
  sql`array_position(${sql.lit(`{${codes.join(',')}}`)}::text[], ${sql.ref(column)})`

/** The places of a row's grade, branch and subject in school life; what all branches share stands first. Source: P4.10. */
export const placeOfGrade = placeIn(gradeCodes, 'stage')
export const placeOfBranch = sql<number>`coalesce(${placeIn(branchCodes, 'branch')}, 0)`
export const placeOfSubject = placeIn(subjectsInOrder, 'subject')

/** True for what a student of a branch learns: the branch's own and what all branches share. */
export function inBranch(branch: BranchCode): RawBuilder<SqlBool> {
  return sql<SqlBool>`(branch = ${branch} or branch is null)`
}
