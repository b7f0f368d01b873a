import type { BranchCode } from '#contract/codes/branches.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { LinkColumns, Optional, RecordColumns } from '#server/base/db/columns.ts'

export interface ResultsTable extends RecordColumns, Omit<LinkColumns, 'directLink'> {
  city: string
  stage: MinisterialGradeCode
  branch: Optional<BranchCode>
  /** The round, 1 to 4. */
  try: number
  releaseYear: number
  school: Optional<string>
  /** The school's folded words, for the school filter. */
  schoolText: string
  directLink: string
}

/** What is read of a row: everything but the folded texts. */
export const resultColumns = [
  'id',
  'city',
  'school',
  'stage',
  'branch',
  'try',
  'releaseYear',
  'keywords',
  'telegramLink',
  'googleDriveLink',
  'directLink',
  'state',
  'publishAt',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ResultsTable)[]

declare module '#server/base/db/schema.ts' {
  interface Database {
    results: ResultsTable
  }
}
