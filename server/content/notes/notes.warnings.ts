import { limits } from '#contract/limits.ts'
import type { NoteInput } from '#contract/resources/note.ts'
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
import { listNotes } from './notes.repository.ts'

/**
 * What to look at before a handout is saved: one with the same title, teacher, grade and year; a PDF whose name says
 * otherwise; a cover, or without one a first page, like that of another; a branch where there is none; an unlikely year. Source: S5.4.
 */
export async function listNoteWarnings(
  db: Queryable,
  likeness: Likeness,
  input: Unsaved<NoteInput>,
  except: readonly string[],
  patience?: AbortSignal,
): Promise<Warning[]> {
  const { title, teacher, subject, stage, branch, releaseYear, directLink, image } = input
  const query = title &&
    teacher &&
    stage &&
    releaseYear && { search: title, teacher, stage, year: releaseYear }
  const near = query
    ? await listNotes(
        db,
        { ...query, stageType: 'exact', limit: limits.duplicatesRead, offset: 0 },
        undefined,
        'any',
      )
    : undefined
  const same = near?.items.filter(
    row =>
      !except.includes(row.id) &&
      isSameText(row.title, title ?? '') &&
      isSameText(row.teacher, teacher ?? ''),
  )
  return [
    ...warnOfDuplicates(same ?? [], row => `${row.title} – ${row.teacher}`),
    ...(await warnOfLikeness(
      db,
      likeness,
      {
        kind: 'note',
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
