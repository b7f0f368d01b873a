import { mkdir, rm, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { newIncomingPath } from '#server/files/receive.ts'
import { manifestKey } from './backup-keys.ts'
import { manifestSchema } from './backup.types.ts'
import type { Manifest, Tell } from './backup.types.ts'
import type { CopyPlace } from './copy-content.ts'

/** A backup that is read. */
export interface ReadBackup {
  /** Where it is. */
  source: CopyPlace
  name: string
  manifest: Manifest
  tell?: Tell | undefined
  signal?: AbortSignal | undefined
}

/** Reads what a backup consists of. Errors: `file_not_found`; throws when it is no manifest of ours. */
export async function readManifest({ objects }: Pick<CopyPlace, 'objects'>, name: string): Promise<Manifest> {
  const written = await text(await objects.read(manifestKey(name)))
  try {
    return manifestSchema.parse(JSON.parse(written))
  } catch (cause) {
    throw new Error(`وصف النسخة ${name} تالف. The manifest of the backup ${name} cannot be read.`, { cause })
  }
}

/** Writes what a backup consists of: with it the backup is whole. */
export async function writeManifest(
  { objects, incoming }: CopyPlace,
  name: string,
  manifest: Manifest,
): Promise<void> {
  await mkdir(incoming, { recursive: true })
  const file = newIncomingPath(incoming)
  try {
    await writeFile(file, JSON.stringify(manifest), { flag: 'wx' })
    await objects.put(manifestKey(name), file, 'application/json')
  } finally {
    await rm(file, { force: true })
  }
}
