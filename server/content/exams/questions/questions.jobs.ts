import { cutQuestionsJob } from '#server/files/page-texts/cut-questions.kind.ts'
import { handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { joinQuestionsJob } from './join-questions.kind.ts'
import type { Questions } from './questions.service.ts'

/** How exams are cut into questions, and those joined that ask the same. */
export function questionHandlers(questions: Pick<Questions, 'cut' | 'join'>): JobHandler[] {
  return [
    handleJob(cutQuestionsJob, (steps, { examId }) => questions.cut(steps, examId)),
    handleJob(joinQuestionsJob, (steps, scope) => questions.join(steps, scope)),
  ]
}
