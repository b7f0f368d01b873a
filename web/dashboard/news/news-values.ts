import { dayInBaghdad } from '#contract/period.ts'
import { newsItemSchema } from '#contract/resources/news.ts'
import type { NewsItem } from '#contract/resources/news.ts'
import type { CurrentValues } from '../standard/use-record-form.ts'

export interface NewsValues {
  title: string
  type: string
  bio: string
  content: string
  image: string
  keywords: string[]
  /** The day of its publication. Shape: YYYY-MM-DD, or '' for the day on which it is added. */
  createdAt: string
}

export const blankNews: NewsValues = {
  title: '',
  type: '',
  bio: '',
  content: '',
  image: '',
  keywords: [],
  createdAt: '',
}

/** A news item as its form shows it. */
export function newsValuesOf(item: NewsItem): NewsValues {
  return {
    title: item.title,
    type: item.type,
    bio: item.bio,
    content: item.content,
    image: item.image,
    keywords: item.keywords,
    createdAt: dayInBaghdad(new Date(item.createdAt)),
  }
}

/** The form's values of a record that a refused save answered with; undefined when it is none. */
export function currentNewsValues(current: unknown): CurrentValues<NewsValues> | undefined {
  const { data } = newsItemSchema.safeParse(current)
  return data && { id: data.id, values: newsValuesOf(data), version: data.version }
}
