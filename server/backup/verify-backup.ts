import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { errorCodeOf } from '#contract/errors.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { compareWithHash } from '#server/files/file-health.ts'
import { contentKey, manifestKey } from './backup-keys.ts'
import { compareRows, restoreDump } from './restore-backup.ts'
import type { ReadBackup } from './manifest.ts'

/**
 * Proves a backup: its dump is restored into an empty embedded database that is thrown away, the rows of every table are
 * counted, and every file is read from end to end. A file that is not what was kept is removed: the next backup keeps it anew.
 * A backup whose dump cannot be restored is none any more.
 * Gives a line for everything that is wrong; none when the backup is sound. Errors: those of the store when it is away, and
 * those of the machine that cannot try it, such as a full disk.
 */
export async function verifyBackup(given: ReadBackup): Promise<string[]> {
  const { source, manifest, tell, signal } = given
  const wrong = await verifyDump(given)
  // What cannot be restored is no backup, and must not push out one that can.
  if (wrong.length > 0) await source.objects.remove(manifestKey(given.name))
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

async function verifyDump(given: ReadBackup): Promise<string[]> {
  await mkdir(given.source.incoming, { recursive: true })
  const dataDir = await mkdtemp(path.join(given.source.incoming, 'proof-'))
  const database = await openDatabase({ dataDir })
  try {
    await restoreDump(database, given)
    return await compareRows(database, given.manifest)
  } catch (error) {
    given.signal?.throwIfAborted()
    if (!(error instanceof Error) || !saysUnsound(error)) throw error
    return [error.message]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Answers of the engine about what it was given; those about its own room, time and state say nothing of the dump. */
const refusal = /^(?!08|53|57|58)(?:[0-9]|F0|HV|P0)[0-9A-Z]{3,4}$/

/** Whether an error is about the dump, and not about the machine on which it is tried. */
function saysUnsound(error: Error): boolean {
  if (errorCodeOf(error) !== undefined) return false
  if (!('code' in error)) return error.constructor === Error
  const code = String(error.code)
  return code.startsWith('Z_') || refusal.test(code)
}
