import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { limits } from '#contract/limits.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import type { ExamCount } from '#contract/school-lists.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { examsOfPlaces, examsOfSubject, type ExamPlaceRow, type WantedPlace } from './exams.repository.ts'

const asPlace = <Row extends ExamPlaceRow>({ createdAt, ...exam }: Row) => ({
  ...exam,
  createdAt: createdAt.toISOString(),
})

/** The exams of a grade and subject as the table of years and rounds needs them, the newest year first. */
export async function listPlacesOfSubject(
  db: Queryable,
  stage: MinisterialGradeCode,
  subject: SubjectCode,
): Promise<ExamPlace[]> {
  const { rows } = await examsOfSubject(stage, subject, limits.maxExamsOfPlace).execute(db)
  return rows.map(asPlace)
}

/**
 * The same of a grade: the newest years of each subject, one exam of each place where these are a table. `counts`: how many
 * there are of each place, which says where to look; so nothing grows with how many exams there are.
 */
export async function listPlacesOfGrade(
  db: Queryable,
  counts: readonly ExamCount[],
  stage: MinisterialGradeCode,
): Promise<ExamPlace[]> {
  const own = counts.filter(count => count.stage === stage)
  const wanted = [...Map.groupBy(own, count => count.subject).values()].flatMap(newestPlaces)
  if (wanted.length === 0) return []
  const { rows: found } = await examsOfPlaces(stage, wanted).execute(db)
  const mostOf = new Map(wanted.map(place => [nameOf(place), place.most]))
  const countOf = new Map(own.map(place => [nameOf(place), place.count]))
  const shown = Map.groupBy(found, nameOf)
  return found.map(exam => {
    const name = nameOf(exam)
    const here = shown.get(name)?.length ?? 0
    /* Fewer than were asked for are all of them, whatever was counted before. */
    const count = here < (mostOf.get(name) ?? 0) ? here : Math.max(here, countOf.get(name) ?? 0)
    return { ...asPlace(exam), count }
  })
}

type Place = Pick<WantedPlace, 'subject' | 'releaseYear' | 'try'>

const nameOf = ({ subject, releaseYear, try: round }: Place) => `${subject} ${releaseYear} ${round}`

function newestPlaces(counts: readonly ExamCount[]): WantedPlace[] {
  const years = [...new Set(counts.map(({ releaseYear }) => releaseYear))].sort((one, other) => other - one)
  const shown = years.slice(0, limits.gradeExamYears)
  const most = years.length < limits.examTableFromYears ? limits.maxExamsOfPlace : 1
  return counts
    .filter(({ releaseYear }) => shown.includes(releaseYear))
    .map(({ subject, releaseYear, try: round }) => ({ subject, releaseYear, try: round, most }))
}
