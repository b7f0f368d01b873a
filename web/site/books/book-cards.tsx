import { between } from '#contract/between.ts'
import { useId } from 'react'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { Cover } from '#web/school/cover.tsx'
import { FileFactsLine } from '#web/school/file-facts-line.tsx'

interface BookCardsProps {
  books: readonly Book[]
  headingLevel?: 2 | 3
  /** One row of six on wide screens, for the latest or related ones. */
  isRow?: boolean
  /** How many pictures are seen at once, without scrolling. */
  firstSeen?: number
}

const cardName = (id: string) => `${id} ${id}-title ${id}-grade ${id}-year`

/**
 * A grid of books. The heading of a card is its subject; its link is named by title, grade and year too, because many
 * books of a list have the same subject. Source: P4.7.
 */
export function BookCards({ books, headingLevel = 2, isRow = false, firstSeen = 0 }: BookCardsProps) {
  /* One record may stand in two lists of a page. */
  const list = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className={isRow ? 'book-grid is-row' : 'book-grid'}>
      {books.map((book, index) => (
        <li className="book-card" key={book.id}>
          <Cover kind="كتاب مدرسي" {...book} isLazy={index >= firstSeen} />
          <Heading>
            <a
              className="card-link"
              href={paths.book(book.id)}
              id={`${list}${book.id}`}
              aria-labelledby={cardName(list + book.id)}
            >
              {subjectLabels[book.subject]}
            </a>
          </Heading>
          <p className="card-title" id={`${list}${book.id}-title`}>
            <bdi>{book.title}</bdi>
          </p>
          <p className="card-text" id={`${list}${book.id}-grade`}>
            {grades[book.stage].shortLabel}
            {book.branch && between + branchLabels[book.branch]}
          </p>
          <p className="card-facts">
            <span className="year-chip" id={`${list}${book.id}-year`}>
              {formatPlainNumber(book.releaseYear)}
            </span>
            {book.file && <FileFactsLine file={book.file} />}
          </p>
        </li>
      ))}
    </ul>
  )
}
