import { subjectLabels } from '#contract/codes/subjects.ts'
import type { Book } from '#contract/resources/book.ts'
import { titleRest } from '../lists/title-rest.ts'

/** The subject, and the part or edition that a title names beside grade, branch and year: «الكيمياء، الجزء الأول». */
export function bookName({ title, subject, stage: grade, branch, releaseYear: year }: Book): string {
  return [subjectLabels[subject], titleRest(title, { subject, grade, branch, year })]
    .filter(Boolean)
    .join('، ')
}
