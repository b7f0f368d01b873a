import type { BranchCode } from '#contract/codes/branches.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { CreatedAt, LinkColumns, Optional, RecordColumns } from '#server/base/db/columns.ts'

export interface BooksTable extends RecordColumns, LinkColumns {
  title: string
  subject: SubjectCode
  stage: GradeCode
  branch: Optional<BranchCode>
  releaseYear: number
  description: string
  image: Optional<string>
}

export interface BookVersionsTable extends LinkColumns {
  id: string
  bookId: string
  title: string
  releaseYear: number
  /** Place in the book's list, from 0. */
  position: number
  createdAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    bookVersions: BookVersionsTable
    books: BooksTable
  }
}
