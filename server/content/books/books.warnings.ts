import { limits } from '#contract/limits.ts'
import type { BookInput } from '#contract/resources/book.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { Likeness } from '#server/files/likeness/likeness.types.ts'
import { knownBy, warnOfLikeness } from '#server/content/record/likeness-warnings.ts'
import {
  isSameText,
  warnOfBranch,
  warnOfDuplicates,
  warnOfFileNames,
  warnOfYear,
} from '#server/content/record/warnings.ts'
import { listBooks } from './books.repository.ts'

/**
 * What to look at before a book is saved: one with the same title, grade, branch and year; a PDF whose name says
 * otherwise; a cover, or without one a first page, like that of another; a branch where there is none; an unlikely year. Source: S5.4.
 */
export async function listBookWarnings(
  db: Queryable,
  likeness: Likeness,
  input: Unsaved<BookInput>,
  except: readonly string[],
  patience?: AbortSignal,
): Promise<Warning[]> {
  const { title, subject, stage, branch, releaseYear, directLink, image } = input
  const query = title &&
    stage &&
    releaseYear && { search: title, stage, stageType: 'exact' as const, releaseYear }
  const near = query
    ? await listBooks(db, { ...query, branch, limit: limits.duplicatesRead, offset: 0 }, undefined, 'any')
    : undefined
  const same = near?.items.filter(
    row => !except.includes(row.id) && row.branch === (branch ?? null) && isSameText(row.title, title ?? ''),
  )
  return [
    ...warnOfDuplicates(same ?? [], row => row.title),
    ...(await warnOfLikeness(
      db,
      likeness,
      {
        kind: 'book',
        ...knownBy({ image, directLink, subject, stage, releaseYear }),
        except: [...except, ...(same ?? []).map(({ id }) => id)],
      },
      patience,
    )),
    ...warnOfFileNames('directLink', [directLink], {
      subject,
      grade: stage,
      branch,
      years: releaseYear === undefined ? undefined : [releaseYear, releaseYear - 1],
    }),
    ...warnOfBranch(stage, branch),
    ...warnOfYear(releaseYear, { before: limits.likelyYearsBefore, after: 1 }),
  ]
}
