import { z } from 'zod'
import { countedNouns, formatCount } from '#contract/format.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler, LastWrite } from '#server/jobs/declare-job.ts'
import { enqueueJob, extendWaitingJob, findHeldInputs } from '#server/jobs/enqueue.ts'
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

const wantedOf = (ingestId: string, fileIds: Iterable<string>) => {
  const all = [...new Set(fileIds)]
  return { title: formatCount(all.length, countedNouns.file), input: { ingestId, fileIds: all } }
}

async function want(
  transaction: Transaction,
  ingestId: string,
  fileIdsOf: (waiting: readonly string[]) => readonly string[],
  runAt: Date | undefined,
): Promise<void> {
  const isExtended = await extendWaitingJob(transaction, firstPagesJob, ingestId, before =>
    wantedOf(ingestId, fileIdsOf(before.fileIds)),
  )
  const fileIds = fileIdsOf([])
  if (isExtended || fileIds.length === 0) return
  const job = {
    key: ingestId,
    ...wantedOf(ingestId, fileIds),
    priority: afterResults,
    ...(runAt && { runAt }),
  }
  await enqueueJob(transaction, firstPagesJob, job)
}

/**
 * Wants the first pages of files read, in the transaction that takes the files in: by the work that waits for its turn
 * in this import, if there is one. That holds too what the running work has: it is all that is left of it when that is
 * stopped. The import is locked: of two who find none waiting, one would be lost.
 */
export async function wantFirstPagesRead(
  transaction: Transaction,
  { ingestId, fileIds }: FirstPagesInput,
  runAt?: Date,
): Promise<void> {
  if (fileIds.length === 0 || !(await lockIngest(transaction, ingestId))) return
  const held = (await findHeldInputs(transaction, firstPagesJob, ingestId)).flatMap(input => input.fileIds)
  await want(transaction, ingestId, waiting => [...held, ...waiting, ...fileIds], runAt)
}

/**
 * Wants what the running work leaves read by what comes after it, at once or in a while, and nothing read again that it
 * has read; in the transaction that ends it.
 */
export async function leaveFirstPages(
  transaction: Transaction,
  { ingestId, fileIds }: FirstPagesInput,
  left: readonly string[],
  runAt?: Date,
): Promise<void> {
  if (!(await lockIngest(transaction, ingestId))) return
  const own = new Set(fileIds)
  await want(transaction, ingestId, waiting => [...left, ...waiting.filter(id => !own.has(id))], runAt)
}

/** How the first pages of imports are read. */
export function ingestPagesHandler(
  read: (wanted: FirstPagesInput, steps: JobSteps) => Promise<LastWrite | void>,
): JobHandler {
  return handleJob(firstPagesJob, (steps, wanted) => read(wanted, steps))
}
