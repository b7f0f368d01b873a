import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Config } from '#server/config.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { makeBackup } from './make-backup.ts'
import { openTarget } from './backup-target.ts'
import type { Tell } from './backup.types.ts'
import { pruneBackups } from './prune-backups.ts'
import { refuseOthersBackups } from './site-identity.ts'
import { verifyBackup } from './verify-backup.ts'

/** What is backed up, and with whose access. */
export interface BackupSource {
  database: OpenDatabase
  objects: ObjectStore
  config: Pick<Config, 'backupBucket' | 'dataDir'>
}

/** What somebody wants kept, and where. */
export interface BackupOrder {
  /** A folder, or `s3://bucket/prefix`. */
  target: string
  /** So many backups stay. */
  keep: number
  /** Whether the backup is proven at once, by a restore that is thrown away. */
  verifies: boolean
}

/** What a backup came to. Units: bytes. */
export interface BackupReport {
  name: string
  files: number
  rows: number
  copied: number
  copiedBytes: number
  removedBackups: number
  /** What the store has lost: names of files that no backup has either. */
  damaged: string[]
  /** What the proof found; empty when the backup is sound, undefined when nobody asked. */
  wrong: string[] | undefined
}

/**
 * Makes a backup, proves it where that is wanted, and clears away what is older than what is kept; a backup that is not
 * sound clears nothing away.
 * Errors: as `makeBackup`, `openTarget` and `refuseOthersBackups`.
 */
export async function runBackup(
  { database, objects, config }: BackupSource,
  { target, keep, verifies }: BackupOrder,
  tell?: Tell,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const place = await openTarget(target, config)
  try {
    await refuseOthersBackups(place.objects, database.kysely)
    const { name, manifest, copied, copiedBytes } = await makeBackup({
      database,
      objects,
      target: place,
      tell,
      signal,
    })
    const wrong = verifies ? await verifyBackup({ source: place, name, manifest, tell, signal }) : undefined
    const isSound = (wrong ?? []).length === 0
    const { backups } = isSound ? await pruneBackups(place.objects, keep) : { backups: 0 }
    return {
      name,
      files: manifest.contents.length,
      rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
      copied,
      copiedBytes,
      removedBackups: backups,
      damaged: manifest.damaged.map(file => file.name),
      wrong,
    }
  } finally {
    await place.close()
  }
}
