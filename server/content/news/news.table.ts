import type { NewsCategoryCode } from '#contract/codes/news-categories.ts'
import type { RecordColumns } from '#server/base/db/columns.ts'

export interface NewsTable extends RecordColumns {
  title: string
  bio: string
  content: string
  type: NewsCategoryCode
  image: string
}

declare module '#server/base/db/schema.ts' {
  interface Database {
    news: NewsTable
  }
}
