import { limits } from '#contract/limits.ts'
import type { ResultInput } from '#contract/resources/result.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
import {
  isSameText,
  warnOfBranch,
  warnOfDuplicates,
  warnOfFileNames,
  warnOfYear,
} from '#server/content/record/warnings.ts'
import { listResultsWithin } from './results.repository.ts'
import { resultName } from './results.search.ts'

/**
 * What to look at before a result is saved: one with the same city, school, grade, branch, round and year; a ZIP
 * whose name says otherwise; a branch where there is none; a year to come or long gone. Source: S5.4.
 */
export async function listResultWarnings(
  db: Queryable,
  input: Unsaved<ResultInput>,
  except: readonly string[],
): Promise<Warning[]> {
  const { city, school = '', stage, branch, try: round, releaseYear, directLink } = input
  const place = stage && city && round && releaseYear && { stage, city, try: round, releaseYear }
  const near = place ? await listResultsWithin(db, { ...place, branch: branch ?? null, state: 'any' }) : []
  const same = near.filter(row => !except.includes(row.id) && isSameText(row.school ?? '', school))
  return [
    ...warnOfDuplicates(same, resultName),
    ...warnOfFileNames('directLink', [directLink], {
      city,
      grade: stage,
      branch,
      round,
      years: releaseYear === undefined ? undefined : [releaseYear],
    }),
    ...warnOfBranch(stage, branch),
    ...warnOfYear(releaseYear, { before: limits.likelyYearsBefore, after: 0 }),
  ]
}
