import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel, rounds } from '#contract/codes/rounds.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { countOfExams } from '#contract/school-lists.ts'
import type { ExamCount } from '#contract/school-lists.ts'
import type { Facet } from '../lists/facet-panel.tsx'
import { orderFacet } from '../lists/order-facet.ts'
import { hrefWith } from '../query.ts'

/** What the address of an exam list is narrowed to. */
export interface ExamFilters {
  subject?: SubjectCode | undefined
  year?: number | undefined
  try?: number | undefined
  sort?: 'latest' | undefined
  query?: string | undefined
}

/** A round as the filters say it, also one that is not stated. */
export function roundName(round: number): string {
  return roundLabel(round, formatPlainNumber) || 'دور غير مذكور'
}

/** The filters of an exam list with what each choice leaves: subject, year, round, order. Source: P7.1. */
export function examFacets(
  grade: MinisterialGradeCode,
  filters: ExamFilters,
  counts: readonly ExamCount[],
): Facet[] {
  const path = paths.examsOfGrade(grade)
  const choose = <Name extends 'subject' | 'year' | 'try'>(
    name: Name,
    value: NonNullable<ExamFilters[Name]>,
    label: string,
  ) => {
    const isOn = filters[name] === value
    const href = hrefWith(path, { ...filters, [name]: isOn ? undefined : value })
    const count = countOfExams(counts, { ...filters, grade, [name]: value })
    return { value: String(value), label, isOn, href, count }
  }
  const years = new Set(counts.filter(({ stage }) => stage === grade).map(({ releaseYear }) => releaseYear))
  return [
    {
      name: 'subject',
      title: 'المادة',
      choices: examSubjects[grade].map(code => choose('subject', code, subjectLabels[code])),
    },
    {
      name: 'year',
      title: 'السنة',
      choices: [...years]
        .toSorted((a, b) => b - a)
        .map(year => choose('year', year, formatPlainNumber(year))),
    },
    { name: 'try', title: 'الدور', choices: rounds.map(round => choose('try', round, roundLabel(round))) },
    orderFacet(path, filters, 'السنة ثم الدور'),
  ]
}

/** The filters that are set, each with the list without it and what that has. */
export function activeExamFilters(
  grade: MinisterialGradeCode,
  filters: ExamFilters,
  counts: readonly ExamCount[],
) {
  const { subject, year, try: round, sort } = filters
  const without = (name: keyof ExamFilters, label: string) => ({
    name,
    label,
    href: hrefWith(paths.examsOfGrade(grade), { ...filters, [name]: undefined }),
    count: name === 'sort' ? 0 : countOfExams(counts, { ...filters, grade, [name]: undefined }),
  })
  return [
    ...(subject ? [without('subject', subjectLabels[subject])] : []),
    ...(year === undefined ? [] : [without('year', formatPlainNumber(year))]),
    ...(round === undefined ? [] : [without('try', roundName(round))]),
    ...(sort ? [without('sort', 'الأحدث أولاً')] : []),
  ]
}
