import type { IngestArchive, IngestArchiveState } from '#contract/resources/ingest.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { listArchiveStates, type IngestArchiveRecord } from './archives.repository.ts'
import type { IngestFileRecord } from './ingest.repository.ts'
import { listUnpackings } from './unpack-archive.job.ts'

type Standing = Pick<IngestArchiveRecord, 'id' | 'state' | 'failure'>
type Unpacking = Awaited<ReturnType<typeof listUnpackings>> extends Map<string, infer Job> ? Job : never

const wayBack = 'أبقه ملفاً واحداً، ثم افتحه من جديد.'

/** Whether an archive is opened now, or is to be, as far as it knows itself. */
export function isOpening({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'waiting' || state === 'opening'
}

/* Why nothing works on an archive any more; null while something does. */
function endOf(job: Unpacking | undefined): string | null {
  if (job?.state === 'failed') return `${job.reason ?? 'تعذر فتحه.'} ${job.advice ?? wayBack}`
  return job === undefined || job.state === 'cancelled' ? `أُلغي فتحه. ${wayBack}` : null
}

/* An archive on which nothing works any more has failed. */
async function withEnds<Archive extends Standing>(
  from: Queryable,
  archives: readonly Archive[],
): Promise<Archive[]> {
  const open = archives.filter(isOpening).map(({ id }) => id)
  const jobs = await listUnpackings(from, open)
  return archives.map(archive => {
    const failure = isOpening(archive) ? endOf(jobs.get(archive.id)) : null
    return failure === null ? archive : { ...archive, state: 'failed' as const, failure }
  })
}

/** How far the archives of an import are, as staff see it. */
export async function presentStates(from: Queryable, ingestId: string): Promise<IngestArchiveState[]> {
  const archives = await withEnds(from, await listArchiveStates(from, ingestId))
  return archives.map(({ id, state, failure, files, taken }) => ({
    id,
    state,
    failure,
    files: Number(files),
    taken: Number(taken),
  }))
}

/** Archives as staff see them; `files` are those of the import. */
export async function presentArchives(
  from: Queryable,
  archives: readonly IngestArchiveRecord[],
  files: readonly IngestFileRecord[],
): Promise<IngestArchive[]> {
  const shown = await withEnds(from, archives)
  return shown.map(({ id, name, state, failure, refused, refusedCount }) => {
    const own = files.filter(({ archiveId }) => archiveId === id)
    const taken = own.filter(({ url }) => url !== null).length
    return { id, name, state, failure, files: own.length, taken, refused, refusedCount }
  })
}
