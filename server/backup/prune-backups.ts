import { limits } from '#contract/limits.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import {
  backupsPrefix,
  contentKey,
  contentsPrefix,
  dumpKey,
  listBackups,
  manifestKey,
} from './backup-keys.ts'
import { readManifest } from './manifest.ts'

/**
 * Removes all backups but the newest `keep`, and the contents that no remaining one names. Young contents stay: a backup
 * that is under way may count on them. Gives how many backups and contents went.
 * Errors: those of the store; throws when a remaining manifest cannot be read, before anything is removed.
 */
export async function pruneBackups(
  objects: ObjectStore,
  keep: number,
  now = new Date(),
): Promise<{ backups: number; contents: number }> {
  const names = await listBackups(objects)
  const kept = names.slice(-keep)
  const needed = new Set<string>()
  for (const name of kept) {
    for (const { sha256 } of (await readManifest({ objects }, name)).contents) needed.add(contentKey(sha256))
  }
  const old = names.slice(0, -keep)
  for (const name of old) {
    // Without its manifest it is no backup any more, whatever happens next.
    await objects.remove(manifestKey(name))
    await objects.remove(dumpKey(name))
  }
  const before = now.getTime() - limits.orphanGraceMs
  for await (const { key, modifiedAt } of objects.list(backupsPrefix)) {
    const isOfWhole = kept.some(name => key === manifestKey(name) || key === dumpKey(name))
    if (!isOfWhole && modifiedAt.getTime() < before) await objects.remove(key)
  }
  let contents = 0
  for await (const { key, modifiedAt } of objects.list(contentsPrefix)) {
    if (needed.has(key) || modifiedAt.getTime() >= before) continue
    await objects.remove(key)
    contents += 1
  }
  return { backups: old.length, contents }
}
