import { z } from 'zod'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJobs } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'

/** The opening of a result's archive. */
export const openingJob = declareJob({
  name: 'open-archive',
  label: 'فتح أرشيف النتائج',
  lane: 'heavy',
  input: z.object({ resultId: z.string() }),
  tag: 'results',
})

/** Wants the archives of results opened, in the transaction that names them. `title` is the result, for people. */
export async function wantOpenings(
  transaction: Transaction,
  results: readonly { id: string; title: string }[],
): Promise<void> {
  const wanted = results.map(({ id, title }) => {
    const record = { kind: 'result' as const, id }
    return { key: id, title, input: { resultId: id }, record }
  })
  await enqueueJobs(transaction, openingJob, wanted)
}

/** How the archives of results are opened. */
export function openingHandler(
  open: (resultId: string, run: JobSteps) => Promise<LastWrite | undefined>,
): JobHandler {
  return handleJob(openingJob, async (steps, { resultId }) => open(resultId, steps))
}
