import { grades, isGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { resultFields, resultInputSchema, resultSchema } from '#contract/resources/result.ts'
import type { Result, ResultInput } from '#contract/resources/result.ts'
import { fetchFrom } from '../standard/record-kind.ts'
import type { FormValues, RecordKind } from '../standard/record-kind.ts'

export type ResultValues = FormValues<typeof resultFields, { keywords: string[] }>

const blankResult: ResultValues = {
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
function resultValuesOf(result: Result): ResultValues {
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

/** What lists of drafts call a result: its place, grade, year and round. */
function resultDraftTitle({ city, stage, releaseYear, try: round }: ResultValues): string {
  const parts = [
    city,
    isGradeCode(stage) ? grades[stage].shortLabel : '',
    releaseYear ? formatPlainNumber(Number(releaseYear)) : '',
    round ? roundLabel(Number(round)) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What the add and edit screens know of a result. */
export const resultKind: RecordKind<Result, ResultValues, ResultInput> = {
  drafts: 'results',
  names: resultFields,
  path: apiPaths.results,
  listAddress: dashboardPaths.results,
  schema: resultInputSchema,
  recordSchema: resultSchema,
  fetch: fetchFrom(apiPaths.results),
  blank: blankResult,
  valuesOf: resultValuesOf,
  titleOf: resultDraftTitle,
  fileField: 'directLink',
  proposes: 'result',
}
