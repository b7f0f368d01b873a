import type { Generated } from 'kysely'
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
  /** Its own PDF has a sound light copy; the database keeps it. */
  hasLight: Generated<boolean>
}

/** What is read of a row: everything but the folded texts. */
export const bookColumns = [
  'id',
  'title',
  'subject',
  'stage',
  'branch',
  'releaseYear',
  'description',
  'image',
  'keywords',
  'telegramLink',
  'googleDriveLink',
  'directLink',
  'state',
  'publishAt',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof BooksTable)[]

export interface BookVersionsTable extends LinkColumns {
  id: string
  bookId: string
  title: string
  releaseYear: number
  /** Place in the book's list, from 0. */
  position: number
  createdAt: CreatedAt
}

/** What is read of a version: its book and its place are where it is listed. */
export const bookVersionColumns = [
  'id',
  'title',
  'releaseYear',
  'directLink',
  'googleDriveLink',
  'telegramLink',
  'createdAt',
] as const satisfies readonly (keyof BookVersionsTable)[]

declare module '#server/base/db/schema.ts' {
  interface Database {
    bookVersions: BookVersionsTable
    books: BooksTable
  }
}
