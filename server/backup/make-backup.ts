import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { dumpDatabase } from '#server/base/db/dump.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { newIncomingPath } from '#server/files/receive.ts'
import { backupNameOf, contentKey, contentsPrefix, dumpKey } from './backup-keys.ts'
import type { BackedUpContent, Manifest, Tell } from './backup.types.ts'
import { copyContent } from './copy-content.ts'
import type { CopyPlace } from './copy-content.ts'
import { countRows } from './count-rows.ts'
import { writeManifest } from './manifest.ts'
import { siteOf } from './site-identity.ts'

interface Given {
  database: OpenDatabase
  objects: ObjectStore
  target: CopyPlace
  tell?: Tell
  signal?: AbortSignal
  now?: Date
}

/** A finished backup. Units: bytes. */
export interface MadeBackup {
  name: string
  manifest: Manifest
  /** What was not in the target yet. */
  copied: number
  copiedBytes: number
}

interface FileOfSnapshot extends BackedUpContent {
  name: string
}

/** Others may clear away, in the same bucket, what this backup counts on: it is looked so often whether all is there. */
const rounds = 3

/**
 * Backs up the database and every file that it names, into `target`, while others read and write. The dump is one
 * moment; files are kept by their content, so that only new ones are copied. Whole once its manifest is written.
 * Errors: those of the database and the stores; what `signal` throws. What was copied by then stays for the next run.
 */
export async function makeBackup({
  database,
  objects,
  target,
  tell,
  signal,
  now,
}: Given): Promise<MadeBackup> {
  const madeAt = now ?? new Date()
  const name = backupNameOf(madeAt)
  await mkdir(target.incoming, { recursive: true })
  const dumpFile = newIncomingPath(target.incoming)
  try {
    let files: FileOfSnapshot[] = []
    let rows: Manifest['rows'] = {}
    let site: string | undefined
    const { bytes } = await dumpDatabase(database, dumpFile, {
      signal,
      async alongside(snapshot) {
        rows = await countRows(snapshot)
        site = await siteOf(snapshot)
        files = await snapshot
          .selectFrom('files')
          .select(['id as sha256', 'size', 'type', 'objectKey', 'name'])
          .orderBy('id')
          .execute()
      },
    })
    signal?.throwIfAborted()
    const dump = { sha256: await hashFile(dumpFile), size: bytes }
    const copy = await copyAll({ files, objects, target, tell, signal })
    await target.objects.put(dumpKey(name), dumpFile, 'application/gzip')
    const manifest: Manifest = {
      format: 1,
      madeAt: madeAt.toISOString(),
      site,
      engine: database.engine,
      dump,
      rows,
      contents: files.filter(file => !copy.damaged.has(file)).map(({ name: _name, ...content }) => content),
      damaged: [...copy.damaged].map(file => ({ sha256: file.sha256, name: file.name })),
    }
    await writeManifest(target, name, manifest)
    return { name, manifest, copied: copy.copied, copiedBytes: copy.copiedBytes }
  } finally {
    await rm(dumpFile, { force: true })
  }
}

type CopyGiven = Pick<Given, 'objects' | 'target' | 'tell' | 'signal'> & { files: readonly FileOfSnapshot[] }

async function copyAll({ files, objects, target, tell, signal }: CopyGiven) {
  const damaged = new Set<FileOfSnapshot>()
  const ofBytes = files.reduce((sum, file) => sum + file.size, 0)
  let copied = 0
  let copiedBytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const kept = await listSizes(target.objects)
    const missing = files.filter(
      file => !damaged.has(file) && kept.get(contentKey(file.sha256)) !== file.size,
    )
    if (missing.length === 0) break
    let done = files.length - missing.length
    let doneBytes = ofBytes - missing.reduce((sum, file) => sum + file.size, 0)
    for (const file of missing) {
      signal?.throwIfAborted()
      const { sha256, objectKey, size, type } = file
      const bytes = { from: objects, fromKey: objectKey, sha256, signal }
      if (await copyContent(bytes, target, contentKey(sha256), type)) {
        copied += 1
        copiedBytes += size
      } else {
        damaged.add(file)
      }
      done += 1
      doneBytes += size
      tell?.({ act: 'copied', done, of: files.length, doneBytes, ofBytes })
    }
  }
  return { damaged, copied, copiedBytes }
}

async function listSizes(objects: ObjectStore): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of objects.list(contentsPrefix)) sizes.set(key, size)
  return sizes
}

/** The SHA-256 of a file, in hexadecimal. */
async function hashFile(file: string): Promise<string> {
  const { size } = await stat(file)
  const hash = createHash('sha256')
  if (size > 0) await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
