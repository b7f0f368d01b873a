import { z } from 'zod'
import type { KindList } from '#contract/kinds.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { hasLittleMemory } from '#server/base/large-works.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJobs } from '#server/jobs/enqueue.ts'
import { listUsers } from '../files.repository.ts'
import { listsShowing } from '../lists-showing.ts'
import { findReadFile } from '../page-texts/page-texts.repository.ts'
import type { ReadFile } from '../page-texts/page-texts.repository.ts'
import { lightCopyHolder, listUnsettled } from './light-copies.repository.ts'
import type { LightCopies } from './light-copies.types.ts'

const job = declareJob({
  name: 'make-light-copy',
  label: 'صنع نسخة خفيفة',
  lane: 'heavy',
  input: z.object({ sha256: z.string() }),
})

/** After the text that pages have themselves, before any that is read from pictures. */
const priorities = { fresh: -4, known: -14 }

/**
 * Wants light copies made of files that may have one, in the transaction of the write that names them; none in little
 * memory, where they are wanted when a process begins that has more.
 */
export async function wantLightCopies(
  transaction: Transaction,
  files: readonly ReadFile[],
  urgency: keyof typeof priorities = 'fresh',
): Promise<void> {
  if (files.length === 0 || hasLittleMemory()) return
  const unsettled = await listUnsettled(
    transaction,
    files.map(({ sha256 }) => sha256),
  )
  const wanted = files.filter(({ sha256 }) => unsettled.has(sha256))
  await enqueueJobs(
    transaction,
    job,
    wanted.map(({ sha256, name, record }) => ({
      key: sha256,
      title: name,
      input: { sha256 },
      record,
      priority: priorities[urgency],
    })),
  )
}

/**
 * Of a file whose bytes were found otherwise than before: wants it made anew where it is a light copy and damaged, and its
 * own light copy where it is sound again. Shape: the lists whose records show it as their light copy.
 */
export async function renewLightCopies(transaction: Transaction, changed: string): Promise<KindList[]> {
  const own = await findReadFile(transaction, changed)
  if (own !== undefined) await wantLightCopies(transaction, [own])
  const shown: { entity: string }[] = []
  for (const { entity, recordId: sha256 } of await listUsers(transaction, changed)) {
    if (entity !== lightCopyHolder) continue
    const file = await findReadFile(transaction, sha256)
    if (file !== undefined) await wantLightCopies(transaction, [file])
    shown.push(...(await listUsers(transaction, sha256)))
  }
  return listsShowing(shown)
}

/** How light copies are made. */
export function lightCopyHandler(
  { lightCopies }: { lightCopies: Pick<LightCopies, 'make'> },
  changes: Pick<Changes, 'announce'>,
): JobHandler {
  return handleJob(job, (steps, { sha256 }) => lightCopies.make(sha256, steps, changes))
}
