import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { backupJob } from '#server/backup/backup.job.ts'
import { findBackupState } from '#server/backup/backup-state.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { countDamagedFiles } from '#server/files/damaged.ts'
import { diskStateOf } from '#server/health/disk.ts'
import type { diskSpaceOf } from '#server/health/disk.ts'
import { alertJob } from './alert.job.ts'
import type { Cause } from './alert.types.ts'
import { backupWords, diskWords, fileWords, jobWords, storeWords } from './cause-words.ts'

const jobsNamed = 3

/**
 * Whether the disk of this process is soon full, under the disk's key: processes of one machine on one disk have one.
 * Errors: those of the file system.
 */
export async function lookAtDisk(
  dataDir: string,
  diskSpace: typeof diskSpaceOf,
): Promise<{ keys: string[]; causes: Cause[] }> {
  const { dev } = await stat(dataDir)
  const space = await diskSpace(dataDir)
  const key = `disk ${os.hostname()} ${dev}`
  const state = diskStateOf(space)
  if (state === 'well') return { keys: [key], causes: [] }
  const isFull = state === 'full'
  const words = diskWords({ server: os.hostname(), folder: path.resolve(dataDir) }, isFull, space)
  return { keys: [key], causes: [{ key, level: isFull ? 2 : 1, mark: '', isPressing: true, ...words }] }
}

/** The keys of what all processes share. */
export const sharedKeys = ['backup', 'jobs', 'files', 'store'] as const

interface Shared {
  backupTo: string | undefined
  isStoreWell: boolean
  now: Date
}

/** What is not well of what all processes share. Errors: those of the database. */
export async function findSharedCauses(
  database: Queryable,
  { backupTo, isStoreWell, now }: Shared,
): Promise<Cause[]> {
  const backup = await findBackupState(database, { isWanted: backupTo !== undefined, now })
  const failed = await findFailedJobs(database)
  const damaged = await countDamagedFiles(database)
  const [newest] = failed
  const isBackupFaulty = backup.state === 'failed' || backup.state === 'late'
  return [
    ...(isBackupFaulty
      ? [{ key: 'backup', level: 1, mark: '', isPressing: true, ...backupWords(backup) }]
      : []),
    ...(newest
      ? [{ key: 'jobs', level: 1, mark: newest.id, isPressing: false, ...jobWords(newest.count, failed) }]
      : []),
    ...(damaged > 0
      ? [{ key: 'files', level: 1, mark: String(damaged), isPressing: false, ...fileWords(damaged) }]
      : []),
    ...(isStoreWell ? [] : [{ key: 'store', level: 1, mark: '', isPressing: true, ...storeWords() }]),
  ]
}

/** The last jobs that were given up, with how many there are; the backup is a cause of its own, and an alert none. */
function findFailedJobs(
  database: Queryable,
): Promise<{ id: string; title: string; reason: string | null; count: number }[]> {
  return database
    .selectFrom('jobs')
    .select(['id', 'title', 'reason'])
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .where('state', '=', 'failed')
    .where('kind', 'not in', [backupJob.name, alertJob.name])
    .orderBy('finishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(jobsNamed)
    .execute()
}
