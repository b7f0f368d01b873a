import type { IngestArchive } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { IngestArchiveRecord } from './archives.repository.ts'
import { findUnpacking } from './unpack-archive.job.ts'

const wayBack = 'أبقه ملفاً واحداً، ثم افتحه من جديد.'

/* Why nothing works on an archive any more; null while something does. */
async function endOf(from: Queryable, id: string): Promise<string | null> {
  const job = await findUnpacking(from, id)
  if (job?.state === 'failed') return `${job.reason ?? 'تعذر فتحه.'} ${job.advice ?? wayBack}`
  return job === undefined || job.state === 'cancelled' ? `أُلغي فتحه. ${wayBack}` : null
}

/** Archives as staff see them: one on which nothing works any more has failed. */
export async function presentArchives(
  from: Queryable,
  archives: readonly IngestArchiveRecord[],
): Promise<IngestArchive[]> {
  const shown: IngestArchive[] = []
  for (const { id, name, state, failure, refused } of archives) {
    const isOpen = state === 'waiting' || state === 'opening'
    const end = isOpen ? await endOf(from, id) : null
    const now = end === null ? { state, failure } : { state: 'failed' as const, failure: end }
    shown.push({ id, name, ...now, refused })
  }
  return shown
}
