import type { Optional } from '#server/base/db/columns.ts'

/** What a picture looks like. */
export interface PictureMarksTable {
  fileHash: string
  /** Shape: 256 noughts and ones; missing where a picture is too small or too plain to say. */
  mark: Optional<string>
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    pictureMarks: PictureMarksTable
  }
}
