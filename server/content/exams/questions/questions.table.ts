import type { Generated } from 'kysely'
import type { Optional } from '#server/base/db/columns.ts'

/** How an exam was cut last. */
export interface ExamQuestionCutsTable {
  examId: string
  /** With which way of cutting. */
  cutterVersion: number
  /** Of which files, by their addresses. */
  files: string[]
}

/** A question of an exam; a new one whenever the exam is cut. */
export interface ExamQuestionsTable {
  id: Generated<number>
  examId: string
  /** Where it stands in the exam; it stays when the exam is cut anew. */
  label: string
  /** Its turn in the exam, from 0. */
  place: number
  /** From 1, among the pages of the exam. */
  page: number
  text: string
  /** The page on which it ends; null of one that was cut before that was kept. */
  endPage: Optional<number>
  /** Where the paper is clear below it; null where it is not, or where nothing follows. Units: 1/10,000 of the page's height. */
  endsAt: Optional<number>
  /** Whether it was compared with the others of its grade and subject. */
  isCompared: boolean
  /** Alike of those that ask the same; null of one that stands alone. */
  groupKey: Optional<string>
}

/** Two questions that were found to ask the same. */
export interface QuestionPairsTable {
  oneId: number
  otherId: number
}

/** What staff say of two questions, the smaller exam first, whatever was found. It outlives their being cut anew. */
export interface QuestionVerdictsTable {
  oneExam: string
  oneLabel: string
  otherExam: string
  otherLabel: string
  isSame: boolean
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    examQuestionCuts: ExamQuestionCutsTable
    examQuestions: ExamQuestionsTable
    questionPairs: QuestionPairsTable
    questionVerdicts: QuestionVerdictsTable
  }
}
