import { branchCodes } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { isRound } from '#contract/codes/rounds.ts'
import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { PublicationValues } from '../standard/record-kind.ts'
import type { ResultValues } from './result-values.ts'

interface ResultPlace {
  stage: string
  releaseYear: number
  try: number
  city: string
  branch: string | null
}

/** The address of the form for a result that is missing, filled with its place. */
export function addressOfMissing({ stage, releaseYear, try: round, city, branch }: ResultPlace): string {
  const place = new URLSearchParams({ stage, releaseYear: String(releaseYear), try: String(round), city })
  if (branch !== null) place.set('branch', branch)
  return `${dashboardPaths.add(dashboardPaths.results)}?${place}`
}

/** What the address of the form says of the result that is added: only what a form can hold. Undefined for nothing. */
export function presetOf(asked: URLSearchParams): Partial<ResultValues & PublicationValues> | undefined {
  const [stage, city, branch] = ['stage', 'city', 'branch'].map(name => asked.get(name) ?? '')
  const [year, round] = ['releaseYear', 'try'].map(name => Number(asked.get(name)))
  const isYear = year !== undefined && year >= limits.minYear && year <= limits.maxYear
  const preset = {
    ...(stage !== undefined && isMinisterialGradeCode(stage) && { stage }),
    ...(isYear && { releaseYear: String(year) }),
    ...(round !== undefined && isRound(round) && { try: String(round) }),
    ...(cities.some(name => name === city) && { city }),
    ...(branchCodes.some(code => code === branch) && { branch }),
  }
  if (Object.keys(preset).length === 0) return undefined
  const keywords = 'city' in preset ? { keywords: [`نتائج ${preset.city}`] } : {}
  return { ...preset, ...keywords, state: 'draft' }
}
