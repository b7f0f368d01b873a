import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { day } from '#contract/units.ts'
import type { Config, ObjectStoreConfig } from '#server/config.ts'
import { lockDirectory } from '#server/base/db/embedded/directory-lock.ts'
import { refuseOthersFolder } from '#server/base/db/embedded/others-folder.ts'
import { createLocalStore } from '#server/files/local-store.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { listBackups } from './backup-keys.ts'

/** A place that keeps backups. */
export interface BackupTarget {
  objects: ObjectStore
  /** Where files on their way into it are written. */
  incoming: string
  close(): Promise<void>
}

/** A place for backups that cannot be used; `words` say it in Arabic to staff, the message to whoever typed a command. */
export class TargetError extends Error {
  readonly words: string

  constructor(words: string, said: string, cause?: unknown) {
    super(`${words} ${said}`, { cause })
    this.words = words
  }
}

/** What a killed process has left behind is nobody's after so long. */
const abandonedMs = day
const workingPrefix = 'backup-work-'

/** What staff and whoever typed a command are told of a bucket that gives nothing. */
const bucketFaults = {
  absent: ['لا يوجد مخزن بهذا الاسم.', 'There is no bucket of this name: make it, or correct the target.'],
  forbidden: [
    'المخزن لا يقبل المفاتيح، أو لا تكفي أذوناتها.',
    'The store does not accept the keys of BACKUP_S3_ or S3_, or they may not list this bucket.',
  ],
  away: ['المخزن لا يجيب.', 'The store does not answer: look at its address and the line to it.'],
} as const

const bucketAddress = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/

/**
 * Opens the place that TARGET names: a folder, or `s3://bucket/prefix` with the access of the configuration.
 * Errors: throws, readably, when it is in use, cannot be written to, is somebody else's, or is a bucket that gives nothing.
 */
export async function openTarget(
  target: string,
  { backupBucket, dataDir }: Pick<Config, 'backupBucket' | 'dataDir'>,
): Promise<BackupTarget> {
  const [, bucket, prefix = ''] = bucketAddress.exec(target) ?? []
  if (bucket === undefined) return openFolder(path.resolve(target))
  if (backupBucket === undefined) {
    throw new TargetError(
      'لا توجد مفاتيح للمخزن.',
      'Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.',
    )
  }
  return openBucketTarget({ ...backupBucket, bucket }, prefix, dataDir)
}

async function openFolder(folder: string): Promise<BackupTarget> {
  refuseOthersFolder(folder)
  const lock = takeLock(folder)
  try {
    const incoming = path.join(folder, 'incoming')
    await rm(incoming, { recursive: true, force: true })
    const objects = await createLocalStore(folder)
    return { objects, incoming, close: async () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Two backups at once would each clear away what the other counts on. */
function takeLock(folder: string) {
  try {
    return lockDirectory(path.join(folder, 'contents'))
  } catch (cause) {
    if (isHeld(cause)) {
      const words = 'مجلد النسخ مستعمل الآن في نسخ آخر.'
      throw new TargetError(words, `${folder} is in use by another backup.`, cause)
    }
    throw new TargetError(
      'لا يمكن الكتابة في مجلد النسخ.',
      `${folder} cannot be written to: is its disk there, and does the folder belong to the user of the service?`,
      cause,
    )
  }
}

const sqliteBusy = 5

/** Whether a lock is another's; a folder that is away or not ours has none to take either. */
function isHeld(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusy
}

/** Errors: throws, readably, when the bucket is not there, does not accept the keys, or does not answer. */
async function openBucketTarget(
  config: ObjectStoreConfig,
  prefix: string,
  dataDir: string,
): Promise<BackupTarget> {
  const { bucketFault, openBucket } = await import('#server/files/s3-bucket.ts')
  const { createS3Store } = await import('#server/files/s3-store.ts')
  const whole = createS3Store(openBucket(config))
  const objects = prefix === '' ? whole : underPrefix(whole, `${prefix}/`)
  try {
    await listBackups(objects)
  } catch (error) {
    whole.close()
    const [words, said] = bucketFaults[bucketFault(error)]
    throw new TargetError(words, said, error instanceof Error ? error.cause : error)
  }
  await removeAbandoned(dataDir)
  const incoming = await mkdtemp(path.join(dataDir, workingPrefix))
  return {
    objects,
    incoming,
    async close() {
      whole.close()
      await rm(incoming, { recursive: true, force: true })
    },
  }
}

async function removeAbandoned(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(workingPrefix)) continue
    const directory = path.join(dataDir, name)
    const { mtimeMs } = await stat(directory)
    if (Date.now() - mtimeMs > abandonedMs) await rm(directory, { recursive: true, force: true })
  }
}

/** A store whose keys stand under a prefix of another. */
function underPrefix(whole: ObjectStore, prefix: string): ObjectStore {
  return {
    put: (key, file, type) => whole.put(prefix + key, file, type),
    async stat(key) {
      const found = await whole.stat(prefix + key)
      return found && { ...found, key }
    },
    read: (key, range) => whole.read(prefix + key, range),
    copy: (key, range, write) => whole.copy(prefix + key, range, write),
    localFile: key => whole.localFile(prefix + key),
    remove: key => whole.remove(prefix + key),
    async *list(inner) {
      for await (const found of whole.list(prefix + inner))
        yield { ...found, key: found.key.slice(prefix.length) }
    },
    close: () => whole.close(),
  }
}
