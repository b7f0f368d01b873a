import { grades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import type { ExamInput } from '#contract/resources/exam.ts'
import { daysBefore } from '../demo-time.ts'

export interface DemoExam {
  input: Omit<ExamInput, 'files'>
  pageCount: number
  createdAt: Date
}

const counts: [MinisterialGradeCode, number][] = [
  ['SIXTH_PRIMARY', 9],
  ['THIRD_INTERMEDIATE', 10],
  ['SIXTH_PREPARATORY', 13],
]
const years = [2025, 2024, 2023, 2022, 2021, 2020, 2019]
const tries = [1, 2, 1, 3, 1, 2, 1, 4]

/** Exams of the three ministerial grades over seven years and all rounds. */
export function demoExams(today: Date): DemoExam[] {
  return counts.flatMap(([stage, count], stageIndex) =>
    Array.from({ length: count }, (_, index) => {
      const subjects = examSubjects[stage]
      const subject = subjects[index % subjects.length] ?? 'MATH'
      const turn = index * 2 + Math.floor(index / subjects.length) + stageIndex
      const releaseYear = years[turn % years.length] ?? 2025
      const round = tries[(index + stageIndex) % tries.length] ?? 1
      const when = `${roundLabel(round)} ${formatPlainNumber(releaseYear)}`
      return {
        input: {
          title: `أسئلة ${subjectLabels[subject]} – ${grades[stage].shortLabel} – ${when}`,
          description:
            `نموذج من الأسئلة الوزارية لمادة ${subjectLabels[subject]}، ${grades[stage].label}، ${when}. ` +
            'أعد هذا النموذج لعرض الموقع، وهو على هيئة الأسئلة الوزارية وليس منها.',
          stage,
          subject,
          releaseYear,
          try: round,
          keywords: [
            'وزاري',
            subjectLabels[subject],
            grades[stage].shortLabel,
            formatPlainNumber(releaseYear),
          ],
        },
        pageCount: index % 8 === 2 ? 3 : 2,
        createdAt: daysBefore(today, 5 + ((index * 13 + stageIndex * 7) % 120), index),
      }
    }),
  )
}
