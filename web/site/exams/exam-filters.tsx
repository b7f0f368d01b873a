import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel, rounds } from '#contract/codes/rounds.ts'
import { examSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

interface ExamFiltersProps {
  grade: MinisterialGradeCode
  years: readonly number[]
  query: {
    subject?: string | undefined
    year?: number | undefined
    try?: number | undefined
    query?: string | undefined
  }
}

/** The filters of an exam list: text, subject, round, year, reset. Source: P7.1. */
export function ExamFilters({ grade, years, query }: ExamFiltersProps) {
  const path = paths.examsOfGrade(grade)
  return (
    <form className="filters has-four" action={path} method="get" role="search" aria-label="تصفية القائمة">
      <SearchField label="بحث" name="query" value={query.query} placeholder="ابحث في الأسئلة…" />
      <SelectField
        label="المادة"
        name="subject"
        value={query.subject}
        all="كل المواد"
        options={examSubjects[grade].map(code => ({ value: code, label: subjectLabels[code] }))}
      />
      <SelectField
        label="الدور"
        name="try"
        value={query.try?.toString()}
        all="كل الأدوار"
        options={rounds.map(round => ({ value: String(round), label: roundLabel(round) }))}
      />
      <SelectField
        label="السنة"
        name="year"
        value={query.year?.toString()}
        all="كل السنوات"
        options={years.map(year => ({ value: String(year), label: formatPlainNumber(year) }))}
      />
      <FilterButtons path={path} />
    </form>
  )
}
