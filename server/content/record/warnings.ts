import { comparedWords } from '#contract/arabic/words.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades, hasBranches } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { roundLabel, roundNotStated } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { fileNameOfAddress } from '#contract/paths.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { readNamedFacts } from '#server/search/named-facts.ts'

/** What a person has chosen for a record; what the name of its file may speak against. */
interface ChosenFacts {
  city?: string | undefined
  subject?: SubjectCode | undefined
  grade?: GradeCode | undefined
  branch?: BranchCode | undefined
  round?: number | undefined
  /** The years that the record may be called by: a school year has two names. */
  years?: number[] | undefined
}

/** Subjects that are parts of each other: a handout of grammar is one of Arabic. */
const subjectFamilies: SubjectCode[][] = [
  ['ARABIC', 'GRAMMAR', 'READING'],
  ['SCIENCE', 'BIOLOGY', 'CHEMISTRY', 'PHYSICS'],
  ['SOCIAL', 'GEOGRAPHY', 'HISTORY', 'NATIONAL_EDUCATION'],
]

function isOther<Value>(named: readonly Value[], chosen: readonly Value[] | undefined): boolean {
  return named.length > 0 && chosen !== undefined && !chosen.some(value => named.includes(value))
}

interface Contradiction {
  isOther: boolean
  what: string
  named: string
  chosen: string
}

/** What the name of a file says otherwise than the form does: the first such thing. */
function contradictionOf(name: string, chosen: ChosenFacts): Contradiction | undefined {
  const said = readNamedFacts(name.replace(/\.[^.]*$/u, ''))
  const { city, subject, grade, branch, round, years } = chosen
  const family = subject && (subjectFamilies.find(subjects => subjects.includes(subject)) ?? [subject])
  const checks: Contradiction[] = [
    {
      isOther: isOther<string>(said.cities, city === undefined ? undefined : [city]),
      what: 'مدينة',
      named: said.cities[0] ?? '',
      chosen: city ?? '',
    },
    {
      isOther: isOther(said.subjects, family),
      what: 'مادة',
      named: said.subjects[0] ? subjectLabels[said.subjects[0]] : '',
      chosen: subject ? subjectLabels[subject] : '',
    },
    {
      isOther: isOther(said.grades, grade && [grade]),
      what: 'صف',
      named: said.grades.map(code => grades[code].shortLabel).join(' أو '),
      chosen: grade ? grades[grade].shortLabel : '',
    },
    {
      isOther: isOther(said.branches, branch && [branch]),
      what: 'فرع',
      named: said.branches[0] ? branchLabels[said.branches[0]] : '',
      chosen: branch ? branchLabels[branch] : '',
    },
    {
      isOther: isOther<number>(said.rounds, round ? [round] : undefined),
      what: 'دور',
      named: roundLabel(said.rounds[0] ?? roundNotStated),
      chosen: roundLabel(round ?? roundNotStated),
    },
    {
      isOther: isOther(said.years, years),
      what: 'سنة',
      named: formatPlainNumber(said.years[0] ?? 0),
      chosen: formatPlainNumber(years?.[0] ?? 0),
    },
  ]
  return checks.find(check => check.isOther)
}

/** Warns of files whose names say otherwise than the form. `field` is the field that holds them. */
export function warnOfFileNames(
  field: string,
  addresses: readonly (string | null | undefined)[],
  chosen: ChosenFacts,
): Warning[] {
  return addresses.flatMap(address => {
    const name = address && fileNameOfAddress(address)
    const found = name && contradictionOf(name, chosen)
    if (!found) return []
    const message = `اسم الملف «${name}» يدل على ${found.what} غير المختار: «${found.named}» في الاسم، و«${found.chosen}» في النموذج.`
    return [{ code: 'file_name', field, message, record: null } satisfies Warning]
  })
}

/** Warns of a branch in a grade that has none. */
export function warnOfBranch(grade: GradeCode | undefined, branch: BranchCode | undefined): Warning[] {
  if (!grade || !branch || hasBranches(grade)) return []
  const message = `الفروع للمرحلة الإعدادية وحدها، وقد اخترت الفرع «${branchLabels[branch]}» مع ${grades[grade].label}.`
  return [{ code: 'branch', field: 'branch', message, record: null }]
}

interface LikelyYears {
  /** How many years before this one are likely; any when absent. */
  before?: number
  /** How many after it. */
  after: number
}

/** Warns of a year that is unlikely for new content. */
export function warnOfYear(year: number | undefined, { before, after }: LikelyYears): Warning[] {
  if (year === undefined) return []
  const now = new Date().getFullYear()
  if (year <= now + after && (before === undefined || year >= now - before)) return []
  const message =
    year > now + after
      ? `سنة ${formatPlainNumber(year)} لم تأتِ بعد.`
      : `سنة ${formatPlainNumber(year)} قديمة. تأكد من أنها السنة المقصودة.`
  return [{ code: 'year', field: 'releaseYear', message, record: null }]
}

/** Warns of records that say the same. `name` is a record in one phrase. */
export function warnOfDuplicates<Row extends { id: string; version: number }>(
  rows: readonly Row[],
  name: (row: Row) => string,
): Warning[] {
  return rows.slice(0, limits.duplicatesShown).map(row => ({
    code: 'duplicate',
    field: null,
    message: 'يوجد سجل بهذه البيانات نفسها.',
    record: { id: row.id, name: name(row), version: row.version },
  }))
}

/** True when people would read the same in both, however hamza, article and marks are typed. */
export function isSameText(one: string, other: string): boolean {
  return comparedWords(one).join(' ') === comparedWords(other).join(' ')
}
