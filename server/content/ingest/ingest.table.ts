import type { Generated } from 'kysely'
import type { Confidence, IngestArchive, IngestValues } from '#contract/resources/ingest.ts'
import type { CreatedAt, Json, Optional, Timestamp } from '#server/base/db/columns.ts'

/** An import of many files. */
export interface IngestsTable {
  id: string
  createdBy: string
  createdAt: CreatedAt
  changedAt: CreatedAt
}

/** A record to come. */
export interface IngestRowsTable {
  id: string
  ingestId: string
  place: number
  version: Generated<number>
  /** What its files have in common; '' for nothing. */
  groupKey: string
  said: Json<IngestValues>
  doubts: Json<Record<string, Confidence>>
  isSeen: boolean
  recordId: Optional<string>
  batchId: Optional<string>
  changedBy: Optional<string>
  changedById: Optional<string>
  changedAt: Timestamp
}

/** A file of an import. */
export interface IngestFilesTable {
  id: string
  ingestId: string
  rowId: string
  name: string
  folder: string
  size: number
  page: Optional<number>
  place: number
  url: Optional<string>
  sha256: Optional<string>
  type: Optional<string>
  /** The archive that it comes from, and its place among the files of that. */
  archiveId: Optional<string>
  entry: Optional<number>
}

/** An archive whose files are files of the import. */
export interface IngestArchivesTable {
  /** That of the file that it was. */
  id: string
  ingestId: string
  name: string
  folder: string
  size: number
  url: string
  sha256: string
  state: IngestArchive['state']
  failure: Optional<string>
  refused: Json<IngestArchive['refused']>
  refusedCount: Generated<number>
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    ingests: IngestsTable
    ingestRows: IngestRowsTable
    ingestFiles: IngestFilesTable
    ingestArchives: IngestArchivesTable
  }
}
