import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import {
  grades,
  gradesOfStage,
  isGradeCode,
  ministerialGradeCodes,
  stageCodes,
  stages,
} from '#contract/codes/grades.ts'
import { newsCategoryCodes, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel, rounds } from '#contract/codes/rounds.ts'
import { subjectCodes, subjectLabels, subjectsOfGrade } from '#contract/codes/subjects.ts'
import { formatPlainNumber, formatSchoolYear } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** The twelve grades by stage; `isShort` for the narrow lists of filters. */
export function GradeOptions({ isShort = false }: { isShort?: boolean }) {
  return stageCodes.map(stage => (
    <optgroup key={stage} label={stages[stage].label}>
      {gradesOfStage(stage).map(grade => (
        <option key={grade} value={grade}>
          {isShort ? grades[grade].shortLabel : grades[grade].label}
        </option>
      ))}
    </optgroup>
  ))
}

/** The three grades whose exams the ministry sets; `isShort` as above. */
export function MinisterialGradeOptions({ isShort = false }: { isShort?: boolean }) {
  return ministerialGradeCodes.map(grade => (
    <option key={grade} value={grade}>
      {isShort ? grades[grade].shortLabel : grades[grade].label}
    </option>
  ))
}

/** All subjects; when a grade is chosen, those that it teaches come first. */
export function SubjectOptions({ grade = '' }: { grade?: string }) {
  const taught = isGradeCode(grade) ? subjectsOfGrade(grade) : []
  const option = (subject: (typeof subjectCodes)[number]) => (
    <option key={subject} value={subject}>
      {subjectLabels[subject]}
    </option>
  )
  if (taught.length === 0) return subjectCodes.map(option)
  return (
    <>
      <optgroup label="مواد هذا الصف">{taught.map(option)}</optgroup>
      <optgroup label="مواد أخرى">
        {subjectCodes.filter(subject => !taught.includes(subject)).map(option)}
      </optgroup>
    </>
  )
}

export function BranchOptions() {
  return branchCodes.map(branch => (
    <option key={branch} value={branch}>
      {branchLabels[branch]}
    </option>
  ))
}

export function CityOptions() {
  return cities.map(city => <option key={city}>{city}</option>)
}

export function RoundOptions() {
  return rounds.map(round => (
    <option key={round} value={round}>
      {roundLabel(round)}
    </option>
  ))
}

export function NewsCategoryOptions() {
  return newsCategoryCodes.map(category => (
    <option key={category} value={category}>
      {newsCategoryLabels[category]}
    </option>
  ))
}

function yearsFromNow(): number[] {
  const newest = new Date().getFullYear() + 1
  return Array.from({ length: newest - limits.minYear + 1 }, (_, index) => newest - index)
}

interface YearOptionsProps {
  /** Shown as a school year where the record is a book or a note. */
  isSchoolYear?: boolean
  /** A chosen year beyond the usual ones stays among the options. */
  chosen?: string
}

/** Years, newest first. */
export function YearOptions({ isSchoolYear = false, chosen = '' }: YearOptionsProps) {
  const years = yearsFromNow()
  const own = Number(chosen)
  if (own && !years.includes(own)) years.unshift(own)
  return years.map(year => (
    <option key={year} value={year}>
      {isSchoolYear ? formatSchoolYear(year) : formatPlainNumber(year)}
    </option>
  ))
}
