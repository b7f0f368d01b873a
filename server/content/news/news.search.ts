import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { kinds } from '#contract/kinds.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import type { NewsRow } from './news.repository.ts'

/** What the news lists' search box looks through. Source: A3.3. */
export function newsSearchText(row: NewsRow): string {
  return searchTextOf([row.title, row.bio, newsCategoryLabels[row.type], ...row.keywords])
}

/** The item as the site-wide search knows it. */
export function newsDocument(row: NewsRow): SearchDocument {
  return {
    type: kinds.news.search.type,
    id: row.id,
    title: row.title,
    newsType: row.type,
    keywords: row.keywords,
    body: `${row.bio}\n${row.content}`,
    image: row.image,
    createdAt: row.createdAt,
  }
}
