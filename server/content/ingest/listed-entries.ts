import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { fileRules, type FileKind } from '#contract/resources/file.ts'
import type { IngestArchive } from '#contract/resources/ingest.ts'
import { ArchiveError, archiveSentences } from '#server/archives/archive-errors.ts'
import { readPaths, type FileInTurn, type FoundFile } from '#server/archives/read-archive.ts'

/** A file of an archive that an import takes. Units: bytes. */
export interface TakenEntry {
  /** Its place among the files of the archive. */
  entry: number
  name: string
  folder: string
  size: number
}

/** Files that an import does not take: the first of them by their reasons, and how many there are. */
export type RefusedEntries = Pick<IngestArchive, 'refused' | 'refusedCount'>

/** The files of an archive: those that an import takes, and the others. */
export interface ListedEntries extends RefusedEntries {
  taken: TakenEntry[]
}

/** Adds a file to those that an import does not take. */
export function refuseEntry(refusals: RefusedEntries, file: IngestArchive['refused'][number]): void {
  refusals.refusedCount += 1
  if (refusals.refused.length < limits.ingestRefusedKept) refusals.refused.push(file)
}

const imageName = /\.(?:jpe?g|jfif|png|webp|gif|avif)$/iu

/** The kind of file that a name says. */
export function kindOfName(name: string): FileKind | undefined {
  if (/\.pdf$/iu.test(name)) return 'pdf'
  return imageName.test(name) ? 'image' : undefined
}

const photoHint = 'أخرجها من الأرشيف وأفلتها وحدها، فتُصغَّر قبل رفعها.'

function reasonOf(path: string, { size, fault }: Pick<FoundFile, 'size' | 'fault'>): string | undefined {
  if (fault !== undefined) return archiveSentences[fault]
  if (path.length > limits.maxIngestPathLength) return 'اسمه مع مجلداته أطول من المسموح.'
  if (/\.zip$/iu.test(path)) return archiveSentences.tooDeep
  if (/\.hei[cf]$/iu.test(path)) return `صورة HEIC لا تُقرأ هنا. ${photoHint}`
  if (/\.(?:csv|xlsx)$/iu.test(path)) return 'جدول داخل الأرشيف. أفلته وحده فيُقرأ.'
  const kind = kindOfName(path)
  if (kind === undefined) return 'ليس PDF ولا صورة.'
  if (size === 0) return 'الملف فارغ.'
  if (size <= fileRules[kind].maxBytes) return undefined
  return kind === 'image' ? `${fileRules.image.tooLarge}. ${photoHint}` : fileRules.pdf.tooLarge
}

/** The folder that an archive is for its files. Shape: `كتب/علمي/`. */
export function folderOf({ name, folder }: { name: string; folder: string }): string {
  return `${folder}${name.replace(/\.zip$/iu, '')}/`
}

/**
 * Reads the list of an archive without its contents. `room`: how many more files the import takes.
 * Errors: `ArchiveError` for an archive that is a bomb as a whole.
 */
export async function listEntries(
  archive: { name: string; folder: string },
  files: AsyncIterable<FileInTurn>,
  room: number,
): Promise<ListedEntries> {
  const found: Pick<FoundFile, 'names' | 'size' | 'fault'>[] = []
  let unpackedBytes = 0
  for await (const { names, size, fault } of files) {
    unpackedBytes += fault === undefined ? size : 0
    if (unpackedBytes > limits.maxZipUnpackedBytes) throw new ArchiveError('tooLarge')
    found.push({ names, size, fault })
  }
  const { paths } = await readPaths(found)
  const listed: ListedEntries = { taken: [], refused: [], refusedCount: 0 }
  for (const [entry, file] of found.entries()) {
    const path = paths[entry] ?? ''
    const whole = folderOf(archive) + path
    const tooMany = listed.taken.length < room ? undefined : tooManyFiles
    const reason = reasonOf(whole, file) ?? tooMany
    if (reason !== undefined) refuseEntry(listed, { path, reason })
    else {
      const at = whole.lastIndexOf('/') + 1
      listed.taken.push({ entry, name: whole.slice(at), folder: whole.slice(0, at), size: file.size })
    }
  }
  return listed
}

const tooManyFiles = `يتسع الاستيراد الواحد لـ${formatNumber(limits.maxIngestFiles)} ملف. استورد الباقي وحده.`
