import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { readableSha256 } from '#contract/resources/file.ts'
import type { Note } from '#contract/resources/note.ts'
import { teacherWithoutTitle } from '#contract/teacher-names.ts'
import { SmallCover } from '#web/school/small-cover.tsx'
import { downloadOf, fileFacts, yearFact } from '../lists/file-facts.tsx'
import { drawnOnce } from '../chrome/drawn-rows.tsx'
import { isNew } from '../lists/is-new.ts'
import { RecordActions } from '../lists/record-actions.tsx'
import { RecordRow } from '../lists/record-row.tsx'
import { titleRest } from '../lists/title-rest.ts'
import type { Said } from '../lists/title-rest.ts'

interface NoteRowProps {
  note: Note
  /** What the titles above the row say; it says the rest. */
  said?: Said
  headingLevel?: 2 | 3
  /** Off for the rows that are seen at once. */
  isLazy?: boolean
}

function DrawNoteRow({ note, said = {}, headingLevel, isLazy }: NoteRowProps) {
  const { subject, stage: grade, branch, releaseYear, title, teacher, file } = note
  const year = formatPlainNumber(releaseYear)
  const heading = titleRest(title, { subject, grade, branch, year: releaseYear }) || title
  const isSubjectSaid = said.subject === subject
  const isTeacherSaid = said.teacher === teacher
  const place = [
    isSubjectSaid || isTeacherSaid ? undefined : subjectLabels[subject],
    said.grade === grade ? undefined : grades[grade].shortLabel,
    branch && said.branch !== branch ? branchLabels[branch] : undefined,
    said.year === releaseYear ? undefined : yearFact(releaseYear),
  ]
  return (
    <RecordRow
      kind="note"
      id={note.id}
      href={paths.note(note.id)}
      heading={<bdi>{heading}</bdi>}
      name={[subjectLabels[subject], grades[grade].shortLabel, teacher, year].join('، ')}
      cover={<SmallCover subject={subject} image={note.imageFile ?? note.image} isLazy={isLazy} />}
      isNew={isNew(note.createdAt)}
      detail={isSubjectSaid ? undefined : <bdi>{isTeacherSaid ? subjectLabels[subject] : teacher}</bdi>}
      facts={[
        isSubjectSaid && !isTeacherSaid && <bdi key="teacher">{teacherWithoutTitle(teacher)}</bdi>,
        ...place,
        ...fileFacts(file),
      ]}
      headingLevel={headingLevel}
      isLow
    >
      <RecordActions
        kind="note"
        id={note.id}
        name={[title, teacher, year].join('، ')}
        download={downloadOf(note.directLink, file)}
        readingHref={readableSha256(file) ? paths.noteReading(note.id) : undefined}
      />
    </RecordRow>
  )
}

/** A handout in a list: what its title leaves beside subject and grade, the teacher, the file. Source: P4.7. */
export const NoteRow = drawnOnce(DrawNoteRow)
