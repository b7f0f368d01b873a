import type { CreatedAt, Json } from '#server/base/db/columns.ts'

/** The keys under which people added records: a repeated try finds what the first one answered. */
export interface CreationKeysTable {
  userId: string
  key: string
  /** The address that the try was sent to. */
  path: string
  /** Of the body in its canonical form. */
  bodySha256: string
  recordId: string
  /** The record as the first try answered it. */
  answer: Json<Record<string, unknown>>
  createdAt: CreatedAt
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    creationKeys: CreationKeysTable
  }
}
