import { countedNouns } from '#contract/format.ts'
import { BookOpen } from 'lucide-react'
import { countOf } from '#contract/school-lists.ts'
import type { SiteKind } from '../site-kind.ts'
import { bookListPages } from './book-list.page.tsx'
import { BookStrip } from './book-strip.tsx'
import { bookPage } from './book.page.tsx'
import { bookReadingPage } from './book-reading.page.ts'
import { booksHubPage } from './books-hub.page.tsx'
import { oldBookAddressPage } from './old-book-address.page.ts'

const latestBooks = 6

export const books: SiteKind = {
  kind: 'book',
  pages: [booksHubPage, ...bookListPages, bookPage, bookReadingPage, oldBookAddressPage],
  feature: { text: 'كتب المنهج لكل الصفوف والمواد', Icon: BookOpen, place: 1, noun: countedNouns.book },
  count: async ({ books }) => countOf(await books.counts(), {}),
  homeRow: {
    title: 'أحدث الكتب',
    all: 'كل الكتب',
    async load({ books }) {
      const latest = await books.latest(latestBooks)
      return latest.length > 0 ? <BookStrip books={latest} saysGrade /> : undefined
    },
  },
}
