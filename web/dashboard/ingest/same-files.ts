import { sha256OfFileAddress } from '#contract/paths.ts'
import type { IngestRow } from '#contract/resources/ingest.ts'

/** A file of one row that has the same bytes as a file of another. */
export interface SameFile {
  file: string
  /** The other one, with its folder, as the grid shows it. */
  other: string
}

/** Files with the same bytes in several rows that are no records yet, by the rows' ids. Source: S15.2. */
export function sameFilesOf(rows: readonly IngestRow[]): Map<string, SameFile[]> {
  const held = rows.flatMap(({ id, record, files }) =>
    record
      ? []
      : files.flatMap(({ name, folder, url }) => {
          const bytes = url === null ? undefined : sha256OfFileAddress(url)
          return bytes ? [{ row: id, file: folder + name, bytes }] : []
        }),
  )
  const ofBytes = Map.groupBy(held, ({ bytes }) => bytes)
  const same = new Map<string, SameFile[]>()
  for (const { row, file, bytes } of held) {
    const other = ofBytes.get(bytes)?.find(twin => twin.row !== row)
    if (other) same.set(row, [...(same.get(row) ?? []), { file, other: other.file }])
  }
  return same
}
