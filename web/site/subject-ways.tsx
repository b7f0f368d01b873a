import { between } from '#contract/between.ts'
import { BookOpen, ChevronLeft, FileQuestionMark, NotebookText, Repeat2, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades, isMinisterialGradeCode } from '#contract/codes/grades.ts'
import type { GradeCode, MinisterialGradeCode } from '#contract/codes/grades.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatFileSize, formatNumber, formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { countOfExams } from '#contract/school-lists.ts'
import type { Services } from '#server/services.ts'
import { hrefWith } from './href-with.ts'
import { forWhom } from './list-names.ts'

/** A row that leads to something beside the record in view. */
export interface SubjectWay {
  Icon: LucideIcon
  href: string
  label: string
  /** How many, how large or how new. */
  fact: string
}

interface Taught {
  grade: GradeCode
  subject: SubjectCode
}

type Lists = Pick<Services, 'books' | 'notes' | 'exams'>

const one = { limit: 1, offset: 0, stageType: 'exact', branch: undefined, search: undefined } as const

async function booksWay({ books }: Lists, { grade, subject }: Taught): Promise<SubjectWay | undefined> {
  const { items, total } = await books.list({
    ...one,
    stage: grade,
    category: subject,
    releaseYear: undefined,
  })
  const [book] = items
  if (!book) return undefined
  const ofSubject = subjectLabels[subject]
  if (total > 1) {
    const href = hrefWith(paths.booksOfStage(grades[grade].stage), { grade, subject })
    return { Icon: BookOpen, href, label: `كتب ${ofSubject}`, fact: formatNumber(total) }
  }
  const { file, branch } = book
  const fact = [branch && branchLabels[branch], file && !file.damage && formatFileSize(file.size)]
  return {
    Icon: BookOpen,
    href: paths.book(book.id),
    label: `كتاب ${ofSubject}`,
    fact: fact.filter(Boolean).join(between),
  }
}

async function notesWay({ notes }: Lists, { grade, subject }: Taught): Promise<SubjectWay | undefined> {
  const { items, total } = await notes.list({
    ...one,
    stage: grade,
    subject,
    year: undefined,
    teacher: undefined,
  })
  const [note] = items
  if (!note) return undefined
  const href =
    total > 1 ? hrefWith(paths.notesOfStage(grades[grade].stage), { grade, subject }) : paths.note(note.id)
  return { Icon: NotebookText, href, label: `ملازم ${subjectLabels[subject]}`, fact: formatNumber(total) }
}

async function examsWay({ exams }: Lists, { grade, subject }: Taught): Promise<SubjectWay | undefined> {
  if (!isMinisterialGradeCode(grade)) return undefined
  const counts = await exams.counts()
  const places = counts.filter(count => count.stage === grade && count.subject === subject)
  if (places.length === 0) return undefined
  const newest = Math.max(...places.map(({ releaseYear }) => releaseYear))
  return {
    Icon: FileQuestionMark,
    href: hrefWith(paths.examsOfGrade(grade), { subject }),
    label: `وزاري ${subjectLabels[subject]}`,
    fact: `${formatNumber(countOfExams(counts, { grade, subject }))}${between}آخرها ${formatPlainNumber(newest)}`,
  }
}

/** To the questions of a grade, or of one of its subjects, that were asked more than once. Source: P7.7. */
export function repeatedWay(
  grade: MinisterialGradeCode,
  subject: SubjectCode | undefined,
  count: number,
): SubjectWay {
  return {
    Icon: Repeat2,
    href: hrefWith(paths.questionsOfGrade(grade), { subject }),
    label: subject ? `الأكثر تكراراً في ${subjectLabels[subject]}` : 'الأسئلة الأكثر تكراراً',
    fact: formatNumber(count),
  }
}

const ways = { books: booksWay, notes: notesWay, exams: examsWay }

/** The ways to what else there is of a grade and subject, in this order; only to what there is. Source: P5.6. */
export async function subjectWays(
  services: Lists,
  taught: Taught,
  kinds: readonly (keyof typeof ways)[],
): Promise<SubjectWay[]> {
  const found = await Promise.all(kinds.map(kind => ways[kind](services, taught)))
  return found.filter(way => way !== undefined)
}

/** The way to all handouts of a teacher. Source: P6.4. */
export function teacherWay(name: string, slug: string, count: number): SubjectWay {
  return { Icon: UserRound, href: paths.teacher(slug), label: `كل ملازم ${name}`, fact: formatNumber(count) }
}

interface SubjectWaysProps extends Taught {
  ways: readonly SubjectWay[]
}

/** What else there is of the record's grade and subject, as rows. */
export function SubjectWays({ grade, subject, ways: found }: SubjectWaysProps) {
  if (found.length === 0) return null
  return (
    <nav className="subject-ways no-print" aria-labelledby="subject-ways">
      <h2 className="section-title" id="subject-ways">
        {forWhom(subjectLabels[subject])} في {grades[grade].shortLabel}
      </h2>
      <ul className="way-list">
        {found.map(way => (
          <WayRow key={way.href} {...way} />
        ))}
      </ul>
    </nav>
  )
}

/** One way, as a row of a list. */
export function WayRow({ Icon, href, label, fact }: SubjectWay) {
  return (
    <li>
      <a className="way-row" href={href}>
        <Icon aria-hidden="true" />
        <span className="way-name">
          <bdi>{label}</bdi>
        </span>
        {fact && <span className="way-fact">{fact}</span>}
        <ChevronLeft aria-hidden="true" />
      </a>
    </li>
  )
}
