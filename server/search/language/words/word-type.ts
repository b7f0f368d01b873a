import { searchTypes, type SearchType } from '#contract/resources/search.ts'

/** The types of record that the vocabulary has words for: all that are searched, and news even where there are none. */
export type WordType = SearchType | 'news'

/** Whether there are records of the type; words for others are words like any other. */
export function isSearched(type: WordType): type is SearchType {
  return (searchTypes as readonly string[]).includes(type)
}

/** Whether records of the type are news, which tell of a place and a time. */
export function isNews(type: WordType | undefined): boolean {
  return type === 'news'
}
