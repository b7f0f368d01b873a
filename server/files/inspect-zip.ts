import { openPromise } from 'yauzl'
import type { Entry } from 'yauzl'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { notArchive, refuseFile } from './refusals.ts'

const unixSymlink = 0o120000
const unixTypeMask = 0o170000

const sentences = {
  damaged: 'ملف ZIP تالف أو ناقص. أعد ضغط الملفات ثم ارفعه.',
  paths: 'ملف ZIP يحتوي على مسارات خارج مجلده. أعد ضغط الملفات ثم ارفعه.',
  links: 'ملف ZIP يحتوي على روابط رمزية. أعد ضغط الملفات نفسها ثم ارفعه.',
  encrypted: 'ملف ZIP محمي بكلمة مرور. ارفع نسخة غير محمية.',
  empty: 'ملف ZIP فارغ.',
  document: notArchive,
  tooMany: `عدد الملفات داخل ZIP أكبر من المسموح (${formatNumber(limits.maxZipEntries)}).`,
  bomb: 'محتوى ملف ZIP بعد فك الضغط أكبر من المعقول (قنبلة ضغط).',
}

/** What the root of documents and programs that are ZIP files inside has. */
const documentMarks = new Set([
  '[Content_Types].xml',
  'AndroidManifest.xml',
  'META-INF/MANIFEST.MF',
  'mimetype',
])

function isOutside(name: string): boolean {
  const flat = name.replaceAll('\\', '/')
  return (
    flat.startsWith('/') || /^[a-z]:/i.test(flat) || flat.split('/').includes('..') || flat.includes('\0')
  )
}

function checkEntry(entry: Entry): void {
  if (isOutside(entry.fileName)) throw refuseFile(sentences.paths)
  if (documentMarks.has(entry.fileName)) throw refuseFile(sentences.document)
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw refuseFile(sentences.encrypted)
  const unixMode = entry.versionMadeBy >>> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0
  if ((unixMode & unixTypeMask) === unixSymlink) throw refuseFile(sentences.links)
}

/**
 * Reads the central directory of a ZIP file and unpacks nothing.
 * Errors: `wrong_file_type` for a damaged, encrypted, empty or dangerous archive.
 */
export async function inspectZip(file: string, fileBytes: number): Promise<void> {
  // Names are checked here and not by the library, so that a bad path has its own sentence.
  const archive = await openPromise(file, { lazyEntries: true, decodeStrings: false }).catch(
    (error: unknown) => {
      throw refuseFile(sentences.damaged, error)
    },
  )
  let count = 0
  let unpackedBytes = 0
  let packedBytes = 0
  try {
    if (archive.entryCount > limits.maxZipEntries) throw refuseFile(sentences.tooMany)
    for await (const entry of archive.eachEntry()) {
      count += 1
      unpackedBytes += entry.uncompressedSize
      packedBytes += entry.compressedSize
      checkEntry({ ...entry, fileName: Buffer.from(entry.fileName).toString('latin1') } as Entry)
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'AppError' ? error : refuseFile(sentences.damaged, error)
  } finally {
    archive.close()
  }
  if (count === 0) throw refuseFile(sentences.empty)
  const isBomb = unpackedBytes > limits.maxZipUnpackedBytes || unpackedBytes > fileBytes * limits.maxZipRatio
  // Entries that share the same packed bytes are how a small file claims to hold much.
  if (isBomb || packedBytes > fileBytes) throw refuseFile(sentences.bomb)
}
