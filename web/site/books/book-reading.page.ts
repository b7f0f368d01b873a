import { between } from '#contract/between.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { paths } from '#contract/paths.ts'
import { bookName } from './book-name.ts'
import { readingPage } from '../reader/reading-page.tsx'

/** `/books/{id}/read`. */
export const bookReadingPage = readingPage({
  address: paths.bookReading(':id'),
  tag: 'books',
  type: 'book',
  async load({ books }, id) {
    const book = await books.get(id)
    const { title, stage, branch, file } = book
    const about = branch ? branchLabels[branch] : grades[stage].label
    const heading = bookName(book) + between + grades[stage].shortLabel
    return { key: `book:${id}`, title, heading, about, href: paths.book(id), file }
  },
  failure(code) {
    const back = { backHref: paths.books, backLabel: 'العودة إلى قائمة الكتب' }
    if (code === 'book_not_found') {
      return { title: 'الكتاب غير موجود', text: 'عذراً، الكتاب الذي تبحث عنه غير موجود', ...back }
    }
    return { title: 'حدث خطأ', text: 'تعذر عرض صفحات الكتاب الآن. الرجاء المحاولة مرة أخرى', ...back }
  },
})
