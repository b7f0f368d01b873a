import { limits } from '#contract/limits.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { releaseContents } from './file-uses.ts'
import * as repository from './files.repository.ts'
import type { FileParts } from './files.types.ts'
import { lightCopyHolder } from './light-copies/light-copies.repository.ts'
import {
  factsKey,
  factsPrefix,
  objectsPrefix,
  piecesPrefix,
  renditionsPrefix,
  sha256OfFactsKey,
  sha256OfRenditionKey,
  uploadIdOfPieceKey,
} from './object-keys.ts'
import type { StoredObject } from './object-store.types.ts'
import { sweepIncoming } from './receive.ts'
import * as uploads from './resumable/uploads.repository.ts'
import { removeBytes } from './resumable/upload-bytes.ts'

/** How many things a sweep has removed. */
export interface SweepReport {
  temporaryFiles: number
  expiredUploads: number
  unusedFiles: number
  orphans: number
}

const batchSize = 200

/** Every object under a prefix that no row knows, in batches; younger ones may be about to get their row. */
async function* orphansUnder(
  { objects }: FileParts,
  prefix: string,
  before: Date,
  known: (batch: readonly StoredObject[]) => Promise<(object: StoredObject) => boolean>,
): AsyncIterable<StoredObject> {
  let batch: StoredObject[] = []
  const orphansOfBatch = async () => {
    const isKnown = await known(batch)
    const orphans = batch.filter(object => !isKnown(object))
    batch = []
    return orphans
  }
  for await (const object of objects.list(prefix)) {
    if (object.modifiedAt >= before) continue
    batch.push(object)
    if (batch.length >= batchSize) yield* await orphansOfBatch()
  }
  if (batch.length > 0) yield* await orphansOfBatch()
}

/** Objects that nothing in the database knows and that are older than `before`. */
export async function* findOrphans(parts: FileParts, before: Date): AsyncIterable<StoredObject> {
  const db = parts.database.kysely
  yield* orphansUnder(parts, objectsPrefix, before, async batch => {
    const keys = batch.map(object => object.key)
    const ofFiles = await repository.listKnownKeys(db, keys)
    const ofUploads = await uploads.listKnownKeys(db, keys)
    return ({ key }) => ofFiles.has(key) || ofUploads.has(key)
  })
  yield* orphansUnder(parts, piecesPrefix, before, async batch => {
    const ids = await uploads.listWithBytes(
      db,
      batch.map(({ key }) => uploadIdOfPieceKey(key) ?? ''),
    )
    return ({ key }) => ids.has(uploadIdOfPieceKey(key) ?? '')
  })
  for (const [prefix, sha256Of] of [
    [renditionsPrefix, sha256OfRenditionKey],
    [factsPrefix, sha256OfFactsKey],
  ] as const) {
    yield* orphansUnder(parts, prefix, before, async batch => {
      const rows = await repository.findFiles(
        db,
        batch.map(object => sha256Of(object.key) ?? ''),
      )
      const hashes = new Set(rows.map(row => row.id))
      return object => hashes.has(sha256Of(object.key) ?? '')
    })
  }
}

async function removeExpiredUploads(parts: FileParts, failedBefore: Date): Promise<number> {
  const db = parts.database.kysely
  const expired = await uploads.listExpiredWithBytes(db, batchSize)
  for (const row of expired) {
    await removeBytes(parts, row)
    await uploads.forgetBytes(db, row.id)
  }
  const forgotten = await uploads.removeForgotten(db, failedBefore)
  return expired.length + forgotten
}

/** The row goes first, so that a crash in between leaves an orphan and never a row without its bytes. */
async function removeUnusedFiles({ database, objects }: FileParts, before: Date): Promise<number> {
  let removed = 0
  for (const sha256 of await repository.listUnused(database.kysely, before, batchSize)) {
    const row = await database.kysely
      .transaction()
      .execute(transaction => removeRow(transaction, sha256, before))
    if (row === undefined) continue
    await objects.remove(row.objectKey)
    for await (const rendition of objects.list(`${renditionsPrefix}${sha256.slice(0, 2)}/${sha256}/`)) {
      await objects.remove(rendition.key)
    }
    await objects.remove(factsKey(sha256))
    removed += 1
  }
  return removed
}

/** A light copy is let go of with its file. */
async function removeRow(
  transaction: Transaction,
  sha256: string,
  before: Date,
): Promise<repository.FileRow | undefined> {
  const row = await repository.removeUnused(transaction, sha256, before)
  if (row !== undefined) await releaseContents(transaction, lightCopyHolder, [sha256])
  return row
}

async function removeOrphans(parts: FileParts, before: Date): Promise<number> {
  let removed = 0
  for await (const orphan of findOrphans(parts, before)) {
    await parts.objects.remove(orphan.key)
    removed += 1
  }
  return removed
}

/**
 * Removes what nobody needs any more: temporary files left behind, the pieces of expired uploads, files unused for longer than the
 * grace period and, with `withOrphans`, objects that nothing knows.
 */
export async function sweepFiles(
  parts: FileParts,
  withOrphans: boolean,
  now = new Date(),
): Promise<SweepReport> {
  const orphanedBefore = new Date(now.getTime() - limits.orphanGraceMs)
  const failedBefore = new Date(now.getTime() - limits.failedUploadKeptMs)
  const unusedBefore = new Date(now.getTime() - limits.unusedFileGraceMs)
  return {
    temporaryFiles: await sweepIncoming(parts.incoming),
    expiredUploads: await removeExpiredUploads(parts, failedBefore),
    unusedFiles: await removeUnusedFiles(parts, unusedBefore),
    orphans: withOrphans ? await removeOrphans(parts, orphanedBefore) : 0,
  }
}

/** Sweeps now and from time to time. Shape: a function that stops it and waits for a sweep under way. */
export function startHousekeeping(parts: FileParts): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let orphansSweptAt = 0
  let isStopped = false

  const sweep = async () => {
    const withOrphans = Date.now() - orphansSweptAt >= limits.orphanSweepMs
    if (withOrphans) orphansSweptAt = Date.now()
    try {
      const report = await sweepFiles(parts, withOrphans)
      if (Object.values(report).some(count => count > 0)) parts.log.info({ ...report }, 'files: swept')
    } catch (error) {
      if (!isStopped) parts.log.warn({ err: error }, 'files: the sweep did not end, the next one continues')
    }
  }
  const run = () => {
    running = running.then(sweep)
  }
  const timer = setInterval(run, limits.fileSweepMs)
  timer.unref()
  run()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
