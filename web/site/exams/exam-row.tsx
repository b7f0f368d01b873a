import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, formatCount, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { ownPages } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import { SmallCover } from '#web/school/small-cover.tsx'
import { drawnOnce } from '../chrome/drawn-rows.tsx'
import { isNew } from '../lists/is-new.ts'
import { RecordActions } from '../lists/record-actions.tsx'
import { RecordRow } from '../lists/record-row.tsx'
import { titleRest } from '../lists/title-rest.ts'
import type { Said } from '../lists/title-rest.ts'

interface ExamRowProps {
  exam: Exam
  /** What the titles above the row say; it says the rest. */
  said?: Said
  headingLevel?: 2 | 3
}

function DrawExamRow({ exam, said = {}, headingLevel }: ExamRowProps) {
  const { subject, stage: grade, releaseYear, title, files } = exam
  const round = roundLabel(exam.try, formatPlainNumber)
  const year = formatPlainNumber(releaseYear)
  const isSubjectSaid = said.subject === subject
  const isYearSaid = said.year === releaseYear
  const rest = titleRest(title, { subject, grade, year: releaseYear, round: exam.try })
  const heading = isSubjectSaid ? (isYearSaid && round) || year : subjectLabels[subject]
  const pages = ownPages(exam).length
  return (
    <RecordRow
      kind="exam"
      id={exam.id}
      href={paths.exam(exam.id)}
      heading={heading}
      name={[title, subjectLabels[subject], grades[grade].shortLabel, year, round].filter(Boolean).join('، ')}
      cover={<SmallCover subject={subject} />}
      isNew={isNew(exam.createdAt)}
      facts={[
        rest && <bdi key="rest">{rest}</bdi>,
        said.grade === grade ? undefined : grades[grade].shortLabel,
        isYearSaid || isSubjectSaid ? undefined : year,
        heading === round || said.round === exam.try ? undefined : round,
        files.length > 0 && formatCount(files.length, countedNouns.page),
      ]}
      headingLevel={headingLevel}
      isLow
    >
      <RecordActions
        kind="exam"
        id={exam.id}
        name={title}
        download={pages > 0 ? { href: paths.examPdf(exam.id), file: null, isMade: true } : undefined}
      />
    </RecordRow>
  )
}

/** An exam in a list: its subject, or its year where that is said, its round and its pages. Source: P7.1. */
export const ExamRow = drawnOnce(DrawExamRow)
