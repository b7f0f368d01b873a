import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { paths } from '#contract/paths.ts'
import { bookInputSchema, type Book, type BookInput } from '#contract/resources/book.ts'
import { line, newestOf, publisher, schoolFacts } from '#server/content/record/elsewhere.ts'
import type { ElsewhereWithPage } from '#server/content/record/elsewhere.ts'
import { stageLists } from '#server/content/record/list-pages.ts'
import { listOfStages } from '#server/staff/visits/address-facts.ts'
import { isWithout } from '#server/content/record/missing.ts'
import type { BooksService } from './books.service.ts'

/** What books say of themselves in feeds, sitemap, shared links and visits. */
export function booksElsewhere(books: BooksService): ElsewhereWithPage {
  return {
    restore: books.restore,
    isWithout: part => isWithout(part, kinds.book.entity, 'books'),
    feed: {
      title: 'رافد: الكتب المدرسية',
      subtitle: 'أحدث الكتب المنهجية لجميع المراحل.',
      latest: async (limit, place) => {
        const newest = place
          ? (await books.listOfSchool(newestOf(place, limit))).items
          : await books.latest(limit)
        return newest.map(book => ({
          ...book,
          key: `book:${book.id}`,
          summary: line(...factsOf(book)),
          path: paths.book(book.id),
          author: publisher,
          category: subjectLabels[book.subject],
        }))
      },
    },
    lists: {
      column: 'stage',
      pages: changes => stageLists(changes, paths.booksOfStage, paths.booksOfGrade),
      visited: (page, query) => listOfStages(paths.books, page, query),
    },
    async visited(id) {
      const book = await books.find(id)
      return book && { title: book.title, ...schoolFacts(book) }
    },
    preview: {
      input: bookInputSchema,
      async draw(given, id) {
        /* The route has read it by `input`. */
        const { item, versions } = await books.previewWithVersions(given as BookInput, id)
        const service = { ...books, get: async () => item, listVersions: async () => versions }
        return { id: item.id, service }
      },
    },
    async shared(id) {
      const book = await books.get(id)
      return { title: book.title, subtitle: factsOf(book), version: book.version }
    },
  }
}

function factsOf({ subject, stage, branch, releaseYear }: Book): (string | null)[] {
  return [
    subjectLabels[subject],
    grades[stage].label,
    branch && branchLabels[branch],
    formatPlainNumber(releaseYear),
  ]
}
