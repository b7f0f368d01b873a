import type { Generated } from 'kysely'
import type { BranchCode } from '#contract/codes/branches.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { LinkColumns, Optional, RecordColumns } from '#server/base/db/columns.ts'

export interface NotesTable extends RecordColumns, LinkColumns {
  title: string
  teacher: string
  /** The teacher's folded words, for the teacher filter. */
  teacherText: string
  subject: SubjectCode
  stage: GradeCode
  branch: Optional<BranchCode>
  releaseYear: number
  image: Optional<string>
  /** Its own PDF has a sound light copy; the database keeps it. */
  hasLight: Generated<boolean>
}

/** What is read of a row: everything but the folded texts. */
export const noteColumns = [
  'id',
  'title',
  'teacher',
  'subject',
  'stage',
  'branch',
  'releaseYear',
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
] as const satisfies readonly (keyof NotesTable)[]

declare module '#server/base/db/schema.ts' {
  interface Database {
    notes: NotesTable
  }
}
