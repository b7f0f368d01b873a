import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { LinkColumns, RecordColumns } from '#server/base/db/columns.ts'

export interface ExamsTable extends RecordColumns, Omit<LinkColumns, 'directLink'> {
  title: string
  description: string
  stage: MinisterialGradeCode
  subject: SubjectCode
  releaseYear: number
  /** The round, 1 to 4; 0 means not stated. */
  try: number
  /** Addresses of the page images, in reading order. */
  files: string[]
}

/** What is read of a row: everything but the folded texts. */
export const examColumns = [
  'id',
  'title',
  'description',
  'stage',
  'subject',
  'releaseYear',
  'try',
  'files',
  'keywords',
  'telegramLink',
  'googleDriveLink',
  'state',
  'publishAt',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ExamsTable)[]

declare module '#server/base/db/schema.ts' {
  interface Database {
    exams: ExamsTable
  }
}
