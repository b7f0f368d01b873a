import { bookChangesSchema } from '#contract/resources/book.ts'
import { searchSource } from '#server/search/reindex.ts'
import { contentKind } from '#server/content/record/content-kind.ts'
import { booksElsewhere } from './books.elsewhere.ts'
import { openBookRoutes, staffBookRoutes } from './books.routes.ts'
import { bookDocument } from './books.search.ts'
import { createBooksService } from './books.service.ts'

export const books = contentKind({
  createService: createBooksService,
  openRoutes: openBookRoutes,
  staffRoutes: staffBookRoutes,
  elsewhere: booksElsewhere,
  changes: bookChangesSchema,
  searched: searchSource('book', 'books', bookDocument),
})
