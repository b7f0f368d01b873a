import { useWatch } from 'react-hook-form'
import { SelectInput } from './inputs.tsx'
import {
  BranchOptions,
  GradeOptions,
  MinisterialGradeOptions,
  SubjectOptions,
  YearOptions,
} from './options.tsx'

/** The grade, of all twelve. */
export function GradeInput() {
  return (
    <SelectInput name="stage" label="الصف" empty="اختر الصف">
      <GradeOptions />
    </SelectInput>
  )
}

/** The grade, of the three whose exams the ministry sets. */
export function MinisterialGradeInput() {
  return (
    <SelectInput name="stage" label="الصف" empty="اختر الصف">
      <MinisterialGradeOptions />
    </SelectInput>
  )
}

/** The subject; those of the grade that the form names come first. */
export function SubjectInput() {
  const grade = useWatch<{ stage: string }, 'stage'>({ name: 'stage' })
  return (
    <SelectInput name="subject" label="المادة" empty="اختر المادة">
      <SubjectOptions grade={grade} />
    </SelectInput>
  )
}

export function BranchInput() {
  return (
    <SelectInput name="branch" label="الفرع" empty="بدون فرع" isOptional>
      <BranchOptions />
    </SelectInput>
  )
}

/** The year of an exam. */
export function YearInput() {
  const year = useWatch<{ releaseYear: string }, 'releaseYear'>({ name: 'releaseYear' })
  return (
    <SelectInput name="releaseYear" label="السنة" empty="اختر السنة">
      <YearOptions chosen={year} />
    </SelectInput>
  )
}

/** The school year of a book, one of its versions or a note. */
export function SchoolYearInput({ name = 'releaseYear' }: { name?: string }) {
  const year = useWatch<Record<string, string>>({ name })
  return (
    <SelectInput name={name} label="السنة الدراسية" empty="اختر السنة">
      <YearOptions isSchoolYear chosen={year} />
    </SelectInput>
  )
}
