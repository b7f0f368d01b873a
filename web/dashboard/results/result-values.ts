import { grades, isGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { resultSchema } from '#contract/resources/result.ts'
import type { Result } from '#contract/resources/result.ts'
import type { CurrentValues } from '../standard/use-record-form.ts'

export interface ResultValues {
  city: string
  school: string
  stage: string
  branch: string
  try: string
  releaseYear: string
  keywords: string[]
  directLink: string
  googleDriveLink: string
  telegramLink: string
}

export const blankResult: ResultValues = {
  city: '',
  school: '',
  stage: '',
  branch: '',
  try: '',
  releaseYear: '',
  keywords: [],
  directLink: '',
  googleDriveLink: '',
  telegramLink: '',
}

/** A result as its form shows it. */
export function resultValuesOf(result: Result): ResultValues {
  return {
    city: result.city,
    school: result.school ?? '',
    stage: result.stage,
    branch: result.branch ?? '',
    try: String(result.try),
    releaseYear: String(result.releaseYear),
    keywords: result.keywords,
    directLink: result.directLink,
    googleDriveLink: result.googleDriveLink ?? '',
    telegramLink: result.telegramLink ?? '',
  }
}

/** The form's values of a record that a refused save answered with; undefined when it is none. */
export function currentResultValues(current: unknown): CurrentValues<ResultValues> | undefined {
  const { data } = resultSchema.safeParse(current)
  return data && { id: data.id, values: resultValuesOf(data), version: data.version }
}

/** What lists of drafts call a result: its place, grade, year and round. */
export function resultDraftTitle({ city, stage, releaseYear, try: round }: ResultValues): string {
  const parts = [
    city,
    isGradeCode(stage) ? grades[stage].shortLabel : '',
    releaseYear ? formatPlainNumber(Number(releaseYear)) : '',
    round ? roundLabel(Number(round)) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
