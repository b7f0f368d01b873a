import type { LinkColumns, RecordColumns } from '#server/db/columns.ts'

export interface ExamsTable extends RecordColumns, LinkColumns {
  title: string
  description: string
  /** One of the three grades that have ministerial exams. */
  stage: string
  subject: string
  releaseYear: number
  /** The round, 1 to 4; 0 means not stated. */
  try: number
  /** Addresses of the page images, in reading order. */
  files: string[]
}
