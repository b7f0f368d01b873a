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
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    notes: NotesTable
  }
}
