import {
  BranchOptions,
  GradeOptions,
  MinisterialGradeOptions,
  RoundOptions,
  SubjectOptions,
  YearOptions,
} from '../fields/options.tsx'
import { FilterSelect } from './filter-bar.tsx'
import type { OneFilter } from './list-filters.ts'

/** A filter, and what people call its field. */
type NamedFilter = OneFilter & { label: string }

/** The grade, of all twelve. */
export function GradeFilter(filter: NamedFilter) {
  return (
    <FilterSelect all="كل الصفوف" {...filter}>
      <GradeOptions isShort />
    </FilterSelect>
  )
}

/** The grade, of the three whose exams the ministry sets. */
export function MinisterialGradeFilter(filter: NamedFilter) {
  return (
    <FilterSelect all="كل الصفوف" {...filter}>
      <MinisterialGradeOptions isShort />
    </FilterSelect>
  )
}

export function BranchFilter(filter: NamedFilter) {
  return (
    <FilterSelect all="كل الفروع" {...filter}>
      <BranchOptions />
    </FilterSelect>
  )
}

/** The subject; those of the chosen grade come first. */
export function SubjectFilter({ grade, ...filter }: NamedFilter & { grade: string }) {
  return (
    <FilterSelect all="كل المواد" {...filter}>
      <SubjectOptions grade={grade} />
    </FilterSelect>
  )
}

/** The year of an exam. */
export function YearFilter(filter: NamedFilter) {
  return (
    <FilterSelect all="كل السنوات" {...filter}>
      <YearOptions chosen={filter.value} />
    </FilterSelect>
  )
}

/** The round of an exam. */
export function RoundFilter(filter: NamedFilter) {
  return (
    <FilterSelect all="كل الأدوار" {...filter}>
      <RoundOptions />
    </FilterSelect>
  )
}

/** The school year of a book or a note. */
export function SchoolYearFilter(filter: NamedFilter) {
  return (
    <FilterSelect all="كل السنوات" {...filter}>
      <YearOptions isSchoolYear chosen={filter.value} />
    </FilterSelect>
  )
}
