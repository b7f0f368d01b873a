import { AppError } from '#contract/errors.ts'
import { ingestOutcome, type NewRecord } from '#contract/ingest-input.ts'
import { limits } from '#contract/limits.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import type {
  ArrivedFile,
  Ingest,
  IngestArchiveState,
  IngestChange,
  IngestChangesAnswer,
  IngestChecks,
  IngestPages,
  IngestPublication,
  IngestSummary,
  NewIngestFile,
  SeenRow,
} from '#contract/resources/ingest.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { Batches, BatchPerson } from '#server/content/record/batches.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { findAlikeRows } from './alike-rows.ts'
import { createArchives } from './archives.ts'
import { changeRows } from './change-rows.ts'
import { listArchives } from './archives.repository.ts'
import { nameFiles } from './group-files.ts'
import * as repository from './ingest.repository.ts'
import type { IngestRowRecord } from './ingest.repository.ts'
import { placeFiles, sortPages } from './place-files.ts'
import { isOpening, presentArchives, presentStates } from './present-archives.ts'
import { findAdded, presentRows, type IngestPerson, type NamesOfRecords } from './present-rows.ts'
import { createFirstPages, isReadable } from './read-first-pages.ts'
import { wantFirstPagesRead } from './read-first-pages.job.ts'
import { replaceByPages } from './replace-by-pages.ts'
import { withdrawUnpacking } from './unpack-archive.job.ts'

/** Who holds the contents of files that are to become records. */
const holder = 'INGEST'

interface Given {
  database: OpenDatabase
  files: Pick<
    FilesService,
    | 'contentOf'
    | 'factsOf'
    | 'holdContents'
    | 'releaseContents'
    | 'store'
    | 'open'
    | 'parts'
    | 'pageTexts'
    | 'likeness'
  >
  batches: Pick<Batches, 'add'>
  namesOf: NamesOfRecords
  /** Records that say the same; those that show the same are not looked for once `patience` is aborted. */
  listWarnings(record: NewRecord, patience: AbortSignal): Promise<Warning[]>
}

const notFound = () => new AppError('ingest_not_found')

/** Many files on their way to be records. Source: S15.2. */
export function createIngestService({ database, files, batches, namesOf, listWarnings }: Given) {
  const db = database.kysely

  /** Rows as they are now, all without `ids`, outside any transaction: what else uses their files is named by other services. */
  async function rowsNow(ingestId: string, ids: readonly string[] | undefined, person: IngestPerson) {
    if (ids?.length === 0) return []
    const rows = await repository.listRows(db, ingestId, ids)
    return presentRows(db, namesOf, rows, await repository.listFiles(db, ingestId), person)
  }

  /** Does something in an import that nobody else changes meanwhile; `before` it is locked. Errors: `ingest_not_found`. */
  function within<Value>(
    id: string,
    act: (transaction: Transaction) => Promise<Value>,
    before?: (transaction: Transaction) => Promise<void>,
  ): Promise<Value> {
    return db.transaction().execute(async transaction => {
      await before?.(transaction)
      if (!(await repository.lockIngest(transaction, id))) throw notFound()
      const value = await act(transaction)
      await repository.touchIngest(transaction, id)
      return value
    })
  }

  /** The rows at these versions. Errors: `stale_rows`, which names those that have changed. */
  async function lockRows(
    transaction: Transaction,
    ingestId: string,
    seen: readonly SeenRow[],
  ): Promise<IngestRowRecord[]> {
    const rows = await repository.listRows(
      transaction,
      ingestId,
      seen.map(({ id }) => id),
    )
    const known = new Map(rows.map(row => [row.id, row]))
    const stale = seen.filter(({ id, version }) => known.get(id)?.version !== version)
    if (stale.length > 0) throw new AppError('stale_rows', { stale: stale.map(({ id }) => id) })
    return seen.flatMap(({ id }) => known.get(id) ?? [])
  }

  /** The rows at these versions, none of which has a record. Errors: `stale_rows`, as if they had changed. */
  async function lockOpenRows(...wanted: Parameters<typeof lockRows>): Promise<IngestRowRecord[]> {
    const rows = await lockRows(...wanted)
    const [transaction] = wanted
    const added = await findAdded(transaction, rows)
    const stale = rows.filter(({ id }) => added.has(id))
    if (stale.length > 0) throw new AppError('stale_rows', { stale: stale.map(({ id }) => id) })
    return rows
  }

  /** Holds what the import's files are, and nothing else. */
  async function holdAll(transaction: Transaction, ingestId: string): Promise<void> {
    const all = [
      ...(await repository.listFiles(transaction, ingestId)),
      ...(await listArchives(transaction, ingestId)),
    ]
    const contents = all.flatMap(({ sha256 }) => sha256 ?? [])
    await files.holdContents(transaction, holder, ingestId, [...new Set(contents)])
  }

  async function remove(transaction: Transaction, ids: readonly string[]): Promise<void> {
    await files.releaseContents(transaction, holder, ids)
    await repository.removeIngests(transaction, ids)
  }

  const archives = createArchives({ database, files, holdAll })

  return {
    /** Opens an archive, as background work. */
    unpack: archives.unpack,

    /** Reads first pages for what the names of files leave open, as background work. */
    readFirstPages: createFirstPages({ database, files }),

    /** Imports that somebody has begun. */
    async list(): Promise<IngestSummary[]> {
      const found = await repository.listIngests(db, limits.maxListLimit)
      return found.map(({ id, createdAt, createdBy, changedAt, ...counts }) => ({
        id,
        createdBy,
        createdAt: createdAt.toISOString(),
        changedAt: changedAt.toISOString(),
        rows: Number(counts.rows),
        added: Number(counts.added),
        files: Number(counts.files),
        arrived: Number(counts.arrived),
      }))
    },

    /** Begins an import. */
    async begin(person: IngestPerson): Promise<{ id: string }> {
      const id = newId()
      await db.insertInto('ingests').values({ id, createdBy: person.name }).execute()
      return { id }
    },

    /** Gives up imports that nobody has touched since a moment. Shape: how many there were. */
    async dropLeft(transaction: Transaction, before: Date, limit: number): Promise<number> {
      const ids = await repository.lockLeft(transaction, before, limit)
      await remove(transaction, ids)
      return ids.length
    },

    /** Errors: `ingest_not_found`. */
    async get(id: string, person: IngestPerson): Promise<Ingest> {
      const ingest = await repository.findIngest(db, id)
      if (!ingest) throw notFound()
      /* First: an archive that is said to be open has all its rows in what is read after it. */
      const opened = await listArchives(db, id)
      const [rows, all] = await Promise.all([repository.listRows(db, id), repository.listFiles(db, id)])
      return {
        id,
        createdAt: ingest.createdAt.toISOString(),
        createdBy: ingest.createdBy,
        rows: await presentRows(db, namesOf, rows, all, person),
        archives: await presentArchives(db, opened, all),
      }
    },

    /** How far the archives of an import are, without what is in it. Errors: `ingest_not_found`. */
    async archives(id: string): Promise<IngestArchiveState[]> {
      const shown = await presentStates(db, id)
      if (shown.length === 0 && !(await repository.findIngest(db, id))) throw notFound()
      return shown
    },

    /** Gives an import up; records that it has become stay. */
    async drop(id: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        const open = (await listArchives(transaction, id)).filter(isOpening)
        await withdrawUnpacking(
          transaction,
          open.map(archive => archive.id),
        )
        if (!(await repository.lockIngest(transaction, id))) throw notFound()
        await remove(transaction, [id])
      })
    },

    /** Takes in the names of files before they are sent. Shape: their ids, in order; of one that is there, its own. */
    async addFiles(id: string, input: readonly NewIngestFile[]): Promise<string[]> {
      const named = await nameFiles(input)
      return within(id, transaction => placeFiles(transaction, id, named))
    },

    /**
     * Says where files are that have arrived; of one that came twice the first stays. An archive that does not say that
     * it holds results is opened.
     * Errors: `ingest_not_found`, `file_not_found`, `ingest_files_gone`, which names them, and takes none.
     */
    async arrive(id: string, arrived: readonly ArrivedFile[]): Promise<void> {
      const facts = await files.factsOf(arrived.map(({ url }) => url))
      await within(id, async transaction => {
        const all = new Map((await repository.listFiles(transaction, id)).map(file => [file.id, file]))
        const opened = new Set((await listArchives(transaction, id)).map(archive => archive.id))
        const gone = arrived.filter(file => !all.has(file.id) && !opened.has(file.id))
        if (gone.length > 0) throw new AppError('ingest_files_gone', { stale: gone.map(file => file.id) })
        const pdfs: string[] = []
        for (const { id: fileId, url } of arrived) {
          if (all.get(fileId)?.url !== null) continue
          const sha256 = files.contentOf(url)
          const type = facts.get(url)?.type
          if (sha256 === undefined || type === undefined) throw new AppError('file_not_found')
          await repository.updateFile(transaction, id, fileId, { url, sha256, type })
          if (isReadable({ type, sha256 })) pdfs.push(fileId)
        }
        await archives.openArrived(transaction, id, new Set(arrived.map(file => file.id)))
        await wantFirstPagesRead(transaction, { ingestId: id, fileIds: pdfs })
        await holdAll(transaction, id)
      })
    },

    /** Writes what somebody typed into rows; a row that somebody else has changed since stays as it is, and is told. */
    async change(
      id: string,
      changes: readonly IngestChange[],
      person: IngestPerson,
    ): Promise<IngestChangesAnswer> {
      const ids = await within(id, transaction => changeRows(transaction, id, changes, person))
      return { rows: await rowsNow(id, ids.written, person), stale: await rowsNow(id, ids.stale, person) }
    },

    /** Takes rows away with their files. Errors: `ingest_not_found`, `stale_rows`. */
    async removeRows(id: string, seen: readonly SeenRow[]): Promise<void> {
      await within(id, async transaction => {
        const rows = await lockRows(transaction, id, seen)
        await repository.removeRows(
          transaction,
          rows.map(row => row.id),
        )
        await holdAll(transaction, id)
      })
    },

    /** Makes one row of several: the first one, with the files of all. Errors: `ingest_not_found`, `stale_rows`. */
    async join(id: string, seen: readonly SeenRow[], person: IngestPerson): Promise<void> {
      await within(id, async transaction => {
        const [first, ...others] = await lockOpenRows(transaction, id, seen)
        if (!first) return
        const all = await repository.listFiles(transaction, id)
        for (const file of all)
          if (others.some(row => row.id === file.rowId))
            await repository.updateFile(transaction, id, file.id, { rowId: first.id })
        await repository.removeRows(
          transaction,
          others.map(row => row.id),
        )
        await repository.updateRow(transaction, first.id, { isSeen: false }, person)
        await sortPages(transaction, id, new Set([first.id]))
      })
    },

    /** Makes a row of each file of these rows, with what the row says. Errors: `ingest_not_found`, `stale_rows`. */
    async part(id: string, seen: readonly SeenRow[], person: IngestPerson): Promise<void> {
      await within(id, async transaction => {
        const rows = await lockOpenRows(transaction, id, seen)
        const all = await repository.listFiles(transaction, id)
        let last = await repository.lastPlace(transaction, 'ingestRows', id)
        for (const row of rows) {
          for (const file of all.filter(({ rowId }) => rowId === row.id).slice(1)) {
            const rowId = newId()
            const { said, doubts } = row
            const copy = { id: rowId, ingestId: id, place: (last += 1), groupKey: '', said, doubts }
            await repository.insertRows(transaction, [copy])
            await repository.updateFile(transaction, id, file.id, { rowId })
          }
          await repository.updateRow(transaction, row.id, { isSeen: false }, person)
        }
      })
    },

    /**
     * Puts pictures of its pages in the place of a row's PDF; the row is to be looked at again.
     * Errors: `ingest_not_found`, `stale_rows`, `ingest_files_gone`, `file_not_found`, `ingest_full`.
     */
    async replaceByPages(
      id: string,
      { row, file, pictures }: IngestPages,
      person: IngestPerson,
    ): Promise<void> {
      const facts = await files.factsOf(pictures)
      await within(id, async transaction => {
        await lockOpenRows(transaction, id, [row])
        const wanted = { ingestId: id, rowId: row.id, fileId: file, pictures }
        await replaceByPages(transaction, wanted, facts, files.contentOf)
        await repository.updateRow(transaction, row.id, { isSeen: false }, person)
        await holdAll(transaction, id)
      })
    },

    /** Opens the archive that each of these rows is. Errors: `ingest_not_found`, `stale_rows`, `not_archive`. */
    async open(id: string, seen: readonly SeenRow[]): Promise<void> {
      await within(id, async transaction => {
        const rows = await lockOpenRows(transaction, id, seen)
        await archives.open(transaction, id, rows)
        await holdAll(transaction, id)
      })
    },

    /** Makes one row of an archive again. Errors: `ingest_not_found`, `not_archive`, `archive_used`. */
    async close(id: string, archiveId: string): Promise<void> {
      await within(
        id,
        async transaction => {
          await archives.close(transaction, id, archiveId)
          await holdAll(transaction, id)
        },
        transaction => withdrawUnpacking(transaction, [archiveId]),
      )
    },

    /** Of rows that are whole: the records and the other rows that say or show the same, and which were not compared in time. */
    async check(id: string, rowIds: readonly string[], person: IngestPerson): Promise<IngestChecks> {
      const warnings: IngestChecks['warnings'] = {}
      const late: string[] = []
      const patience = AbortSignal.timeout(limits.ingestLikenessWaitMs)
      const rows = await rowsNow(id, undefined, person)
      for (const row of rows.filter(row => rowIds.includes(row.id))) {
        const outcome = ingestOutcome(row.values, row.files)
        if (row.record !== null || !('record' in outcome)) continue
        const found = (await listWarnings(outcome.record, patience)).filter(
          ({ code }) => code === 'duplicate' || code === 'likeness',
        )
        if (found.length > 0) warnings[row.id] = found
        if (patience.aborted) late.push(row.id)
      }
      const { alike, late: uncompared } = await findAlikeRows(db, files.likeness, rows, rowIds, patience)
      return { warnings, alike, late: [...new Set([...late, ...uncompared])] }
    },

    /**
     * Makes records of rows that somebody has looked at, in one act that can be taken back as a whole, and once however
     * often it is sent. Errors: `ingest_not_found`, `stale_rows`, `unseen_rows`, `invalid_fields` by `rows.<place>.<field>`.
     */
    async publish(
      id: string,
      input: IngestPublication,
      who: BatchPerson,
      person: IngestPerson,
    ): Promise<BatchAnswer> {
      const { rows: seen, ...publication } = input
      return batches.add(who, async transaction => {
        if (!(await repository.lockIngest(transaction, id))) throw notFound()
        const rows = await lockOpenRows(transaction, id, seen)
        const all = await repository.listFiles(transaction, id)
        const told: Record<string, string> = {}
        const records: NewRecord[] = []
        for (const [at, row] of rows.entries()) {
          if (!row.isSeen) throw new AppError('unseen_rows', { stale: [row.id] })
          const own = all.filter(({ rowId }) => rowId === row.id)
          const outcome = ingestOutcome(row.said, own, publication)
          if ('record' in outcome) records.push(outcome.record)
          else
            for (const [field, sentence] of Object.entries(outcome.problems))
              told[`rows.${at}.${field}`] = sentence
        }
        if (Object.keys(told).length > 0) throw new AppError('invalid_fields', { fields: told })
        return {
          records,
          async written(ids, batchId) {
            for (const [at, row] of rows.entries())
              await repository.updateRow(transaction, row.id, { recordId: ids[at] ?? '', batchId }, person)
            await repository.touchIngest(transaction, id)
          },
        }
      })
    },
  }
}

export type IngestService = ReturnType<typeof createIngestService>
