import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { BookRow } from './books.repository.ts'

/** What the book lists' search box looks through. Source: A3.3. */
export function bookSearchText(row: BookRow): string {
  return searchTextOf([
    row.title,
    subjectLabels[row.subject],
    grades[row.stage].label,
    row.branch && branchLabels[row.branch],
    String(row.releaseYear),
    ...row.keywords,
  ])
}

/** The book as the site-wide search knows it. */
export function bookDocument(row: BookRow): SearchDocument {
  return {
    type: kinds.book.search.type,
    id: row.id,
    title: row.title,
    subject: row.subject,
    stage: row.stage,
    branch: row.branch,
    year: row.releaseYear,
    keywords: row.keywords,
    body: row.description,
    image: row.image,
    files: [row.directLink ? sha256OfFileAddress(row.directLink) : undefined],
    createdAt: row.createdAt,
  }
}
