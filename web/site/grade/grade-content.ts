import { grades, isMinisterialGradeCode } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { subjectsInOrder } from '#contract/codes/subject-families.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { daysToCome, examDaysOf } from '#contract/exam-days.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import type { ListPage } from '#contract/page.ts'
import type { Book } from '#contract/resources/book.ts'
import type { ExamDate } from '#contract/resources/exam-dates.ts'
import type { Note } from '#contract/resources/note.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { countOfExams } from '#contract/school-lists.ts'
import type { Services } from '#server/services.ts'

/** A curriculum has fewer books than this. */
const mostBooks = 100
const shownNotes = 6

/** What a page shows of one grade, or of one of its branches. */
export interface GradeContent {
  /** In the order of the curriculum. */
  books: Pick<ListPage<Book>, 'items' | 'total'>
  /** The latest. */
  notes: Pick<ListPage<Note>, 'items' | 'total'>
  /** Only subjects that have exams; the places of their newest years, and how many questions came more than once. */
  exams: { subject: SubjectCode; count: number; places: ExamPlace[]; repeated: number }[]
  /** The days of its exams that are to come, the nearest first. */
  dates: ExamDate[]
  /** Only of grades with ministerial exams. */
  status: ReleaseStatus | undefined
}

const everything = { subject: undefined, file: undefined, search: undefined, offset: 0 } as const

async function countExams({ exams }: Services, grade: GradeCode): Promise<GradeContent['exams']> {
  if (!isMinisterialGradeCode(grade)) return []
  const [counts, places, repeats] = await Promise.all([
    exams.counts(),
    exams.places(grade),
    exams.questions.subjectsOf(grade),
  ])
  return subjectsInOrder.flatMap(subject => {
    const count = countOfExams(counts, { grade, subject })
    const own = places.filter(place => place.subject === subject)
    const repeated = repeats.find(each => each.subject === subject)?.count ?? 0
    return count > 0 ? { subject, count, places: own, repeated } : []
  })
}

/** Everything of a grade; with a branch, without what is meant for the others. */
export async function loadGrade(services: Services, { grade, branch }: GradePlace): Promise<GradeContent> {
  const all = { ...everything, stage: grades[grade].stage, grade, branch }
  const [books, notes, exams, status, { dates }] = await Promise.all([
    services.books.listOfSchool({ ...all, isLatest: false, limit: mostBooks }),
    services.notes.listOfSchool({ ...all, isLatest: true, limit: shownNotes }),
    countExams(services, grade),
    isMinisterialGradeCode(grade) ? services.results.status({ stage: grade }) : undefined,
    services.examDates.get(),
  ])
  return { books, notes, exams, status, dates: daysToCome(examDaysOf(dates, { grade, branch })) }
}
