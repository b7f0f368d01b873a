import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from '#server/archives/archive-errors.ts'
import { filesOfArchive } from '#server/archives/read-archive.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { newIncomingPath } from '#server/files/receive.ts'
import type { FilesService } from '#server/files/files.types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { findArchive, updateArchive, type IngestArchiveRecord } from './archives.repository.ts'
import { nameFiles } from './group-files.ts'
import * as repository from './ingest.repository.ts'
import { folderOf, kindOfName, listEntries, refuseEntry } from './listed-entries.ts'
import type { ListedEntries, RefusedEntries } from './listed-entries.ts'
import { placeFiles } from './place-files.ts'
import { isReadable } from './read-first-pages.ts'
import { wantFirstPagesRead } from './read-first-pages.job.ts'

export interface UnpackingDeps {
  database: Pick<OpenDatabase, 'kysely'>
  files: Pick<FilesService, 'store' | 'open' | 'contentOf' | 'parts'>
  /** Holds what the import's files are. */
  holdAll(transaction: Transaction, ingestId: string): Promise<void>
}

/** What became of one file of an archive. */
interface Taken {
  id: string
  stored?: { url: string; sha256: string; type: string }
  reason?: string
}

const takenAtOnce = 3
const toldAtOnce = 10
const tellEveryMs = 1000

/* What the person who packed the archive can mend. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ArchiveError) return error.message
  const code = errorCodeOf(error)
  const isRefused = code === 'wrong_file_type' || code === 'file_too_large'
  return isRefused && error instanceof Error ? error.message : undefined
}

function failureOf(error: unknown): string | undefined {
  const code = errorCodeOf(error)
  const isGone = code === 'file_not_found' || code === 'file_damaged'
  if (isGone) return 'ملف الأرشيف مفقود أو تالف على الخادم. ارفعه من جديد.'
  return error instanceof ArchiveError ? error.message : undefined
}

/** Opens archives of imports: their lists become rows, then each file is taken in where the archive lies. */
export function createUnpacking({ database: { kysely: db }, files, holdAll }: UnpackingDeps) {
  async function* filesOf({ sha256 }: IngestArchiveRecord) {
    const source = await files.open(sha256)
    yield* filesOfArchive(source, { newScratchPath: () => newIncomingPath(files.parts.incoming) })
  }

  /* The archive as it stands while nobody else changes its import; undefined when it was given up or is done. */
  async function lock(
    transaction: Transaction,
    { id, ingestId }: IngestArchiveRecord,
  ): Promise<IngestArchiveRecord | undefined> {
    if (!(await repository.lockIngest(transaction, ingestId))) return undefined
    const now = await findArchive(transaction, id)
    return now?.state === 'waiting' || now?.state === 'opening' ? now : undefined
  }

  async function place(archive: IngestArchiveRecord, steps: JobSteps): Promise<void> {
    const { id, ingestId } = archive
    const there = await repository.listFiles(db, ingestId)
    const { taken, ...refusals }: ListedEntries = await listEntries(
      archive,
      filesOf(archive),
      limits.maxIngestFiles - there.length,
    )
    const named = await nameFiles(taken)
    const from = taken.map(({ entry }) => ({ archiveId: id, entry }))
    await steps.write(async transaction => {
      if ((await lock(transaction, archive))?.state !== 'waiting') return
      await placeFiles(transaction, ingestId, named, from)
      await updateArchive(transaction, id, { state: 'opening', ...refusals })
      await repository.touchIngest(transaction, ingestId)
    })
  }

  async function store(name: string, stream: Readable, signal: AbortSignal) {
    try {
      const { url, type } = await files.store(stream, { name, kind: kindOfName(name), signal })
      return { url, type, sha256: files.contentOf(url) ?? '' }
    } finally {
      stream.destroy()
    }
  }

  /** Takes a file in. Shape: what is settled once the archive may be read on, and what became of the file. */
  function take(
    { id, name }: { id: string; name: string },
    content: AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): { isRead: Promise<unknown>; taken: Promise<Taken> } {
    const stream = Readable.from(content)
    const taken = store(name, stream, signal).then(
      stored => ({ id, stored }),
      (error: unknown) => {
        const reason = reasonOf(error)
        if (reason === undefined) throw error
        return { id, reason }
      },
    )
    return { isRead: finished(stream).catch(() => undefined), taken }
  }

  /* The files that the import has now; none when the archive was given up. */
  async function tell(
    archive: IngestArchiveRecord,
    taken: readonly Taken[],
    steps: JobSteps,
  ): Promise<ReadonlySet<string>> {
    const { id, ingestId } = archive
    return steps.write(async transaction => {
      const now = await lock(transaction, archive)
      if (!now) return new Set()
      const all = new Map((await repository.listFiles(transaction, ingestId)).map(file => [file.id, file]))
      const refusals: RefusedEntries = { refused: [...now.refused], refusedCount: now.refusedCount }
      const changed: string[] = []
      for (const { id: fileId, stored, reason } of taken) {
        const file = all.get(fileId)
        if (!file) continue
        if (stored) await repository.updateFile(transaction, ingestId, fileId, stored)
        if (reason === undefined) continue
        const path = (file.folder + file.name).slice(folderOf(archive).length)
        refuseEntry(refusals, { path, reason })
        changed.push(file.rowId)
        await repository.removeFile(transaction, fileId)
      }
      await repository.markUnseen(transaction, changed)
      await repository.removeEmptyRows(transaction, ingestId)
      await updateArchive(transaction, id, refusals)
      await holdAll(transaction, ingestId)
      await repository.touchIngest(transaction, ingestId)
      return new Set(all.keys())
    })
  }

  async function wantPages(transaction: Transaction, { id, ingestId }: IngestArchiveRecord): Promise<void> {
    const all = await repository.listFiles(transaction, ingestId)
    const own = all.filter(file => file.archiveId === id && isReadable(file))
    await wantFirstPagesRead(transaction, { ingestId, fileIds: own.map(file => file.id) })
  }

  async function takeAll(archive: IngestArchiveRecord, steps: JobSteps): Promise<void> {
    const own = (await repository.listFiles(db, archive.ingestId)).filter(
      file => file.archiveId === archive.id && file.url === null,
    )
    const open = new Map(own.map(file => [file.entry, file]))
    if (open.size === 0) return
    let taken: Taken[] = []
    let toldAt = Date.now()
    let place = -1
    let done = 0
    /* While one is looked into and recorded, the next is read out of the archive. */
    const underWay = new Set<Promise<void>>()
    const failures: unknown[] = []
    const settle = async (result: Promise<Taken>) => {
      try {
        const one = await result
        // Only now: what was taken before may have been told, and begun anew.
        taken.push(one)
        done += 1
        steps.progress(done, own.length)
      } catch (error) {
        failures.push(error)
      }
    }
    const follow = (result: Promise<Taken>) => {
      const followed = settle(result).finally(() => underWay.delete(followed))
      underWay.add(followed)
    }
    const tellTaken = async () => {
      const told = taken
      taken = []
      toldAt = Date.now()
      const left = await tell(archive, told, steps)
      for (const [entry, { id }] of open) if (!left.has(id)) open.delete(entry)
    }
    try {
      for await (const { content } of filesOf(archive)) {
        place += 1
        const file = open.get(place)
        if (!file) continue
        open.delete(place)
        const { isRead, taken: result } = take(file, content(), steps.signal)
        follow(result)
        await isRead
        if (underWay.size >= takenAtOnce) await Promise.race(underWay)
        if (failures.length > 0) break
        const isTime = taken.length >= toldAtOnce || Date.now() - toldAt >= tellEveryMs
        if (isTime && taken.length > 0) await tellTaken()
        if (open.size === 0) break
      }
    } finally {
      await Promise.all(underWay)
    }
    if (failures.length > 0) throw failures[0]
    if (taken.length > 0) await tellTaken()
  }

  /**
   * Opens an archive, or goes on where a process was killed. Shape: what is written with the end of the work.
   * Errors: what is wrong with the store or the database, to be tried again; the reason of the signal.
   */
  return async function unpack(archiveId: string, steps: JobSteps): Promise<LastWrite | undefined> {
    const archive = await findArchive(db, archiveId)
    if (!archive) return undefined
    const end = (change: Parameters<typeof updateArchive>[2]) => async (transaction: Transaction) => {
      if (await lock(transaction, archive)) await updateArchive(transaction, archiveId, change)
    }
    try {
      if (archive.state === 'waiting') await place(archive, steps)
      await takeAll(archive, steps)
      return async transaction => {
        await end({ state: 'opened' })(transaction)
        await wantPages(transaction, archive)
      }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined) throw error
      return end({ state: 'failed', failure })
    }
  }
}
