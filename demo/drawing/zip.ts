import { ZipFile } from 'yazl'
import type { Readable } from 'node:stream'

export interface ZipEntry {
  /** The path inside the archive; Arabic names are kept as UTF-8. */
  name: string
  content: Buffer | Readable
  /** Stated as the day of change, so that equal contents give equal bytes. */
  changedAt?: Date
}

/** An archive of the entries, as a stream. */
export function zipOf(entries: ZipEntry[]): Readable {
  const zip = new ZipFile()
  for (const { name, content, changedAt } of entries) {
    const options = { ...(changedAt ? { mtime: changedAt } : {}), mode: 0o100644 }
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options)
    else zip.addReadStream(content, name, options)
  }
  zip.end()
  return zip.outputStream as Readable
}
