import { z } from 'zod'
import { countedNouns, formatCount } from '#contract/format.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob, extendWaitingJob } from '#server/jobs/enqueue.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { lockIngest } from './ingest.repository.ts'

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

/**
 * Wants the first pages of files read, in the transaction that takes the files in, or in a while: by the work that waits
 * for its turn in this import, if there is one. The import is locked: of two who find none waiting, one would be lost.
 */
export async function wantFirstPagesRead(
  transaction: Transaction,
  { ingestId, fileIds }: FirstPagesInput,
  runAt?: Date,
): Promise<void> {
  if (fileIds.length === 0 || !(await lockIngest(transaction, ingestId))) return
  const wanted = (all: readonly string[]) => ({
    title: formatCount(all.length, countedNouns.file),
    input: { ingestId, fileIds: [...all] },
  })
  const isExtended = await extendWaitingJob(transaction, firstPagesJob, ingestId, before =>
    wanted([...new Set([...before.fileIds, ...fileIds])]),
  )
  if (isExtended) return
  const job = { key: ingestId, ...wanted(fileIds), priority: afterResults, ...(runAt && { runAt }) }
  await enqueueJob(transaction, firstPagesJob, job)
}

/** How the first pages of imports are read. */
export function ingestPagesHandler(
  read: (wanted: FirstPagesInput, steps: JobSteps) => Promise<LastWrite | void>,
): JobHandler {
  return handleJob(firstPagesJob, (steps, wanted) => read(wanted, steps))
}
