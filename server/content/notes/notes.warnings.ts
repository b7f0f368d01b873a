import { limits } from '#contract/limits.ts'
import type { NoteInput } from '#contract/resources/note.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import type { Queryable } from '#server/base/db/types.ts'
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
 * otherwise; a branch where there is none; an unlikely year. Source: S5.4.
 */
export async function listNoteWarnings(
  db: Queryable,
  input: Unsaved<NoteInput>,
  except: readonly string[],
): Promise<Warning[]> {
  const { title, teacher, subject, stage, branch, releaseYear, directLink } = input
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
