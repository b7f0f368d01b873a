import { z } from 'zod'
import { ministerialGradeSchema, subjectSchema } from '../codes/schemas.ts'
import { codeFilter, limitParameter, offsetParameter, textFilter } from '../fields.ts'
import { limits } from '../limits.ts'

/** A question: an exam, and where it stands there. */
export const questionKeySchema = z.object({
  examId: z.string().min(1).max(40),
  label: z.string().min(1).max(20),
})
export type QuestionKey = z.infer<typeof questionKeySchema>

/** A question with its exam. `page` is from 1, among the pages of the exam; `round` 0 means not stated. */
export const questionPlaceSchema = questionKeySchema.extend({
  page: z.int(),
  year: z.int(),
  round: z.int(),
  text: z.string(),
})
export type QuestionPlace = z.infer<typeof questionPlaceSchema>

/** A question of an exam, and where else it was asked: the newest first. */
export interface RepeatedQuestion {
  label: string
  page: number
  text: string
  /** The page on which it ends. */
  endPage: number
  /** Where that page can be parted below it; null where nothing may be put between. Units: the page's height. */
  endsAt: number | null
  others: QuestionPlace[]
}

/** Questions that ask the same, the newest first. */
export const questionGroupSchema = z.object({ places: z.array(questionPlaceSchema) })
export type QuestionGroup = z.infer<typeof questionGroupSchema>

/** Such questions as a page lists them. `times`: in how many exams they stand, which may be more than are named. */
export interface RepeatedGroup extends QuestionGroup {
  times: number
}

/** The query of the staff's list of questions of one grade and subject; without both there are none. Source: S20.1. */
export const staffQuestionsQuerySchema = z.object({
  stage: codeFilter(ministerialGradeSchema),
  subject: codeFilter(subjectSchema),
  search: textFilter,
  limit: limitParameter(limits.questionsPerPage),
  offset: offsetParameter,
})
export type StaffQuestionsQuery = z.infer<typeof staffQuestionsQuerySchema>

const verdictSchema = z.object({
  one: questionKeySchema,
  other: questionKeySchema,
  /** Whether both ask the same; null: what was found counts. */
  isSame: z.boolean().nullable(),
})
export type QuestionVerdict = z.infer<typeof verdictSchema>

/** The answer to the staff's list: with a text all questions that hold it, else those that were asked more than once. */
export const staffQuestionsSchema = z.object({
  data: z.object({ items: z.array(questionGroupSchema), total: z.int() }),
})

/** What staff say of questions of one grade and subject; said again with what was answered, it is undone. Source: S20.2. */
export const questionVerdictsSchema = z.object({
  stage: ministerialGradeSchema,
  subject: subjectSchema,
  verdicts: z.array(verdictSchema).min(1).max(limits.maxQuestionVerdicts),
})
export type QuestionVerdicts = z.infer<typeof questionVerdictsSchema>
