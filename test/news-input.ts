import type { NewsInput } from '#contract/resources/news.ts'

/** A valid input of news; see factories.ts. */
export function newsInput(change: Partial<NewsInput> = {}): NewsInput {
  return {
    title: 'خبر',
    bio: 'نبذة قصيرة.',
    content: 'السطر الأول\nالسطر الثاني',
    type: 'GENERAL_NEWS',
    image: 'https://files.example/news.jpg',
    keywords: ['أخبار'],
    ...change,
  }
}
