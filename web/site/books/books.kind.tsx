import { BookOpen } from 'lucide-react'
import type { SiteKind } from '../site-kind.ts'
import { BookCards } from './book-cards.tsx'
import { bookListPages } from './book-list.page.tsx'
import { bookPage } from './book.page.tsx'
import { booksHubPage } from './books-hub.page.tsx'
import { oldBookAddressPage } from './old-book-address.page.ts'

const latestBooks = 6

export const books: SiteKind = {
  kind: 'book',
  pages: [booksHubPage, ...bookListPages, bookPage, oldBookAddressPage],
  feature: { text: 'كتب المنهج لكل الصفوف والمواد', Icon: BookOpen },
  homeRow: {
    stands: 'first',
    title: 'أحدث الكتب',
    all: 'كل الكتب',
    async load({ books }) {
      const latest = await books.latest(latestBooks)
      return latest.length > 0 ? <BookCards books={latest} headingLevel={3} isRow /> : undefined
    },
  },
}
