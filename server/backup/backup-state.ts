import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { backupJob } from './backup.job.ts'

/** How the nightly backup is. */
export interface BackupState {
  state: 'off' | 'never' | 'well' | 'late' | 'failed'
  /** When the last one was whole. */
  doneAt: Date | null
  /** Why the last one failed, or what it lacks, and what to do about it. */
  reason: string | null
  advice: string | null
}

/** Looks how the nightly backup is; `isWanted` where the configuration names a target. */
export async function findBackupState(
  database: Queryable,
  { isWanted, now }: { isWanted: boolean; now: Date },
): Promise<BackupState> {
  const ended = await database
    .selectFrom('jobs')
    .select(['state', 'finishedAt', 'reason', 'advice'])
    .where('kind', '=', backupJob.name)
    .where('state', 'in', ['done', 'failed'])
    .orderBy('id', 'desc')
    .limit(limits.backupsKept)
    .execute()
  const [last] = ended
  const doneAt = ended.find(({ state }) => state === 'done')?.finishedAt ?? null
  const isLate = doneAt !== null && now.getTime() - doneAt.getTime() > limits.backupLateMs
  const state = !isWanted
    ? 'off'
    : !last
      ? 'never'
      : last.state === 'failed'
        ? 'failed'
        : isLate
          ? 'late'
          : 'well'
  return { state, doneAt, reason: last?.reason ?? null, advice: last?.advice ?? null }
}
