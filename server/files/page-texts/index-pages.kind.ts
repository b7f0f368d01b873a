import { z } from 'zod'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import type { ReadFile } from './page-texts.repository.ts'

/** The indexing of what was read on a file's pages, for the search inside them. Key: the file's hash. */
export const indexPagesJob = declareJob({
  name: 'index-pages',
  label: 'فهرسة نص الصفحات',
  lane: 'quick',
  input: z.object({ sha256: z.string() }),
})

/** Before the reading goes on, so that what is read is found. */
const beforeReading = -2

/** Wants indexed what was read, in the transaction that writes or removes it. */
export async function wantIndexed(
  transaction: Transaction,
  { sha256, name, record }: Pick<ReadFile, 'sha256' | 'name' | 'record'>,
): Promise<void> {
  await enqueueJob(transaction, indexPagesJob, {
    key: sha256,
    title: name,
    input: { sha256 },
    record,
    priority: beforeReading,
  })
}
