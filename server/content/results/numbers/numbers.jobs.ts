import { z } from 'zod'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'

/** The reading of exam numbers in the sheets of a result. */
export const readingJob = declareJob({
  name: 'read-sheets',
  label: 'قراءة أرقام النتائج',
  lane: 'heavy',
  input: z.object({ resultId: z.string() }),
})

/** Archives are opened first. */
const afterOpenings = -1

/** Wants the sheets of a result read that were not read yet. `title` is the result, for people. */
export async function wantReading(
  transaction: Transaction,
  { id, title }: { id: string; title: string },
): Promise<void> {
  await enqueueJob(transaction, readingJob, {
    key: id,
    title,
    input: { resultId: id },
    record: { kind: 'result', id },
    priority: afterOpenings,
  })
}

/** How the sheets of results are read. */
export function readingHandler(
  read: (resultId: string, steps: JobSteps) => Promise<LastWrite | undefined>,
): JobHandler {
  return handleJob(readingJob, async (steps, { resultId }) => read(resultId, steps))
}
