import type { RecordColumns } from '#server/db/columns.ts'

export interface NewsTable extends RecordColumns {
  title: string
  bio: string
  content: string
  /** A category of contract/codes/news-categories.ts. */
  type: string
  image: string
}
