import { comparedWords } from '#contract/arabic/words.ts'
import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { gradeCodes, grades } from '#contract/codes/grades.ts'
import { roundLabel, rounds } from '#contract/codes/rounds.ts'
import { subjectCodes, subjectLabels } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import { ingestKinds, type IngestField } from '#contract/resources/ingest.ts'

/** The columns whose cells are one of the values that records know. */
export type ValueColumn = Exclude<IngestField, 'title' | 'teacher'>
export type Column = 'file' | 'title' | 'teacher' | ValueColumn

/** What can stand in a cell: what people read, and what a row keeps of it. */
interface Choice {
  label: string
  value: string | number
  /** Other words for it. */
  others?: readonly string[]
}

interface TableColumn<Name extends Column, IsValue extends boolean> {
  name: Name
  label: string
  /** The heads by which it is known, in Arabic and English, as they are compared. */
  heads: readonly string[]
  isValue: IsValue
  choices: readonly Choice[]
  /** The value that a text names as the choices do; undefined for any other. */
  valueOf(text: string): string | number | undefined
}

const compared = (text: string) => comparedWords(text).join(' ')

function free<Name extends 'file' | 'title' | 'teacher'>(
  name: Name,
  label: string,
  heads: readonly string[],
): TableColumn<Name, false> {
  return { name, label, heads, isValue: false, choices: [], valueOf: () => undefined }
}

function closed<Name extends ValueColumn>(
  name: Name,
  label: string,
  heads: readonly string[],
  choices: readonly Choice[],
  readOther: (text: string) => string | number | undefined = () => undefined,
): TableColumn<Name, true> {
  const named = new Map(
    choices.flatMap(({ label: own, value, others = [] }) =>
      [own, String(value), ...others].map(word => [compared(word), value] as const),
    ),
  )
  const valueOf = (text: string) => named.get(compared(text)) ?? readOther(text)
  return { name, label, heads, isValue: true, choices, valueOf }
}

const yearOf = (text: string) => {
  const [year] = /^\d{4}(?=$|[- ]\d\d[- ]\d\d$)/u.exec(text) ?? []
  return year === undefined ? undefined : Number(year)
}

/** The columns of a table of metadata, in the order in which it is handed out. */
export const columns = [
  free('file', 'الملف', ['ملف', 'اسم ملف', 'file', 'filename', 'file name', 'name']),
  closed(
    'kind',
    'النوع',
    ['نوع', 'kind', 'type'],
    ingestKinds.map(kind => ({ label: kinds[kind].label, value: kind })),
  ),
  closed(
    'stage',
    'الصف',
    ['صف', 'الصف', 'مرحله', 'grade', 'stage'],
    gradeCodes.map(code => ({ label: grades[code].shortLabel, value: code, others: [grades[code].label] })),
  ),
  closed(
    'branch',
    'الفرع',
    ['فرع', 'branch'],
    branchCodes.map(code => ({ label: branchLabels[code], value: code })),
  ),
  closed(
    'subject',
    'المادة',
    ['ماده', 'subject'],
    subjectCodes.map(code => ({ label: subjectLabels[code], value: code })),
  ),
  closed('releaseYear', 'السنة', ['سنه', 'سنه دراسيه', 'عام دراسي', 'year'], [], yearOf),
  closed(
    'try',
    'الدور',
    ['دور', 'round'],
    rounds.map(round => ({ label: roundLabel(round), value: round })),
  ),
  free('teacher', 'المدرس', ['مدرس', 'اسم مدرس', 'استاذ', 'teacher', 'author']),
  closed(
    'city',
    'المدينة',
    ['مدينه', 'مديريه', 'city'],
    cities.map(city => ({ label: city, value: city })),
  ),
  free('title', 'العنوان', ['عنوان', 'title']),
] as const
