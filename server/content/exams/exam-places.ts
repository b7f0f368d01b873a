import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import type { ExamCount } from '#contract/school-lists.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { examsOfPlaces, type WantedPlace } from './exams.repository.ts'

/**
 * The exams of a grade, or of one subject, as the table of years and rounds needs it, the newest year first. Of a whole
 * grade the newest years of each subject, one exam of each place where these are a table. `counts`: how many there are of
 * each place, which says where to look; so nothing grows with how many exams there are.
 */
export async function listExamPlaces(
  db: Queryable,
  counts: readonly ExamCount[],
  stage: MinisterialGradeCode,
  subject?: SubjectCode,
): Promise<ExamPlace[]> {
  const own = counts.filter(count => count.stage === stage && (!subject || count.subject === subject))
  const wanted = [...Map.groupBy(own, count => count.subject).values()].flatMap(places =>
    subject ? asPlaces(places, limits.maxExamsOfPlace) : newestPlaces(places),
  )
  if (wanted.length === 0) return []
  const { rows: found } = await examsOfPlaces(stage, wanted).execute(db)
  const mostOf = new Map(wanted.map(place => [nameOf(place), place.most]))
  const countOf = new Map(own.map(place => [nameOf(place), place.count]))
  const shown = Map.groupBy(found, nameOf)
  return found.map(({ createdAt, ...exam }) => {
    const name = nameOf(exam)
    const here = shown.get(name)?.length ?? 0
    /* Fewer than were asked for are all of them, whatever was counted before. */
    const count = here < (mostOf.get(name) ?? 0) ? here : Math.max(here, countOf.get(name) ?? 0)
    return { ...exam, createdAt: createdAt.toISOString(), count }
  })
}

type Place = Pick<WantedPlace, 'subject' | 'releaseYear' | 'try'>

const nameOf = ({ subject, releaseYear, try: round }: Place) => `${subject} ${releaseYear} ${round}`

const asPlaces = (counts: readonly Place[], most: number): WantedPlace[] =>
  counts.map(({ subject, releaseYear, try: round }) => ({ subject, releaseYear, try: round, most }))

function newestPlaces(counts: readonly ExamCount[]): WantedPlace[] {
  const years = [...new Set(counts.map(({ releaseYear }) => releaseYear))].sort((one, other) => other - one)
  const shown = years.slice(0, limits.gradeExamYears)
  const most = years.length < limits.examTableFromYears ? limits.maxExamsOfPlace : 1
  return asPlaces(
    counts.filter(({ releaseYear }) => shown.includes(releaseYear)),
    most,
  )
}
