import { AppError } from '#contract/errors.ts'
import { ingestOutcome, type NewRecord } from '#contract/ingest-input.ts'
import { limits } from '#contract/limits.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import type {
  Confidence,
  Ingest,
  IngestChange,
  IngestChangesAnswer,
  IngestPublication,
  IngestRow,
  IngestSummary,
  IngestValues,
  NewIngestFile,
  SeenRow,
} from '#contract/resources/ingest.ts'
import type { Warning } from '#contract/resources/warning.ts'
import type { Kind } from '#contract/kinds.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase, Queryable, Transaction } from '#server/base/db/types.ts'
import type { Batches, BatchPerson } from '#server/content/record/batches.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { comparePages, nameFiles, type NamedFile } from './group-files.ts'
import * as repository from './ingest.repository.ts'
import type { IngestFileRecord, IngestRowRecord } from './ingest.repository.ts'

/** Who holds the contents of files that are to become records. */
const holder = 'INGEST'
const dayMs = 24 * 60 * 60 * 1000

interface Given {
  database: OpenDatabase
  files: Pick<FilesService, 'contentOf' | 'factsOf' | 'holdContents' | 'releaseContents'>
  batches: Pick<Batches, 'add'>
  /** What lists call a record; undefined for one that is gone. */
  nameOf(kind: Kind, id: string): Promise<string | undefined>
  /** Records that say the same. */
  listWarnings(record: NewRecord): Promise<Warning[]>
}

/** Who acts, as colleagues are told. */
export interface IngestPerson {
  userId: string
  name: string
}

const notFound = () => new AppError('ingest_not_found')

/** Many files on their way to be records. Source: S15.2. */
export function createIngestService({ database, files, batches, nameOf, listWarnings }: Given) {
  const db = database.kysely

  /** Rows as staff see them. */
  async function present(
    from: Queryable,
    rows: readonly IngestRowRecord[],
    all: readonly IngestFileRecord[],
    person: IngestPerson,
  ): Promise<IngestRow[]> {
    const ofRow = Map.groupBy(all, ({ rowId }) => rowId)
    const undone = await repository.listUndone(
      from,
      rows.flatMap(({ batchId }) => batchId ?? []),
    )
    const own = new Set(rows.map(({ id }) => id))
    const shown = all.filter(({ rowId }) => own.has(rowId)).flatMap(({ sha256 }) => sha256 ?? [])
    const uses = await repository.listUses(from, [...new Set(shown)])
    const names = new Map<string, string>()
    for (const { kind, recordId } of uses)
      if (!names.has(recordId)) names.set(recordId, (await nameOf(kind, recordId)) ?? '')
    return rows.map((row): IngestRow => {
      const { said, recordId, batchId } = row
      const isAdded = recordId !== null && batchId !== null && !undone.has(batchId) && said.kind !== ''
      return {
        id: row.id,
        version: row.version,
        values: said,
        doubts: row.doubts,
        isSeen: row.isSeen,
        record: isAdded && said.kind !== '' ? { kind: said.kind, id: recordId, batchId } : null,
        files: (ofRow.get(row.id) ?? []).map(({ id, name, folder, size, url, type, sha256 }) => ({
          id,
          name,
          folder,
          size,
          url,
          type,
          usedBy: uses
            .filter(use => use.fileId === sha256 && use.recordId !== recordId)
            .map(use => ({ kind: use.kind, id: use.recordId, name: names.get(use.recordId) ?? '' })),
        })),
        changedBy:
          row.changedBy === null
            ? null
            : { name: row.changedBy, isYou: row.changedById !== null && row.changedById === person.userId },
      }
    })
  }

  async function rowsNow(from: Queryable, ingestId: string, ids: readonly string[], person: IngestPerson) {
    if (ids.length === 0) return []
    const rows = await repository.listRows(from, ingestId, ids)
    return present(from, rows, await repository.listFiles(from, ingestId), person)
  }

  /** Does something in an import that nobody else changes meanwhile. Errors: `ingest_not_found`. */
  function within<Value>(id: string, act: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    return db.transaction().execute(async transaction => {
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

  /** Holds what the import's files are, and nothing else. */
  async function holdAll(transaction: Transaction, ingestId: string): Promise<void> {
    const all = await repository.listFiles(transaction, ingestId)
    const contents = all.flatMap(({ sha256 }) => sha256 ?? [])
    await files.holdContents(transaction, holder, ingestId, [...new Set(contents)])
  }

  async function remove(transaction: Transaction, ids: readonly string[]): Promise<void> {
    await files.releaseContents(transaction, holder, ids)
    await repository.removeIngests(transaction, ids)
  }

  /** Puts named files into rows: pages of one thing into one, every other file into its own. */
  async function place(
    transaction: Transaction,
    ingestId: string,
    named: readonly NamedFile[],
  ): Promise<string[]> {
    const rows = await repository.listRows(transaction, ingestId)
    const there = await repository.listFiles(transaction, ingestId)
    const keyOf = ({ folder, name, size }: { folder: string; name: string; size: number }) =>
      [folder, name, size].join('\n')
    const known = new Map(there.map(file => [keyOf(file), file.id]))
    const rowOf = new Map(
      rows
        .filter(({ groupKey, recordId }) => groupKey !== '' && recordId === null)
        .map(row => [row.groupKey, row.id]),
    )
    let lastRow = await repository.lastPlace(transaction, 'ingestRows', ingestId)
    let lastFile = await repository.lastPlace(transaction, 'ingestFiles', ingestId)
    const newRows: Parameters<typeof repository.insertRows>[1][number][] = []
    const newFiles: Parameters<typeof repository.insertFiles>[1][number][] = []
    const joined = new Set<string>()
    const ids = named.map(({ said, doubts, groupKey, ...file }) => {
      const old = known.get(keyOf(file))
      if (old !== undefined) return old
      let rowId = groupKey === '' ? undefined : rowOf.get(groupKey)
      if (rowId === undefined) {
        rowId = newId()
        newRows.push({ id: rowId, ingestId, place: (lastRow += 1), groupKey, said, doubts })
        if (groupKey !== '') rowOf.set(groupKey, rowId)
      } else joined.add(rowId)
      const id = newId()
      known.set(keyOf(file), id)
      newFiles.push({ id, ingestId, rowId, ...file, place: (lastFile += 1) })
      return id
    })
    if (there.length + newFiles.length > limits.maxIngestFiles) throw new AppError('ingest_full')
    await repository.insertRows(transaction, newRows)
    await repository.insertFiles(transaction, newFiles)
    await sortPages(transaction, ingestId, joined)
    return ids
  }

  /** Puts the files of these rows into the order of their pages. */
  async function sortPages(
    transaction: Transaction,
    ingestId: string,
    rowIds: ReadonlySet<string>,
  ): Promise<void> {
    const all = await repository.listFiles(transaction, ingestId)
    for (const own of Map.groupBy(all, ({ rowId }) => rowId).values()) {
      if (!rowIds.has(own[0]?.rowId ?? '')) continue
      const places = own.map(file => file.place).toSorted((a, b) => a - b)
      const sorted = own.toSorted(comparePages)
      for (const [at, file] of sorted.entries()) {
        const next = places[at] ?? file.place
        if (next !== file.place) await repository.updateFile(transaction, file.id, { place: next })
      }
    }
  }

  return {
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

    /** Begins an import, and drops those that nobody has touched for long. */
    async begin(person: IngestPerson): Promise<{ id: string }> {
      const id = newId()
      await db.transaction().execute(async transaction => {
        const before = new Date(Date.now() - limits.ingestKeptDays * dayMs)
        await remove(transaction, await repository.listLeft(transaction, before))
        await transaction.insertInto('ingests').values({ id, createdBy: person.name }).execute()
      })
      return { id }
    },

    /** Errors: `ingest_not_found`. */
    async get(id: string, person: IngestPerson): Promise<Ingest> {
      const ingest = await repository.findIngest(db, id)
      if (!ingest) throw notFound()
      const [rows, all] = await Promise.all([repository.listRows(db, id), repository.listFiles(db, id)])
      return {
        id,
        createdAt: ingest.createdAt.toISOString(),
        createdBy: ingest.createdBy,
        rows: await present(db, rows, all, person),
      }
    },

    /** Gives an import up; records that it has become stay. */
    async drop(id: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        if (!(await repository.lockIngest(transaction, id))) throw notFound()
        await remove(transaction, [id])
      })
    },

    /** Takes in the names of files before they are sent. Shape: their ids, in order; of one that is there, its own. */
    async addFiles(id: string, input: readonly NewIngestFile[]): Promise<string[]> {
      const named = await nameFiles(input)
      return within(id, transaction => place(transaction, id, named))
    },

    /** Says where a file is that has arrived. Errors: `ingest_not_found`, `file_not_found`. */
    async arrive(id: string, fileId: string, url: string): Promise<void> {
      const sha256 = files.contentOf(url)
      const facts = (await files.factsOf([url])).get(url)
      if (sha256 === undefined || !facts) throw new AppError('file_not_found')
      await within(id, async transaction => {
        await repository.updateFile(transaction, fileId, { url, sha256, type: facts.type })
        await holdAll(transaction, id)
      })
    },

    /** Writes what somebody typed into rows; a row that somebody else has changed since stays as it is, and is told. */
    async change(
      id: string,
      changes: readonly IngestChange[],
      person: IngestPerson,
    ): Promise<IngestChangesAnswer> {
      return within(id, async transaction => {
        const asked = new Map(changes.map(change => [change.id, change]))
        const rows = await repository.listRows(transaction, id, [...asked.keys()])
        const stale: string[] = []
        const written: string[] = []
        for (const row of rows) {
          const change = asked.get(row.id)
          if (!change || row.version !== change.version || (await isAdded(transaction, row))) {
            stale.push(row.id)
            continue
          }
          const { values = {}, isSeen = row.isSeen && change.values === undefined } = change
          const said: IngestValues = { ...row.said, ...values }
          const doubts = Object.fromEntries(
            Object.entries(row.doubts).filter(([field]) => !Object.hasOwn(values, field)),
          ) as Record<string, Confidence>
          await repository.updateRow(transaction, row.id, { said, doubts, isSeen }, person)
          written.push(row.id)
        }
        return {
          rows: await rowsNow(transaction, id, written, person),
          stale: await rowsNow(transaction, id, stale, person),
        }
      })
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
        const [first, ...others] = await lockRows(transaction, id, seen)
        if (!first) return
        const all = await repository.listFiles(transaction, id)
        for (const file of all)
          if (others.some(row => row.id === file.rowId))
            await repository.updateFile(transaction, file.id, { rowId: first.id })
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
        const rows = await lockRows(transaction, id, seen)
        const all = await repository.listFiles(transaction, id)
        let last = await repository.lastPlace(transaction, 'ingestRows', id)
        for (const row of rows) {
          for (const file of all.filter(({ rowId }) => rowId === row.id).slice(1)) {
            const rowId = newId()
            const { said, doubts } = row
            const copy = { id: rowId, ingestId: id, place: (last += 1), groupKey: '', said, doubts }
            await repository.insertRows(transaction, [copy])
            await repository.updateFile(transaction, file.id, { rowId })
          }
          await repository.updateRow(transaction, row.id, { isSeen: false }, person)
        }
      })
    },

    /** Of rows that are whole: the records that say the same, by the row's id. */
    async check(
      id: string,
      rowIds: readonly string[],
      person: IngestPerson,
    ): Promise<Record<string, Warning[]>> {
      const warnings: Record<string, Warning[]> = {}
      for (const row of await rowsNow(db, id, rowIds, person)) {
        const outcome = ingestOutcome(row.values, row.files)
        if (row.record !== null || !('record' in outcome)) continue
        const found = (await listWarnings(outcome.record)).filter(({ code }) => code === 'duplicate')
        if (found.length > 0) warnings[row.id] = found
      }
      return warnings
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
        const rows = await lockRows(transaction, id, seen)
        const all = await repository.listFiles(transaction, id)
        const told: Record<string, string> = {}
        const records: NewRecord[] = []
        for (const [at, row] of rows.entries()) {
          if (await isAdded(transaction, row)) throw new AppError('stale_rows', { stale: [row.id] })
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

  /** Whether a row has become a record that was not taken back. */
  async function isAdded(from: Queryable, { batchId }: IngestRowRecord): Promise<boolean> {
    return batchId !== null && !(await repository.listUndone(from, [batchId])).has(batchId)
  }
}

export type IngestService = ReturnType<typeof createIngestService>
