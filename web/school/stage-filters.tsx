import { grades, gradesOfStage } from '#contract/codes/grades.ts'
import type { GradeCode, StageCode } from '#contract/codes/grades.ts'
import { stageSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

interface StageFiltersProps {
  path: string
  stage: StageCode
  placeholder: string
  query: { grade?: GradeCode | undefined; subject?: SubjectCode | undefined; query?: string | undefined }
}

/** The filters of the book and handout lists: text, grade, subject, reset. Source: P4.2. */
export function StageFilters({ path, stage, placeholder, query }: StageFiltersProps) {
  return (
    <form className="filters" action={path} method="get" role="search" aria-label="تصفية القائمة">
      <SearchField label="بحث" name="query" value={query.query} placeholder={placeholder} />
      <SelectField
        label="الصف"
        name="grade"
        value={query.grade}
        all="كل الصفوف"
        options={gradesOfStage(stage).map(code => ({ value: code, label: grades[code].shortLabel }))}
      />
      <SelectField
        label="المادة"
        name="subject"
        value={query.subject}
        all="كل المواد"
        options={stageSubjects[stage].map(code => ({ value: code, label: subjectLabels[code] }))}
      />
      <FilterButtons path={path} />
    </form>
  )
}
