import type { LinkColumns, Optional, RecordColumns } from '#server/db/columns.ts'

export interface NotesTable extends RecordColumns, LinkColumns {
  title: string
  teacher: string
  subject: string
  /** A grade of contract/codes/grades.ts. */
  stage: string
  branch: Optional<string>
  releaseYear: number
  image: Optional<string>
}
