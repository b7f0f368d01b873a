import { limits } from '#contract/limits.ts'
import type { ExamInput } from '#contract/resources/exam.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { Likeness } from '#server/files/likeness/likeness.types.ts'
import { warnOfLikeness } from '#server/content/record/likeness-warnings.ts'
import { warnOfDuplicates, warnOfFileNames, warnOfYear } from '#server/content/record/warnings.ts'
import { readNamedFacts } from '#server/search/named-facts.ts'
import { listExams } from './exams.repository.ts'

/**
 * What to look at before an exam is saved: one of the same subject, grade, year and round, unless the titles name
 * different branches; pictures whose names say otherwise; a first picture like one of another; a year to come. Source: S5.4.
 */
export async function listExamWarnings(
  db: Queryable,
  likeness: Likeness,
  input: Unsaved<ExamInput>,
  except: readonly string[],
  patience?: AbortSignal,
): Promise<Warning[]> {
  const { title = '', subject, stage, releaseYear, try: round, files = [] } = input
  const query = subject &&
    stage &&
    releaseYear &&
    round !== undefined && { subject, stage, releaseYear, try: round }
  const near = query
    ? await listExams(
        db,
        { ...query, stageType: 'exact', limit: limits.duplicatesRead, offset: 0 },
        undefined,
        'any',
      )
    : undefined
  const same = near?.items.filter(row => !except.includes(row.id) && isSameBranch(row.title, title))
  return [
    ...warnOfDuplicates(same ?? [], row => row.title),
    ...(await warnOfLikeness(
      db,
      likeness,
      {
        kind: 'exam',
        field: 'files',
        address: files[0],
        except: [...except, ...(same ?? []).map(({ id }) => id)],
      },
      patience,
    )),
    ...warnOfFileNames('files', files, {
      subject,
      grade: stage,
      round,
      years: releaseYear === undefined ? undefined : [releaseYear],
    }),
    ...warnOfYear(releaseYear, { after: 0 }),
  ]
}

/** An exam has its branch in its title alone; a title without one is of any. */
function isSameBranch(one: string, other: string): boolean {
  const ofOne = readNamedFacts(one).branches
  const ofOther = readNamedFacts(other).branches
  return ofOne.length === 0 || ofOther.length === 0 || ofOne.some(branch => ofOther.includes(branch))
}
