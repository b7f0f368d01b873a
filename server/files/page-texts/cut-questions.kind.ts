import { sql } from 'kysely'
import { z } from 'zod'
import { kinds } from '#contract/kinds.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob } from '#server/jobs/declare-job.ts'
import { enqueueJobs } from '#server/jobs/enqueue.ts'

/** The cutting of an exam's text into its questions. Key: the exam. */
export const cutQuestionsJob = declareJob({
  name: 'cut-questions',
  label: 'استخراج الأسئلة',
  lane: 'quick',
  input: z.object({ examId: z.string() }),
})

/** After what people wait for. */
const afterAll = -6

/** Wants exams cut whose pages or facts have changed, in the transaction of the change. */
export async function wantCut(
  transaction: Transaction,
  exams: readonly { id: string; title: string }[],
): Promise<void> {
  await enqueueJobs(
    transaction,
    cutQuestionsJob,
    exams.map(({ id, title }) => ({
      key: id,
      title,
      input: { examId: id },
      record: { kind: 'exam' as const, id },
      priority: afterAll,
    })),
  )
}

/** Wants the exams cut that have a file whose pages are read, in the transaction that ends the reading. */
export async function wantCutOfFile(
  transaction: Transaction,
  { sha256, name }: { sha256: string; name: string },
): Promise<void> {
  const { rows } = await sql<{ recordId: string }>`
    select distinct record_id from file_references
    where file_id = ${sha256} and entity = ${kinds.exam.entity}`.execute(transaction)
  await wantCut(
    transaction,
    rows.map(({ recordId }) => ({ id: recordId, title: name })),
  )
}
