import type { CreatedAt, Optional, OptionalTimestamp } from '#server/db/columns.ts'

export interface FilesTable {
  /** SHA-256 of the content, in hexadecimal. */
  id: string
  /** Bytes. */
  size: number
  /** The media type, decided by content. */
  type: string
  /** The name that the file had when it was first uploaded. */
  name: string
  /** Without the dot, decided by content. */
  extension: string
  /** Pages of a PDF. */
  pageCount: Optional<number>
  /** Pixels of an image. */
  width: Optional<number>
  height: Optional<number>
  uploadedBy: Optional<string>
  /** Since when no record refers to it; missing while one does. */
  unreferencedSince: OptionalTimestamp
  createdAt: CreatedAt
}

export interface FileReferencesTable {
  fileId: string
  /** A code of contract/codes/audit.ts. */
  entity: string
  recordId: string
}
