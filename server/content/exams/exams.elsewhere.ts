import {
  grades,
  isMinisterialGradeCode,
  ministerialGradeBySlug,
  ministerialGradeCodes,
} from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import type { GradePlace } from '#contract/grade-pages.ts'
import { paths } from '#contract/paths.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { line, newestOf, publisher, schoolFacts } from '#server/content/record/elsewhere.ts'
import type { ElsewhereWithPage } from '#server/content/record/elsewhere.ts'
import { previewOf } from '#server/content/record/record-preview.ts'
import {
  facts,
  listOfSection,
  roundOf,
  searchOf,
  subjectOf,
  yearOf,
} from '#server/staff/visits/address-facts.ts'
import { isExamWithout } from './exams.repository.ts'
import type { ExamsService } from './exams.service.ts'

/** What exams say of themselves in feeds, sitemap, shared links and visits. */
export function examsElsewhere(exams: ExamsService): ElsewhereWithPage {
  return {
    restore: exams.restore,
    isWithout: isExamWithout,
    feed: {
      title: 'رافد: الأسئلة الوزارية',
      subtitle: 'أحدث أسئلة الامتحانات الوزارية.',
      latest: async (limit, place) =>
        (await newestExams(exams, limit, place)).map(exam => ({
          ...exam,
          key: `exam:${exam.id}`,
          summary: line(...factsOf(exam)),
          path: paths.exam(exam.id),
          author: publisher,
          category: subjectLabels[exam.subject],
        })),
    },
    lists: {
      column: 'stage',
      pages: changes =>
        ministerialGradeCodes.map(grade => ({
          path: paths.examsOfGrade(grade),
          changedAt: changes.get(grade),
        })),
      others: async () =>
        (await exams.questions.counts()).map(({ stage, subject, changedAt }) => ({
          path: `${paths.questionsOfGrade(stage)}?subject=${subject}`,
          changedAt,
        })),
      visited: (page, query) => {
        const asked = ministerialGradeCodes.find(grade => paths.questionsOfGrade(grade) === page)
        if (asked !== undefined) return facts({ stage: asked, ...subjectOf(query) })
        return listOfSection(paths.exams, page, slug => {
          const stage = ministerialGradeBySlug(slug)
          if (stage === undefined) return undefined
          const year = yearOf(query.get('year'))
          const round = roundOf(query.get('try'))
          return facts({ stage, ...subjectOf(query), year, try: round, ...searchOf(query, 'query') })
        })
      },
    },
    async visited(id) {
      const exam = await exams.find(id)
      return (
        exam && {
          title: exam.title,
          ...schoolFacts({ ...exam, branch: null }),
          ...(exam.try > 0 && { try: exam.try }),
        }
      )
    },
    preview: previewOf(examInputSchema, exams),
    async shared(id) {
      const exam = await exams.get(id)
      return { title: exam.title, subtitle: factsOf(exam), version: exam.version }
    },
  }
}

/* Exams are the same for all branches. */
async function newestExams(exams: ExamsService, limit: number, place?: GradePlace): Promise<Exam[]> {
  if (!place) return exams.latest(limit)
  if (!isMinisterialGradeCode(place.grade)) return []
  const ofGrade = { ...newestOf(place, limit), grade: place.grade, year: undefined, try: undefined }
  return (await exams.listOfGrade(ofGrade)).items
}

function factsOf({ subject, stage, releaseYear, try: round }: Exam): string[] {
  return [
    subjectLabels[subject],
    grades[stage].label,
    formatPlainNumber(releaseYear),
    roundLabel(round, formatPlainNumber),
  ]
}
