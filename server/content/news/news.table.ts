import type { NewsCategoryCode } from '#contract/codes/news-categories.ts'
import type { FormattedText } from '#contract/resources/formatted-text.ts'
import type { OptionalJson, RecordColumns } from '#server/base/db/columns.ts'

export interface NewsTable extends RecordColumns {
  title: string
  bio: string
  content: string
  formatted: OptionalJson<FormattedText>
  type: NewsCategoryCode
  image: string
}

/** What is read of a row: everything but the folded texts. */
export const newsColumns = [
  'id',
  'title',
  'bio',
  'content',
  'formatted',
  'type',
  'image',
  'keywords',
  'state',
  'publishAt',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof NewsTable)[]

declare module '#server/base/db/schema.ts' {
  interface Database {
    news: NewsTable
  }
}
