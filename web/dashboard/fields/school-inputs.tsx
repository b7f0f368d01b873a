import { useWatch } from 'react-hook-form'
import { SelectInput } from './inputs.tsx'
import type { InputOf } from './inputs.tsx'
import {
  BranchOptions,
  GradeOptions,
  MinisterialGradeOptions,
  SubjectOptions,
  YearOptions,
} from './options.tsx'

/** The grade, of all twelve. */
export function GradeInput(field: InputOf) {
  return (
    <SelectInput {...field} empty="اختر الصف">
      <GradeOptions />
    </SelectInput>
  )
}

/** The grade, of the three whose exams the ministry sets. */
export function MinisterialGradeInput(field: InputOf) {
  return (
    <SelectInput {...field} empty="اختر الصف">
      <MinisterialGradeOptions />
    </SelectInput>
  )
}

/** The subject; those of the grade that the form names come first. */
export function SubjectInput(field: InputOf) {
  const grade = useWatch<{ stage: string }, 'stage'>({ name: 'stage' })
  return (
    <SelectInput {...field} empty="اختر المادة">
      <SubjectOptions grade={grade} />
    </SelectInput>
  )
}

export function BranchInput(field: InputOf) {
  return (
    <SelectInput {...field} empty="بدون فرع" isOptional>
      <BranchOptions />
    </SelectInput>
  )
}

/** The year of an exam. */
export function YearInput(field: InputOf) {
  const year = useWatch<Record<string, string>>({ name: field.name })
  return (
    <SelectInput {...field} empty="اختر السنة">
      <YearOptions chosen={year} />
    </SelectInput>
  )
}

/** The school year of a book, one of its versions or a note. */
export function SchoolYearInput(field: InputOf) {
  const year = useWatch<Record<string, string>>({ name: field.name })
  return (
    <SelectInput {...field} empty="اختر السنة">
      <YearOptions isSchoolYear chosen={year} />
    </SelectInput>
  )
}
