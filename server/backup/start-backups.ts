import type { FastifyBaseLogger } from 'fastify'
import { answerRequests } from '#server/base/server-requests.ts'
import type { Config } from '#server/config.ts'
import { backupOrderOf } from './backup.job.ts'
import { backupRequests } from './backup-requests.ts'
import { startNightlyBackup } from './nightly-backup.ts'
import { runBackup } from './run-backup.ts'
import type { Tell } from './backup.types.ts'
import type { BackupOrder, BackupSource } from './run-backup.ts'

interface Given extends BackupSource {
  config: Config
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Starts what makes backups while the site runs: every night where the configuration names a target, and with the embedded database
 * whenever the command asks. Gives a function that ends both.
 */
export function startBackups({ database, objects, config, log }: Given): () => Promise<void> {
  const stops: (() => Promise<void>)[] = []
  if (backupOrderOf(config) !== undefined) stops.push(startNightlyBackup({ database, log }))
  if (database.engine === 'pglite') {
    const act = (order: BackupOrder, tell: Tell, signal: AbortSignal) =>
      runBackup({ database, objects, config }, order, tell, signal)
    stops.push(answerRequests(config.dataDir, backupRequests, act))
  }
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}
