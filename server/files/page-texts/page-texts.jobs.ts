import { z } from 'zod'
import type { Transaction } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJobs } from '#server/jobs/enqueue.ts'
import { listEnded } from './page-texts.repository.ts'
import type { ReadFile } from './page-texts.repository.ts'
import type { PageTexts } from './page-texts.types.ts'

const input = z.object({ sha256: z.string() })

/** The reading of the text that pages have themselves: seconds for a book. */
const layerJob = declareJob({ name: 'read-page-texts', label: 'قراءة نص الصفحات', lane: 'heavy', input })

/** The reading of pages from their pictures: seconds for a page. */
const pictureJob = declareJob({
  name: 'read-page-pictures',
  label: 'قراءة صور الصفحات',
  lane: 'heavy',
  input,
})

/** First pages are drawn before. What was here already comes after what is new, pictures after all texts. */
const priorities = { fresh: -3, known: -12, pictures: -20 }

const jobOf = ({ sha256, name, record }: ReadFile, priority: number) => ({
  key: sha256,
  title: name,
  input: { sha256 },
  record,
  priority,
})

/** Wants the pages of files read that are not read yet, in the transaction of the write that names them. */
export async function wantPageTexts(
  transaction: Transaction,
  files: readonly ReadFile[],
  urgency: 'fresh' | 'known' = 'fresh',
): Promise<void> {
  const ended = await listEnded(
    transaction,
    files.map(({ sha256 }) => sha256),
  )
  const wanted = files.filter(({ sha256 }) => !ended.has(sha256))
  await enqueueJobs(
    transaction,
    layerJob,
    wanted.map(file => jobOf(file, priorities[urgency])),
  )
}

/** Wants the pages of a file read from their pictures. */
export async function wantPictureTexts(transaction: Transaction, file: ReadFile): Promise<void> {
  await enqueueJobs(transaction, pictureJob, [jobOf(file, priorities.pictures)])
}

/** How pages are read. */
export function pageTextHandlers({ pageTexts }: { pageTexts: Pick<PageTexts, 'read'> }): JobHandler[] {
  return [
    handleJob(layerJob, (steps, { sha256 }) => pageTexts.read(sha256, 'layer', steps)),
    handleJob(pictureJob, (steps, { sha256 }) => pageTexts.read(sha256, 'picture', steps)),
  ]
}
