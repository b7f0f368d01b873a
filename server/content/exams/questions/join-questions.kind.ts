import { z } from 'zod'
import { grades } from '#contract/codes/grades.ts'
import { ministerialGradeSchema, subjectSchema } from '#contract/codes/schemas.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import type { QuestionScope } from './questions.repository.ts'

/** The joining of questions that ask the same. Key: grade and subject, so that no two compare the same ones at once. */
export const joinQuestionsJob = declareJob({
  name: 'join-questions',
  label: 'جمع الأسئلة المتكررة',
  lane: 'quick',
  input: z.object({ stage: ministerialGradeSchema, subject: subjectSchema }),
})

/** After the exams that were changed together are cut. */
const afterCutting = -7

/** Wants the questions of a grade and subject compared, in the transaction that brings new ones. */
export async function wantJoined(transaction: Transaction, { stage, subject }: QuestionScope): Promise<void> {
  await enqueueJob(transaction, joinQuestionsJob, {
    key: `${stage} ${subject}`,
    title: `${subjectLabels[subject]}، ${grades[stage].shortLabel}`,
    input: { stage, subject },
    priority: afterCutting,
  })
}
