import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from '#server/archives/archive-errors.ts'
import type { NameEncoding } from '#server/archives/code-pages.ts'
import { filesOfArchive, readPaths } from '#server/archives/read-archive.ts'
import type { Changes } from '#server/base/changes.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { newIncomingPath } from '#server/files/receive.ts'
import { sheetNames } from './sheet-names.ts'
import type { SheetName } from './sheet-names.ts'
import { isTakenBack, keptName, shownParts, storedName } from './sheet-rows.ts'
import * as repository from './sheets.repository.ts'
import type { ArchiveRow, SheetRow } from './sheets.repository.ts'
import type { KeptName } from './sheets.table.ts'
import { takeSheet } from './take-sheet.ts'
import type { TakenSheet } from './take-sheet.ts'

/** Who holds the stored contents of sheets, beside the entities of records. */
export const sheetsHolder = 'SHEETS'

interface OpeningDeps {
  database: Pick<OpenDatabase, 'kysely'>
  files: Pick<FilesService, 'store' | 'open' | 'holdContents' | 'parts'>
  changes: Pick<Changes, 'announce'>
}

interface Run {
  signal: AbortSignal
  progress(done: number, total: number): void
}

interface ReadEntry extends TakenSheet {
  names: KeptName[]
}

const progressTotal = 100

/**
 * Reads the archive of a result: every sheet becomes a stored file, every entry a row. Nothing shows before the write
 * that is given back has been made; it makes all of it show at once, or does nothing when the result has another
 * archive by then.
 * Errors: what is wrong with the store or the database, to be tried again; the reason of the signal. An archive that
 * cannot be opened is no error: the write says so.
 */
export async function openSheets(
  deps: OpeningDeps,
  resultId: string,
  run: Run,
): Promise<((transaction: Transaction) => Promise<void>) | undefined> {
  const archive = await repository.findArchive(deps.database.kysely, resultId)
  if (archive === undefined) return undefined
  await repository.updateArchive(deps.database.kysely, resultId, { state: 'reading' })
  try {
    const entries = await readEntries(deps, archive, run)
    const named = await nameEntries(archive, entries)
    return transaction => showEntries(deps, transaction, archive, named)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    return transaction => showFailure(deps, transaction, archive, failure)
  }
}

function failureOf(error: unknown): string | undefined {
  if (error instanceof ArchiveError) return error.message
  const code = errorCodeOf(error)
  const isGone = code === 'file_not_found' || code === 'file_damaged'
  return isGone ? 'ملف الأرشيف مفقود أو تالف على الخادم. ارفعه من جديد.' : undefined
}

async function readEntries(
  { files }: OpeningDeps,
  { sha256 }: ArchiveRow,
  { signal, progress }: Run,
): Promise<ReadEntry[]> {
  const source = await files.open(sha256)
  const entries: ReadEntry[] = []
  let unpackedBytes = 0
  const newScratchPath = () => newIncomingPath(files.parts.incoming)
  for await (const found of filesOfArchive(source, { newScratchPath })) {
    signal.throwIfAborted()
    progress(Math.floor(found.share * progressTotal), progressTotal)
    const taken = await takeSheet(files, found, signal)
    unpackedBytes += taken.fileId === null ? 0 : taken.size
    if (unpackedBytes > limits.maxZipUnpackedBytes) throw new ArchiveError('tooLarge')
    entries.push({ ...taken, names: found.names.map(keptName) })
  }
  return entries
}

/** What staff have chosen for the names, in the terms of archives. */
function chosenEncoding({ encoding }: Pick<ArchiveRow, 'encoding'>): NameEncoding | undefined {
  return encoding === 'auto' ? undefined : encoding
}

interface NamedEntries {
  entries: { entry: ReadEntry; path: string; name: SheetName }[]
  encoding: NameEncoding
}

async function nameEntries(archive: ArchiveRow, read: readonly ReadEntry[]): Promise<NamedEntries> {
  const stored = read.map(({ names }) => ({ names: names.map(storedName) }))
  const { paths, encoding } = await readPaths(stored, chosenEncoding(archive))
  const names = await sheetNames(paths)
  const entries = read.map((entry, index) => {
    const path = paths[index] ?? ''
    return { entry, path, name: names[index] ?? { school: path, group: null } }
  })
  return { entries, encoding }
}

/* What staff have said of an entry stays with it. */
function rowsOf(resultId: string, { entries }: NamedEntries, before: readonly SheetRow[]): SheetRow[] {
  const earlier = createEarlier(before)
  const seen = new Set<string>()
  return entries.map(({ entry, path, name }): SheetRow => {
    const old = earlier.take(path, entry.names)
    const copy = `${entry.fileId}/${name.group}/${name.school}`
    const isCopy = entry.fileId !== null && seen.has(copy)
    seen.add(copy)
    const values = {
      ...entry,
      id: old?.id ?? newId(),
      resultId,
      entry: path,
      foundSchool: name.school,
      foundGroup: name.group,
      givenSchool: old?.givenSchool ?? null,
      givenGroup: old?.givenGroup ?? null,
      /* The same sheet twice under one name is one too many. */
      isHidden: old?.isHidden ?? isCopy,
      version: old?.version ?? 1,
    }
    return { ...values, ...shownParts(values) }
  })
}

/**
 * Reads the names of an archive's entries in the encoding that its row names.
 * Shape: what the names are written in, judged where it is not chosen.
 */
export async function renameEntries(transaction: Transaction, archive: ArchiveRow): Promise<NameEncoding> {
  const rows = await repository.listEntries(transaction, archive.resultId)
  const stored = rows.map(({ names }) => ({ names: names.map(storedName) }))
  const { paths, encoding } = await readPaths(stored, chosenEncoding(archive))
  const names = await sheetNames(paths)
  const renamed = rows.map((row, index) => {
    const { school = row.foundSchool, group = null } = names[index] ?? {}
    const read = { ...row, entry: paths[index] ?? row.entry, foundSchool: school, foundGroup: group }
    return { ...read, ...shownParts(read) }
  })
  await repository.replaceNames(transaction, renamed)
  return encoding
}

/** Finds what is known of an entry from an earlier archive: by its path, else by its name as it was packed. Each once. */
function createEarlier(before: readonly SheetRow[]) {
  const byPath = new Map(before.map(row => [row.entry, row]))
  const byNames = new Map(before.map(row => [JSON.stringify(row.names), row]))
  const taken = new Set<string>()
  return {
    take(path: string, names: readonly KeptName[]): SheetRow | undefined {
      const row = byPath.get(path) ?? byNames.get(JSON.stringify(names))
      if (row === undefined || taken.has(row.id)) return undefined
      taken.add(row.id)
      return row
    },
  }
}

/* The result's archive as it stands, if it is still the one that was read. */
async function lockCurrent(
  transaction: Transaction,
  { resultId, sha256 }: ArchiveRow,
): Promise<ArchiveRow | undefined> {
  const now = await repository.findArchiveForUpdate(transaction, resultId)
  return now?.sha256 === sha256 ? now : undefined
}

async function showEntries(
  { files, changes }: OpeningDeps,
  transaction: Transaction,
  archive: ArchiveRow,
  named: NamedEntries,
): Promise<void> {
  const now = await lockCurrent(transaction, archive)
  if (now === undefined) return
  const { resultId } = archive
  const before = await repository.listEntries(transaction, resultId)
  const rows = rowsOf(resultId, named, before)
  await repository.replaceEntries(transaction, resultId, rows)
  const isReadAlike = now.encoding === archive.encoding
  const foundEncoding = isReadAlike ? named.encoding : await renameEntries(transaction, now)
  const contents = rows.flatMap(({ fileId }) => fileId ?? [])
  await files.holdContents(transaction, sheetsHolder, resultId, contents)
  const opened = { state: 'ready' as const, failure: null, foundEncoding, openedAt: new Date() }
  await repository.updateArchive(transaction, resultId, opened)
  const isWithdrawal = isTakenBack(before, rows)
  await announce(changes, transaction, resultId, isWithdrawal)
}

async function announce(
  changes: OpeningDeps['changes'],
  transaction: Transaction,
  resultId: string,
  isWithdrawal: boolean,
): Promise<void> {
  const tag = await repository.tagOfResult(transaction, resultId)
  await changes.announce(transaction, tag === 'results' && isWithdrawal ? [tag, 'withdrawals'] : [tag])
}

async function showFailure(
  { files, changes }: OpeningDeps,
  transaction: Transaction,
  archive: ArchiveRow,
  failure: string,
): Promise<void> {
  if ((await lockCurrent(transaction, archive)) === undefined) return
  await files.holdContents(transaction, sheetsHolder, archive.resultId, [])
  await repository.updateArchive(transaction, archive.resultId, { state: 'failed', failure })
  const before = await repository.listEntries(transaction, archive.resultId)
  await announce(changes, transaction, archive.resultId, isTakenBack(before, []))
}
