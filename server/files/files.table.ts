import type { Generated } from 'kysely'
import type { FileDamage } from '#contract/resources/file.ts'
import type { CreatedAt, Optional, OptionalTimestamp, Timestamp } from '#server/base/db/columns.ts'

export interface FilesTable {
  /** SHA-256 of the content, in hexadecimal. */
  id: string
  /** Where the bytes are in the store; new for each storing, so that a removal never meets a new upload. */
  objectKey: string
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
  /** The object's mark when its bytes were last compared with the hash. */
  checkedMark: Optional<string>
  checkedAt: OptionalTimestamp
  /** What was wrong then, a code of contract/resources/file.ts; missing when the bytes were sound. */
  damage: Optional<FileDamage>
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

/** A resumable upload that is under way. Units: bytes. */
export interface UploadsTable {
  id: string
  userId: string
  name: string
  /** A file kind of contract/resources/file.ts. */
  kind: string
  size: number
  received: Generated<number>
  /** Given by the client, so that it finds the upload again; never trusted. */
  claimedSha256: Optional<string>
  /** The stored file, once the upload is finished. */
  fileId: Optional<string>
  /** Where the file will lie; missing once it is made, or the bytes of an expired upload are gone. */
  objectKey: Optional<string>
  /** What the store of uploads remembers of it. */
  state: Optional<string>
  /** How many numbers the store has taken for parts of it. */
  parts: Generated<number>
  /** Which process makes the file, and until when it holds that work. */
  finisher: Optional<string>
  finishingUntil: OptionalTimestamp
  createdAt: CreatedAt
  expiresAt: Timestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    fileReferences: FileReferencesTable
    files: FilesTable
    uploads: UploadsTable
  }
}
