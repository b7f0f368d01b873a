import { bookListPages } from './books/book-list.page.tsx'
import { bookPage } from './books/book.page.tsx'
import { booksHubPage } from './books/books-hub.page.tsx'
import { oldBookAddressPage } from './books/old-book-address.page.ts'
import type { SitePage } from './page-module.ts'

/** Every page of the public site. */
export const pages: readonly SitePage[] = [booksHubPage, ...bookListPages, bookPage, oldBookAddressPage]
