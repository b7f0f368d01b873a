import { z } from 'zod'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { isFollowed } from '../results.repository.ts'

/** The reading of exam numbers in the sheets of a result. */
export const readingJob = declareJob({
  name: 'read-sheets',
  label: 'قراءة أرقام النتائج',
  lane: 'heavy',
  input: z.object({ resultId: z.string() }),
  tag: 'results',
})

/** The reading of what an older reader has read. */
export const rereadingJob = declareJob({
  name: 'read-sheets-anew',
  label: 'قراءة النتائج من جديد بقارئ أحدث',
  lane: 'heavy',
  input: z.object({ resultId: z.string() }),
})

/** Archives are opened first. Students wait for the newest release; those before it are nobody's hurry. */
const priorities = { newest: -1, before: -2, anew: -10 }

/**
 * Wants the sheets of a result read that were not read yet, before those of earlier releases. `title` is the result, for
 * people.
 */
export async function wantReading(
  transaction: Transaction,
  { id, title }: { id: string; title: string },
): Promise<void> {
  await enqueueJob(transaction, readingJob, {
    key: id,
    title,
    input: { resultId: id },
    record: { kind: 'result', id },
    priority: (await isFollowed(transaction, id)) ? priorities.before : priorities.newest,
  })
}

/** Wants the sheets of a result read anew that an older reader has read, when nothing else waits. */
export async function wantRereading(
  transaction: Transaction,
  { id, title }: { id: string; title: string },
): Promise<void> {
  await enqueueJob(transaction, rereadingJob, {
    key: id,
    title,
    input: { resultId: id },
    record: { kind: 'result', id },
    priority: priorities.anew,
  })
}

/** How the sheets of results are read. */
export function readingHandler(
  read: (resultId: string, steps: JobSteps) => Promise<LastWrite | undefined>,
): JobHandler {
  return handleJob(readingJob, async (steps, { resultId }) => read(resultId, steps))
}

/** How they are read anew. */
export function rereadingHandler(
  read: (resultId: string, steps: JobSteps) => Promise<LastWrite | undefined>,
): JobHandler {
  return handleJob(rereadingJob, async (steps, { resultId }) => read(resultId, steps))
}
