import type { LinkColumns, Optional, RecordColumns } from '#server/db/columns.ts'

export interface ResultsTable extends RecordColumns, LinkColumns {
  city: string
  /** One of the three grades that have ministerial exams. */
  stage: string
  branch: Optional<string>
  /** The round, 1 to 4. */
  try: number
  releaseYear: number
  school: Optional<string>
}
