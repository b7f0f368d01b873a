import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { documentTypes, fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { ArchiveError, archiveSentences } from '#server/archives/archive-errors.ts'
import { readPaths } from '#server/archives/read-archive.ts'
import type { FoundFile } from '#server/archives/read-archive.ts'
import { extensionOf } from '#server/files/file-name.ts'
import { headBytes } from '#server/files/file-type.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { SheetRow } from './sheets.repository.ts'

/** What an entry of an archive turned out to be. */
export type TakenSheet = Pick<SheetRow, 'kind' | 'fileId' | 'ending' | 'size' | 'pages' | 'problem'>

type EntryKind = 'pdf' | 'image' | 'file' | 'unknown' | 'other'

const maxBytes: Record<Exclude<EntryKind, 'other'>, number> = {
  pdf: fileRules.pdf.maxBytes,
  image: limits.maxSheetImageBytes,
  file: limits.maxSheetDocumentBytes,
  unknown: fileRules.pdf.maxBytes,
}
const mostBytesCounted = 2 ** 31 - 1
const tooLarge = 'الملف أكبر من المسموح لورقة واحدة.'
const notSheet =
  'محتوى الملف ليس PDF ولا صورة كما يقول اسمه: قد يكون جدولاً أو مستنداً أو أرشيفاً. احفظه PDF ثم أعد ضغط الأرشيف.'
const imageEndings = ['jpg', 'jpeg', 'jfif', 'png', 'webp', 'gif', 'avif']

function endingOf({ names }: FoundFile): string {
  const name = names.at(-1)
  const text = name?.certain ?? name?.raw.toString('latin1') ?? ''
  return /\.([a-z0-9]{1,5})$/i.exec(text.trim())?.[1]?.toLowerCase() ?? ''
}

/* What has no ending may still be a sheet; what has another one is none. */
function kindOf(ending: string): EntryKind {
  if (ending === 'pdf') return 'pdf'
  if (imageEndings.includes(ending)) return 'image'
  if (Object.hasOwn(documentTypes, ending)) return 'file'
  return ending === '' ? 'unknown' : 'other'
}

function kindOfType(type: string): SheetRow['kind'] {
  if (type === 'application/pdf') return 'pdf'
  return type.startsWith('image/') ? 'image' : 'file'
}

/* What the person who packed the archive can mend. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof ArchiveError) return error.message
  const code = errorCodeOf(error)
  const isRefused = code === 'wrong_file_type' || code === 'file_too_large'
  return isRefused && error instanceof Error ? error.message : undefined
}

/** The first bytes of a content, and a stream of the whole. */
async function peek(pieces: AsyncIterator<Buffer>): Promise<{ head: Buffer; content: Readable }> {
  const first: Buffer[] = []
  for (let bytes = 0; bytes < headBytes;) {
    const next = await pieces.next()
    if (next.done === true) break
    first.push(next.value)
    bytes += next.value.length
  }
  async function* whole(): AsyncIterable<Buffer> {
    yield* first
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { head: Buffer.concat(first), content: Readable.from(whole()) }
}

/* Nobody knows what nothing is; of noise the library may throw. */
async function canBeLookedAt(head: Buffer): Promise<boolean> {
  if (head.length === 0) return true
  const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  return mime === 'application/pdf' || mime?.startsWith('image/') === true
}

/**
 * Stores an entry of an archive as a file of its own, when it is a sheet. What is wrong with one entry is told in it.
 * Errors: what is wrong with the store; the reason of the signal.
 */
export async function takeSheet(
  files: Pick<FilesService, 'store'>,
  found: FoundFile,
  signal: AbortSignal,
): Promise<TakenSheet> {
  const ending = endingOf(found)
  const guess = kindOf(ending)
  const named: SheetRow['kind'] = guess === 'unknown' ? 'other' : guess
  /* An archive may claim more than the database can count. */
  const size = Math.min(found.size, mostBytesCounted)
  const nothing = { kind: named, fileId: null, ending, size, pages: null }
  if (found.fault !== undefined) return { ...nothing, problem: archiveSentences[found.fault] }
  if (guess === 'other') return { ...nothing, problem: null }
  if (found.size > maxBytes[guess]) return { ...nothing, problem: tooLarge }
  const pieces = found.content()[Symbol.asyncIterator]()
  let content: Readable | undefined
  try {
    const beginning = await peek(pieces)
    content = beginning.content
    if (guess !== 'file' && !(await canBeLookedAt(beginning.head)))
      return { ...nothing, problem: guess === 'unknown' ? null : notSheet }
    const stored = await files.store(content, {
      name: await fileNameOf(found),
      isDocument: guess === 'file',
      maxBytes: maxBytes[guess],
      signal,
    })
    return takenFrom(stored)
  } catch (error) {
    signal.throwIfAborted()
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return { ...nothing, problem: guess === 'unknown' ? null : problem }
  } finally {
    content?.destroy()
    /* A stream that nobody has begun to read does not end what it reads from. */
    const ended = pieces.return?.().catch(() => undefined)
    if (!signal.aborted) await ended
  }
}

function takenFrom({ url, type, size, pageCount }: FileFacts): TakenSheet {
  const kind = kindOfType(type)
  return {
    kind,
    fileId: sha256OfFileAddress(url) ?? null,
    ending: extensionOf(type),
    size,
    pages: kind === 'image' ? 1 : pageCount,
    problem: null,
  }
}

async function fileNameOf(found: FoundFile): Promise<string> {
  const { paths } = await readPaths([found])
  return paths[0]?.split('/').at(-1) || 'ورقة'
}
