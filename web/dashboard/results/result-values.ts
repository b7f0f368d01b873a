import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { resultFields, resultInputSchema, resultSchema } from '#contract/resources/result.ts'
import type { Result, ResultInput } from '#contract/resources/result.ts'
import { resultName } from '../standard/record-facts.ts'
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
  titleOf: resultName,
  fileField: 'directLink',
  proposes: 'result',
}
