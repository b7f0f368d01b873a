import { countedNouns } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { schoolListPages } from '../lists/school-list.tsx'
import { BookRow } from './book-row.tsx'

/** `/books/primary`, `/books/intermediate` and `/books/preparatory`. */
export const bookListPages = schoolListPages<Book>({
  list: 'books',
  name: 'كتب',
  noun: countedNouns.book,
  hub: { label: 'الكتب المدرسية', href: paths.books },
  pathOf: paths.booksOfStage,
  perPage: limits.booksPerPage,
  parts: 'families',
  words: {
    label: 'الكتب',
    placeholder: 'ابحث في هذه الكتب',
    failed: 'تعذر تحميل الكتب',
    whole: 'عرض كل الكتب',
  },
  find: ({ books }, query) => books.listOfSchool(query),
  Row: ({ item, ...place }) => <BookRow book={item} {...place} />,
})
