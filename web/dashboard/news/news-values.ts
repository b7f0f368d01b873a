import type { NewsItem } from '#contract/resources/news.ts'

export interface NewsValues {
  title: string
  type: string
  bio: string
  content: string
  image: string
  keywords: string[]
}

export const blankNews: NewsValues = { title: '', type: '', bio: '', content: '', image: '', keywords: [] }

/** A news item as its form shows it. */
export function newsValuesOf(item: NewsItem): NewsValues {
  return {
    title: item.title,
    type: item.type,
    bio: item.bio,
    content: item.content,
    image: item.image,
    keywords: item.keywords,
  }
}
