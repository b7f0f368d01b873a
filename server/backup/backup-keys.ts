import type { ObjectStore } from '#server/files/object-store.types.ts'

export const contentsPrefix = 'contents/'
export const backupsPrefix = 'backups/'
const manifestKeyPattern = /^backups\/(\d{8}-\d{6})\/manifest\.json$/

/** Where a content is kept: once for all backups. */
export function contentKey(sha256: string): string {
  return `${contentsPrefix}${sha256.slice(0, 2)}/${sha256}`
}

/** The name of the backup that is made at `now`, in UTC. Shape: `20261122-041500`. */
export function backupNameOf(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}

export const manifestKey = (name: string) => `${backupsPrefix}${name}/manifest.json`
export const dumpKey = (name: string) => `${backupsPrefix}${name}/database.sql.gz`

/** The names of all whole backups, oldest first. */
export async function listBackups(objects: ObjectStore): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of objects.list(backupsPrefix)) {
    const name = manifestKeyPattern.exec(key)?.[1]
    if (name !== undefined) names.push(name)
  }
  return names.sort()
}
