import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { filePath, sha256OfFileAddress } from '#contract/paths.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { extensionOf, safeFileName } from './file-name.ts'
import { refuseFile } from './refusals.ts'
import * as repository from './files.repository.ts'
import type { FileRow } from './files.repository.ts'
import type { FileParts, FilesLog, FilesService, OpenFile, StoreOptions } from './files.types.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createInspector } from './inspector.ts'
import { writeNewFile } from './new-file.ts'
import { newObjectKey } from './object-keys.ts'
import { createObjectStore, incomingDirectory } from './object-store.ts'
import { isOurAddress, nameOfAddress } from './our-addresses.ts'
import { newIncomingPath, receiveFile } from './receive.ts'
import type { ReceivedFile } from './receive.ts'
import { ourUses, replaceUses } from './file-uses.ts'
import { createRenditions } from './renditions.ts'
import { storageError } from './storage-errors.ts'

interface FilesOptions {
  database: OpenDatabase
  config: Pick<Config, 'dataDir' | 'objectStore' | 'siteUrl'>
  log: FilesLog
  /** False for commands that only look. */
  keepsHouse?: boolean
}

export type { FilesService }

/** Wide enough for the largest cover on a page. */
const coverWidthPx = 1200

/** What a page tells of a stored file, under the name given or the one it first had. */
function factsOfRow(row: FileRow, address?: string): FileFacts {
  const name = (address === undefined ? undefined : nameOfAddress(address)) ?? row.name
  return {
    url: address ?? filePath(row.id, name),
    name,
    size: row.size,
    type: row.type,
    pageCount: row.pageCount,
    width: row.width,
    height: row.height,
  }
}

/** Opens the file store that the configuration names. */
export async function createFilesService({
  database,
  config,
  log,
  keepsHouse = true,
}: FilesOptions): Promise<FilesService> {
  const objects = await createObjectStore(config)
  const inspector = createInspector()
  const incoming = incomingDirectory(config)
  await mkdir(incoming, { recursive: true })
  const db = database.kysely

  /** A content that is recorded already; its bytes are put back if the store has lost them. */
  async function reuse(received: ReceivedFile): Promise<FileRow | undefined> {
    const row = await repository.renewGrace(db, received.sha256)
    if (row === undefined) return undefined
    const kept = await objects.stat(row.objectKey)
    if (kept?.size !== row.size) {
      log.warn(
        { sha256: row.id, keptBytes: kept?.size },
        'files: the store had lost a file, a new upload restores it',
      )
      await objects.put(row.objectKey, received.path, row.type)
    }
    return row
  }

  async function keep(received: ReceivedFile, { name, uploadedBy = null }: StoreOptions): Promise<FileRow> {
    const { sha256, size, type } = received
    const known = await reuse(received)
    if (known !== undefined) return known
    const insides = await inspector.run({ act: 'inspect', file: received.path, type, fileBytes: size })
    const objectKey = newObjectKey(sha256)
    await objects.put(objectKey, received.path, type)
    // When the insert's answer gets lost, its commit may still come: the object is left to the sweep of orphans.
    const isRecorded = await repository.insertFile(db, {
      id: sha256,
      objectKey,
      size,
      type,
      name,
      extension: extensionOf(type),
      ...insides,
      uploadedBy,
    })
    if (!isRecorded) await objects.remove(objectKey)
    const row = await repository.renewGrace(db, sha256)
    if (row === undefined) throw new AppError('unavailable')
    return row
  }

  const parts: FileParts = { objects, inspector, incoming, database, log }
  const renditions = createRenditions(parts)
  const stopHousekeeping = keepsHouse ? startHousekeeping(parts) : undefined

  function openRow(row: FileRow): OpenFile {
    return {
      sha256: row.id,
      name: row.name,
      size: row.size,
      type: row.type,
      width: row.width,
      read: range => objects.read(row.objectKey, range),
      copy: (range, write) => objects.copy(row.objectKey, range, write),
    }
  }

  async function open(sha256: string): Promise<OpenFile> {
    const row = await repository.findFile(db, sha256)
    if (row === undefined) throw new AppError('file_not_found')
    return openRow(row)
  }

  async function store(stream: Readable, options: StoreOptions): Promise<FileFacts> {
    const received = await receiveFile(stream, {
      directory: incoming,
      kind: options.kind,
      signal: options.signal,
    })
    try {
      const name = safeFileName(options.name, received.type)
      const row = await keep(received, { ...options, name })
      if (row.type.startsWith('image/')) renditions.prepare(openRow(row))
      return factsOfRow(row, filePath(row.id, name))
    } finally {
      await rm(received.path, { force: true })
    }
  }

  return {
    parts,
    renditions,
    open,
    store,

    async makeCover(sha256, uploadedBy) {
      const file = await open(sha256)
      if (file.type !== 'application/pdf') throw refuseFile(fileRules.pdf.wrongType)
      const document = newIncomingPath(incoming)
      const target = newIncomingPath(incoming)
      try {
        const content = await file.read()
        await writeNewFile(document, sink => pipeline(content, sink))
        await inspector.run({ act: 'draw-first-page', file: document, target, widthPx: coverWidthPx })
        const name = file.name.replace(/\.pdf$/i, '.jpg')
        return await store(createReadStream(target), { name, kind: 'image', uploadedBy })
      } catch (error) {
        throw storageError(error)
      } finally {
        await rm(document, { force: true })
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
        if (row !== undefined) facts.set(address, factsOfRow(row, address))
      }
      return facts
    },

    async findKnown(sha256, size, name) {
      const row = await repository.renewGrace(db, sha256)
      if (row === undefined || row.size !== size) return undefined
      const kept = await objects.stat(row.objectKey)
      if (kept?.size !== row.size) return undefined
      return factsOfRow(row, filePath(row.id, name === undefined ? row.name : safeFileName(name, row.type)))
    },

    replaceReferences: (transaction, entity, recordId, uses) =>
      replaceUses(transaction, entity, recordId, ourUses(uses, config.siteUrl)),

    async close() {
      await stopHousekeeping?.()
      await inspector.close()
      objects.close()
    },
  }
}
