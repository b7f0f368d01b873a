import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { Book } from '#contract/resources/book.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import { SmallCover } from '#web/school/small-cover.tsx'
import { downloadOf, fileFacts, yearFact } from '../lists/file-facts.tsx'
import { drawnOnce } from '../chrome/drawn-rows.tsx'
import { isNew } from '../lists/is-new.ts'
import { RecordActions } from '../lists/record-actions.tsx'
import { RecordRow } from '../lists/record-row.tsx'
import { titleRest } from '../lists/title-rest.ts'
import type { Said } from '../lists/title-rest.ts'

interface BookRowProps {
  book: Book
  /** What the titles above the row say; it says the rest. */
  said?: Said
  headingLevel?: 2 | 3
  /** Off for the rows that are seen at once. */
  isLazy?: boolean
}

function DrawBookRow({ book, said = {}, headingLevel, isLazy }: BookRowProps) {
  const { subject, stage: grade, branch, releaseYear, title, file } = book
  const rest = titleRest(title, { subject, grade, branch, year: releaseYear })
  const isSubjectSaid = said.subject === subject
  const heading = (isSubjectSaid && rest) || subjectLabels[subject]
  const year = formatPlainNumber(releaseYear)
  const place = [
    said.grade === grade ? undefined : grades[grade].shortLabel,
    branch && said.branch !== branch ? branchLabels[branch] : undefined,
    said.year === releaseYear ? undefined : yearFact(releaseYear),
  ]
  return (
    <RecordRow
      kind="book"
      id={book.id}
      href={paths.book(book.id)}
      heading={<bdi>{heading}</bdi>}
      name={[title, grades[grade].shortLabel, branch && branchLabels[branch], year]
        .filter(Boolean)
        .join('، ')}
      cover={<SmallCover subject={subject} image={book.imageFile ?? book.image} isLazy={isLazy} />}
      isNew={isNew(book.createdAt)}
      detail={!isSubjectSaid && rest ? <bdi>{rest}</bdi> : undefined}
      facts={[...place, ...fileFacts(file)]}
      headingLevel={headingLevel}
    >
      <RecordActions
        kind="book"
        id={book.id}
        name={`${title}، ${year}`}
        download={downloadOf(book.directLink, file)}
        readingHref={readableSha256(file) ? paths.bookReading(book.id) : undefined}
      />
    </RecordRow>
  )
}

/** A book in a list: its subject, and of title, grade, branch and file what nothing above it says. Source: P4.7. */
export const BookRow = drawnOnce(DrawBookRow)
