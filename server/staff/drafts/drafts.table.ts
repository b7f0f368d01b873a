import type { CreatedAt, Timestamp } from '#server/base/db/columns.ts'

/** A form that is kept for the person who fills it. */
export interface FormDraftsTable {
  /** Chosen by the form, so that a try whose answer was lost keeps no second one. */
  id: string
  ownerId: string
  /** Whose fields they are: `books/new`, `books/<id>`. */
  form: string
  title: string
  /** JSON as text: a form may hold what `jsonb` refuses. */
  content: string
  /** Rises by one each time it is kept. */
  version: number
  /** The open form that has kept it last. */
  writer: string
  createdAt: CreatedAt
  changedAt: Timestamp
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    formDrafts: FormDraftsTable
  }
}
