import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { errorCodeOf } from '#contract/errors.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { compareWithHash } from '#server/files/file-health.ts'
import { contentKey } from './backup-keys.ts'
import type { Manifest, Tell } from './backup.types.ts'
import type { CopyPlace } from './copy-content.ts'
import { compareRows, restoreDump } from './restore-backup.ts'

interface Given {
  source: CopyPlace
  name: string
  manifest: Manifest
  tell?: Tell | undefined
  signal?: AbortSignal | undefined
}

/**
 * Proves a backup: its dump is restored into an empty embedded database that is thrown away, the rows of every table are
 * counted, and every file is read from end to end. A file that is not what was kept is removed: the next backup keeps it anew.
 * Gives a line for everything that is wrong; none when the backup is sound. Errors: those of the store when it is away.
 */
export async function verifyBackup(given: Given): Promise<string[]> {
  const { source, manifest, tell, signal } = given
  const wrong = await verifyDump(given)
  const ofBytes = manifest.contents.reduce((total, content) => total + content.size, 0)
  let doneBytes = 0
  for (const [index, { sha256, size }] of manifest.contents.entries()) {
    const damage = await compareWithHash(
      source.objects,
      { objectKey: contentKey(sha256), id: sha256 },
      signal,
    )
    if (damage !== undefined) {
      wrong.push(`${sha256}: ${damage}`)
      await source.objects.remove(contentKey(sha256))
    }
    doneBytes += size
    tell?.({ act: 'checked', done: index + 1, of: manifest.contents.length, doneBytes, ofBytes })
  }
  return wrong
}

async function verifyDump(given: Given): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'rafid-verify-'))
  const database = await openDatabase({ dataDir })
  try {
    await restoreDump(database, given)
    return await compareRows(database, given.manifest)
  } catch (error) {
    if (errorCodeOf(error) !== undefined || !(error instanceof Error)) throw error
    return [error.message]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
