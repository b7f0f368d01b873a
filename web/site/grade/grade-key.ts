import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'

/** What the device keeps of a grade: the end of its page's address. Shape: `sixth-preparatory/scientific`. */
export function gradeKey({ grade, branch }: GradePlace): string {
  return paths.grade(grade, branch).replace('/grade/', '')
}
