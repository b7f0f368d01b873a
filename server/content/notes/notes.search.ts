import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { NoteRow, NoteSearchTexts } from './notes.repository.ts'

/** What the note lists' search boxes look through. Source: A3.3. */
export function noteSearchTexts(row: NoteRow): NoteSearchTexts {
  return {
    searchText: searchTextOf([
      row.title,
      row.teacher,
      subjectLabels[row.subject],
      grades[row.stage].label,
      row.branch && branchLabels[row.branch],
      String(row.releaseYear),
      ...row.keywords,
    ]),
    teacherText: searchTextOf([row.teacher]),
  }
}

/** The note as the site-wide search knows it. */
export function noteDocument(row: NoteRow): SearchDocument {
  return {
    type: kinds.note.search.type,
    id: row.id,
    title: row.title,
    teacher: row.teacher,
    subject: row.subject,
    stage: row.stage,
    branch: row.branch,
    year: row.releaseYear,
    keywords: row.keywords,
    body: '',
    image: row.image,
    files: [row.directLink ? sha256OfFileAddress(row.directLink) : undefined],
    createdAt: row.createdAt,
  }
}
