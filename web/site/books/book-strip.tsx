import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { Cover } from '#web/school/cover.tsx'

interface BookStripProps {
  books: readonly Book[]
  /** Whether they are of several grades, so that each says its own. */
  saysGrade?: boolean
  /** How many pictures are seen at once, without scrolling. */
  firstSeen?: number
}

/** Covers side by side: a strip to push on phones, a grid on wide screens. A cover is headed by its subject. */
export function BookStrip({ books, saysGrade = false, firstSeen = 0 }: BookStripProps) {
  return (
    <ul className="book-strip" tabIndex={-1}>
      {books.map((book, index) => (
        <li key={book.id}>
          <Cover kind="كتاب مدرسي" {...book} isLazy={index >= firstSeen} />
          <h3>
            <a className="card-link" href={paths.book(book.id)}>
              {subjectLabels[book.subject]}
              <span className="visually-hidden">
                ، <bdi>{book.title}</bdi>، {formatPlainNumber(book.releaseYear)}
              </span>
            </a>
          </h3>
          {(saysGrade || book.branch) && (
            <p>{saysGrade ? grades[book.stage].shortLabel : book.branch && branchLabels[book.branch]}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
