import type { Result } from '#contract/resources/result.ts'

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
