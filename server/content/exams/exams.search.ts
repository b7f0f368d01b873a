import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { ExamRow } from './exams.repository.ts'

/** What the exam lists' search box looks through. Source: A3.3. */
export function examSearchText(row: ExamRow): string {
  return searchTextOf([
    row.title,
    subjectLabels[row.subject],
    grades[row.stage].label,
    roundLabel(row.try),
    String(row.releaseYear),
    ...row.keywords,
  ])
}

/** The exam as the site-wide search knows it. */
export function examDocument(row: ExamRow): SearchDocument {
  return {
    type: kinds.exam.search.type,
    id: row.id,
    title: row.title,
    subject: row.subject,
    stage: row.stage,
    year: row.releaseYear,
    round: row.try,
    keywords: row.keywords,
    body: row.description,
    image: row.files[0] ?? null,
    files: row.files.map(sha256OfFileAddress),
    createdAt: row.createdAt,
  }
}
