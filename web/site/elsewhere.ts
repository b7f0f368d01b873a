import { grades, isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { examSubjects } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { paths } from '#contract/paths.ts'
import type { Services } from '#server/services.ts'
import { hrefWith } from './href-with.ts'
import { listName } from './list-names.ts'
import type { Narrowing } from './list-names.ts'

/** A list that is not empty, as a place to go on to. */
export interface Way {
  href: string
  label: string
}

type Lists = Pick<Services, 'books' | 'notes' | 'exams'>

/** What a list counts: everything of a stage or of one grade, of one subject or of all. */
interface Asked extends Narrowing {
  subject?: SubjectCode | undefined
}

const one = { limit: 1, offset: 0, branch: undefined, search: undefined } as const
const scopeOf = ({ stage, grade }: Asked) =>
  ({ stage: grade ?? stage, stageType: grade ? 'exact' : 'contains' }) as const

async function bookWay({ books }: Lists, asked: Asked): Promise<Way | undefined> {
  const { grade, subject } = asked
  const found = await books.list({ ...one, ...scopeOf(asked), category: subject, releaseYear: undefined })
  const href = hrefWith(paths.booksOfStage(asked.stage), { grade, subject })
  return found.total > 0 ? { href, label: listName('كتب', asked) } : undefined
}

async function noteWay({ notes }: Lists, asked: Asked): Promise<Way | undefined> {
  const { grade, subject } = asked
  const found = await notes.list({ ...one, ...scopeOf(asked), subject, year: undefined, teacher: undefined })
  const href = hrefWith(paths.notesOfStage(asked.stage), { grade, subject })
  return found.total > 0 ? { href, label: listName('ملازم', asked) } : undefined
}

async function examWay({ exams }: Lists, { grade, subject }: Asked): Promise<Way | undefined> {
  if (!grade || !isMinisterialGradeCode(grade)) return undefined
  if (subject && !examSubjects[grade].includes(subject)) return undefined
  const found = await exams.list({
    ...one,
    stage: grade,
    stageType: 'exact',
    subject,
    try: undefined,
    releaseYear: undefined,
  })
  const href = hrefWith(paths.examsOfGrade(grade), { subject })
  const label = listName(subject ? 'أسئلة' : 'الأسئلة الوزارية:', {
    stage: grades[grade].stage,
    grade,
    subject,
  })
  return found.total > 0 ? { href, label } : undefined
}

const wayTo = { books: bookWay, notes: noteWay, exams: examWay }
export type ListKind = keyof typeof wayTo

/**
 * Where to go on from a list of this kind that has nothing: the same kind with fewer filters, and the other kinds of
 * the same grade and subject; only lists that have something.
 */
export async function waysFrom(kind: ListKind, services: Lists, asked: Narrowing): Promise<Way[]> {
  const { stage, grade, subject } = asked
  const others = (['books', 'notes', 'exams'] as const).filter(other => other !== kind)
  const found = await Promise.all([
    subject && grade ? wayTo[kind](services, { stage, grade }) : undefined,
    ...others.map(
      async other =>
        (await wayTo[other](services, asked)) ??
        (subject ? await wayTo[other](services, { stage, grade }) : undefined),
    ),
  ])
  return found.filter(way => way !== undefined)
}
