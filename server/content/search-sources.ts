import { searchSource, type SearchSource } from '#server/search/reindex.ts'
import { bookDocument } from './books/books.search.ts'
import { examDocument } from './exams/exams.search.ts'
import { newsDocument } from './news/news.search.ts'
import { noteDocument } from './notes/notes.search.ts'

/** Every table whose records are searched. */
export const searchSources: readonly SearchSource[] = [
  searchSource('book', 'books', bookDocument),
  searchSource('malazima', 'notes', noteDocument),
  searchSource('ministerial-exam', 'exams', examDocument),
  searchSource('news', 'news', newsDocument),
]
