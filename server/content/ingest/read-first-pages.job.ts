import { z } from 'zod'
import { countedNouns, formatCount } from '#contract/format.ts'
import { newId } from '#server/base/db/id.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'

const input = z.object({ ingestId: z.string(), fileIds: z.array(z.string()) })

/** Files of an import whose first pages are to be read. */
export type FirstPagesInput = z.infer<typeof input>

const firstPagesJob = declareJob({
  name: 'read-ingest-pages',
  label: 'قراءة الصفحة الأولى لملفات استيراد',
  lane: 'heavy',
  input,
})

/** What is read of results goes first; somebody waits for this more than for what is drawn and read ahead. */
const afterResults = -1

/** Wants the first pages of files read, in the transaction that takes the files in, or in a while. */
export async function wantFirstPagesRead(
  transaction: Transaction,
  wanted: FirstPagesInput,
  runAt?: Date,
): Promise<void> {
  if (wanted.fileIds.length === 0) return
  const title = formatCount(wanted.fileIds.length, countedNouns.file)
  const job = { key: newId(), title, input: wanted, priority: afterResults, ...(runAt && { runAt }) }
  await enqueueJob(transaction, firstPagesJob, job)
}

/** How the first pages of imports are read. */
export function ingestPagesHandler(
  read: (wanted: FirstPagesInput, steps: JobSteps) => Promise<LastWrite | void>,
): JobHandler {
  return handleJob(firstPagesJob, (steps, wanted) => read(wanted, steps))
}
