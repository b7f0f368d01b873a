import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { dayInBaghdad } from '#contract/period.ts'
import { newsFields, newsInputSchema, newsItemSchema } from '#contract/resources/news.ts'
import type { NewsItem, NewsInput, StaffNewsItem } from '#contract/resources/news.ts'
import type { TextValue } from '../formatted-text/text-value.ts'
import { fetchFrom } from '../standard/record-kind.ts'
import type { FormValues, RecordKind } from '../standard/record-kind.ts'

export type NewsValues = FormValues<typeof newsFields, { keywords: string[]; content: TextValue }>

/** A news item as its edit screen opens it. */
export type EditedNewsItem = NewsItem & Pick<StaffNewsItem, 'damagedFiles'>

const blankNews: NewsValues = {
  title: '',
  type: '',
  bio: '',
  content: '',
  image: '',
  keywords: [],
  createdAt: '',
}

/** A news item as its form shows it. */
function newsValuesOf(item: NewsItem): NewsValues {
  return {
    title: item.title,
    type: item.type,
    bio: item.bio,
    content: item.formatted ?? item.content,
    image: item.image,
    keywords: item.keywords,
    createdAt: dayInBaghdad(new Date(item.createdAt)),
  }
}

/** What the add and edit screens know of news. */
export const newsKind: RecordKind<EditedNewsItem, NewsValues, NewsInput> = {
  drafts: 'news',
  names: newsFields,
  path: apiPaths.news,
  listAddress: dashboardPaths.news,
  schema: newsInputSchema,
  recordSchema: newsItemSchema,
  fetch: fetchFrom(apiPaths.news),
  blank: blankNews,
  valuesOf: newsValuesOf,
}
