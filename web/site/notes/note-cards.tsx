import { between } from '#contract/between.ts'
import { Download } from 'lucide-react'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import type { Note } from '#contract/resources/note.ts'
import { Cover } from '#web/school/cover.tsx'
import { FileFactsLine } from '#web/school/file-facts-line.tsx'

interface NoteCardsProps {
  notes: readonly Note[]
  headingLevel?: 2 | 3
  /** One row of six on wide screens, for related ones. */
  isRow?: boolean
  /** How many pictures are seen at once, without scrolling. */
  firstSeen?: number
}

/** A grid of handouts; each leads to its page by 'تحميل ومعاينة', where there is something to see. Source: P4.7. */
export function NoteCards({ notes, headingLevel = 2, isRow = false, firstSeen = 0 }: NoteCardsProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className={isRow ? 'book-grid is-row' : 'book-grid'}>
      {notes.map((note, index) => (
        <li className="book-card" key={note.id}>
          <Cover kind="ملزمة" {...note} isLazy={index >= firstSeen} />
          <Heading>
            <bdi>{note.title}</bdi>
          </Heading>
          <p className="card-title">
            <bdi>{note.teacher}</bdi>
          </p>
          <p className="card-text">
            {subjectLabels[note.subject]}
            {between}
            {grades[note.stage].shortLabel}
            {note.branch && between + branchLabels[note.branch]}
          </p>
          <p className="card-facts">
            <span className="year-chip">{formatPlainNumber(note.releaseYear)}</span>
            {note.file && <FileFactsLine file={note.file} />}
          </p>
          <a className="button is-quiet is-small card-link" href={paths.note(note.id)}>
            <Download aria-hidden="true" />
            {note.file?.damage ? 'عرض الملزمة' : readableSha256(note.file) ? 'تحميل ومعاينة' : 'تحميل'}
            <span className="visually-hidden">
              {' '}
              <bdi>{note.title}</bdi>، <bdi>{note.teacher}</bdi>، {formatPlainNumber(note.releaseYear)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
