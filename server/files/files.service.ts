import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { filePath, sha256OfFileAddress } from '#contract/paths.ts'
import { limits } from '#contract/limits.ts'
import { fileRules, isDocumentType } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { extensionOf, safeFileName } from './file-name.ts'
import { refuseFile } from './refusals.ts'
import { createFileHealth } from './file-health.ts'
import { createFileIndex } from './file-index.ts'
import * as repository from './files.repository.ts'
import type { FileRow } from './files.repository.ts'
import type {
  DamageWatch,
  FileParts,
  FilesLog,
  FilesService,
  OpenFile,
  StoreOptions,
  WaitingFile,
} from './files.types.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createInspector } from './inspector.ts'
import type { FileInsides } from './inspector.ts'
import type { KnownFile } from './known-file.ts'
import { writeNewFile } from './new-file.ts'
import { newObjectKey } from './object-keys.ts'
import { incomingDirectory, openStores } from './object-store.ts'
import { isOurAddress, nameOfAddress } from './our-addresses.ts'
import { newIncomingPath, receiveFile } from './receive.ts'
import type { ReceivedFile } from './receive.ts'
import { holdContents, ourUses, releaseContents, replaceUses } from './file-uses.ts'
import { createLightCopies } from './light-copies/light-copies.ts'
import type { LightCopy } from './light-copies/light-copies.types.ts'
import { lightName } from './light-copies/make-light-copy.ts'
import { createLikeness } from './likeness/likeness.ts'
import { createPagePictures } from './page-pictures.ts'
import { createPageTexts } from './page-texts/page-texts.ts'
import { createRenditions } from './renditions.ts'
import { startScrubbing } from './scrubbing.ts'
import { storageError } from './storage-errors.ts'

interface FilesOptions {
  database: OpenDatabase
  config: Pick<Config, 'dataDir' | 'objectStore' | 'siteUrl'>
  log: FilesLog
  /** False for commands that only look. */
  keepsHouse?: boolean
  /** Hears of files that are found damaged. */
  watch?: DamageWatch
}

export type { FilesService }

/** Wide enough for the largest cover on a page. */
const coverShortSidePx = 1200

/** A document is never opened here. */
const unseen: FileInsides = { pageCount: null, width: null, height: null }

/** What a page tells of a stored file, under the name given or the one it first had. */
function factsOfRow(row: FileRow, address?: string, light?: LightCopy): FileFacts {
  const name = (address === undefined ? undefined : nameOfAddress(address)) ?? row.name
  return {
    url: address ?? filePath(row.id, name),
    name,
    size: row.size,
    type: row.type,
    pageCount: row.pageCount,
    width: row.width,
    height: row.height,
    ...(row.damage !== null && { damage: row.damage }),
    ...(light && { light: lightFacts(light, lightName(name)) }),
  }
}

function lightCopyOf({ lightSha256, lightSize }: repository.ShownFileRow): LightCopy | undefined {
  return lightSha256 === null || lightSize === null ? undefined : { sha256: lightSha256, size: lightSize }
}

function lightFacts({ sha256, size }: LightCopy, name: string): FileFacts['light'] {
  return { url: filePath(sha256, name), name, size }
}

/** Opens the file store that the configuration names. */
export async function createFilesService({
  database,
  config,
  log,
  keepsHouse = true,
  watch = async () => () => undefined,
}: FilesOptions): Promise<FilesService> {
  const { objects, uploadStore } = await openStores(config)
  const inspector = createInspector()
  const incoming = incomingDirectory(config)
  await mkdir(incoming, { recursive: true })
  const db = database.kysely
  const parts: FileParts = { objects, uploadStore, inspector, incoming, database, log }
  const index = createFileIndex(parts)
  const health = createFileHealth(parts, index, watch)

  /** A content that is recorded already; its bytes are put back if the store has lost them. */
  async function reuse(received: ReceivedFile): Promise<FileRow | undefined> {
    const row = await repository.renewGrace(db, received.sha256)
    if (row === undefined) return undefined
    const found = await objects.stat(row.objectKey)
    if (row.damage === null && found?.mark === row.checkedMark) return row
    log.warn({ sha256: row.id, damage: row.damage }, 'files: a new upload puts the bytes of a file back')
    // The file itself stays until all is recorded.
    const copy = newIncomingPath(incoming)
    try {
      await copyFile(received.path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await objects.put(row.objectKey, copy, row.type)
    } catch (error) {
      throw storageError(error)
    } finally {
      await rm(copy, { force: true })
    }
    await health.proven(row, await objects.stat(row.objectKey))
    return { ...row, damage: null }
  }

  async function insidesOf(
    { path, size, type }: WaitingFile,
    drawn: StoreOptions['drawn'],
  ): Promise<FileInsides> {
    if (isDocumentType(type)) return unseen
    if (drawn !== undefined && type.startsWith('image/')) return { pageCount: null, ...drawn }
    return inspector.run({ act: 'inspect', file: path, type, fileBytes: size })
  }

  async function keep(
    waiting: WaitingFile,
    { name, uploadedBy = null, drawn }: StoreOptions,
  ): Promise<FileRow> {
    const { sha256, size, type, objectKey } = waiting
    const known = await reuse(waiting)
    if (known !== undefined) return known
    const insides = await insidesOf(waiting, drawn)
    await waiting.place()
    const stored = await objects.stat(objectKey)
    if (stored?.size !== size) throw new AppError('unavailable')
    const facts = { id: sha256, objectKey, size, type, name, width: insides.width, damage: null }
    const proof = { checkedMark: stored.mark, checkedAt: new Date() }
    await index.keepFacts({ ...facts, ...proof })
    // When the insert's answer gets lost, its commit may still come: the object is left to the sweep of orphans.
    const isRecorded = await repository.insertFile(db, {
      id: sha256,
      objectKey,
      size,
      type,
      name,
      extension: extensionOf(type),
      ...insides,
      ...proof,
      uploadedBy,
    })
    if (!isRecorded) await objects.remove(objectKey)
    const row = await repository.renewGrace(db, sha256)
    if (row === undefined) throw new AppError('unavailable')
    // Somebody else was faster: the facts are those of the object that was kept.
    if (!isRecorded) await index.keepFacts(row)
    index.remember(row)
    return row
  }

  const renditions = createRenditions(parts, find, open)
  const pagePictures = createPagePictures(parts, find, open)
  const pageTexts = createPageTexts(parts, open)
  const lightCopies = createLightCopies(parts, { find: sha256 => find(sha256), open, store })
  const likeness = createLikeness(parts, renditions, pagePictures)
  const stopHousekeeping = keepsHouse ? startHousekeeping(parts) : undefined
  const stopScrubbing = keepsHouse ? startScrubbing(parts, health) : undefined

  async function find(sha256: string, look = index.find): Promise<KnownFile> {
    const file = await look(sha256)
    if (file === undefined) throw new AppError('file_not_found')
    return file
  }

  async function open(sha256: string): Promise<OpenFile> {
    let file = await find(sha256)
    let found = await objects.stat(file.objectKey)
    if (file.damage !== null || found?.mark !== file.checkedMark) {
      // Another process may have put it back, proven it, or removed it.
      file = await find(sha256, index.findAnew)
      found = await objects.stat(file.objectKey)
    }
    const how = await health.healthOf(file, found, limits.fileCheckWaitMs)
    if (how !== 'sound' && how !== 'unproven') throw new AppError('file_damaged')
    const { id, name, size, type, width, objectKey, namesPeople = false } = file
    return {
      sha256: id,
      name,
      size,
      type,
      width,
      isProven: how === 'sound',
      namesPeople,
      objectKey,
      localFile: objects.localFile(objectKey),
      read: range => objects.read(objectKey, range),
      copy: (range, write) => objects.copy(objectKey, range, write),
    }
  }

  async function store(stream: Readable, options: StoreOptions): Promise<FileFacts> {
    const received = await receiveFile(stream, {
      directory: incoming,
      kind: options.kind,
      documentName: options.isDocument === true ? options.name : undefined,
      maxBytes: options.maxBytes,
      signal: options.signal,
    })
    const objectKey = newObjectKey(received.sha256)
    const place = () => objects.put(objectKey, received.path, received.type)
    try {
      return await storeWaiting({ ...received, objectKey, place }, options)
    } finally {
      await rm(received.path, { force: true })
    }
  }

  async function storeWaiting(waiting: WaitingFile, options: StoreOptions): Promise<FileFacts> {
    const name = safeFileName(options.name, waiting.type)
    const row = await keep(waiting, { ...options, name })
    if (row.type.startsWith('image/') && options.isShownWhole !== true) {
      renditions.prepare(row.id)
      likeness.prepare(row)
    }
    return factsOfRow(row, filePath(row.id, name))
  }

  return {
    parts,
    renditions,
    pagePictures,
    pageTexts,
    lightCopies,
    likeness,
    find: sha256 => find(sha256),
    open,
    store,
    storeWaiting,

    async makeCover(sha256, uploadedBy) {
      const file = await open(sha256)
      if (file.type !== 'application/pdf') throw refuseFile(fileRules.pdf.wrongType)
      const document = newIncomingPath(incoming)
      const target = newIncomingPath(incoming)
      try {
        const content = await file.read()
        await writeNewFile(document, sink => pipeline(content, sink))
        await inspector.run({
          act: 'draw-jpeg',
          file: document,
          page: 1,
          target,
          shortSidePx: coverShortSidePx,
        })
        const name = file.name.replace(/\.pdf$/i, '.jpg')
        return await store(createReadStream(target), { name, kind: 'image', uploadedBy })
      } catch (error) {
        throw storageError(error)
      } finally {
        await rm(document, { force: true })
        await rm(target, { force: true })
      }
    },

    async makePageImage(sha256, page, { uploadedBy, asker }) {
      const { name: document } = await find(sha256)
      const target = newIncomingPath(incoming)
      try {
        await pagePictures.drawJpeg(sha256, page, target, asker)
        const name = `${document.replace(/\.pdf$/i, '')} - صفحة ${page}.jpg`
        return await store(createReadStream(target), { name, kind: 'image', uploadedBy })
      } catch (error) {
        throw storageError(error)
      } finally {
        await rm(target, { force: true })
      }
    },

    async factsOf(addresses) {
      const wanted = new Map<string, string>()
      for (const address of addresses) {
        const sha256 = sha256OfFileAddress(address)
        if (sha256 !== undefined && isOurAddress(address, config.siteUrl)) wanted.set(address, sha256)
      }
      const rows = await repository.findFiles(db, [...wanted.values()])
      const byHash = new Map(rows.map(row => [row.id, row]))
      const facts = new Map<string, FileFacts>()
      for (const [address, sha256] of wanted) {
        const row = byHash.get(sha256)
        if (row !== undefined) facts.set(address, factsOfRow(row, address, lightCopyOf(row)))
      }
      return facts
    },

    async findKnown(sha256, size, name) {
      const row = await repository.renewGrace(db, sha256)
      if (row === undefined || row.size !== size) return undefined
      const found = await objects.stat(row.objectKey)
      if ((await health.healthOf(row, found, limits.fileInspectionMs)) !== 'sound') return undefined
      return factsOfRow(row, filePath(row.id, name === undefined ? row.name : safeFileName(name, row.type)))
    },

    replaceReferences: (transaction, records) =>
      replaceUses(
        transaction,
        records.map(({ before, uses, ...record }) => ({
          ...record,
          before: ourUses(before, config.siteUrl),
          uses: ourUses(uses, config.siteUrl),
        })),
      ),

    contentOf: address => (isOurAddress(address, config.siteUrl) ? sha256OfFileAddress(address) : undefined),

    async holdContents(transaction, entity, holderId, contents) {
      await holdContents(transaction, entity, holderId, contents)
      index.forget(contents)
    },

    releaseContents,

    async close() {
      await stopHousekeeping?.()
      const scrubbed = stopScrubbing?.()
      await health.close()
      await scrubbed
      await pagePictures.close()
      await pageTexts.close()
      await lightCopies.close()
      /* Its pictures come without end after an import, and are looked for later. */
      await inspector.close()
      await likeness.close()
      objects.close()
    },
  }
}
