import type { BranchCode } from '#contract/codes/branches.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { SearchType } from '#contract/resources/search.ts'

/** What search needs of a record; each resource writes its own from its row. */
export interface SearchDocument {
  type: SearchType
  id: string
  title: string
  subject?: SubjectCode | null
  stage?: GradeCode | null
  branch?: BranchCode | null
  year?: number | null
  /** 0 means "not stated". */
  round?: number | null
  teacher?: string | null
  newsType?: string | null
  keywords: string[]
  body: string
  image?: string | null
  /** The contents of the files whose pages it shows, in reading order; undefined for one that is not ours. */
  files?: readonly (string | undefined)[]
  createdAt: Date
}
