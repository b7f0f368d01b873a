import type { CreatedAt, LinkColumns, Optional, RecordColumns } from '#server/db/columns.ts'

export interface BooksTable extends RecordColumns, LinkColumns {
  title: string
  subject: string
  /** A grade of contract/codes/grades.ts. */
  stage: string
  branch: Optional<string>
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
