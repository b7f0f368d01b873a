import type { Generated } from 'kysely'
import type { Optional, OptionalTimestamp } from '#server/base/db/columns.ts'

/** What a picture looks like. */
export interface PictureMarksTable {
  fileHash: string
  /** Shape: 256 noughts and ones; missing where a picture is too small or too plain to say. */
  mark: Optional<string>
  /** How often it took too long to say; 0 for what is said. */
  tries: Generated<number>
  triedAt: OptionalTimestamp
  /** The `makerVersion` of the last of these tries. */
  makerVersion: Generated<number>
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    pictureMarks: PictureMarksTable
  }
}
