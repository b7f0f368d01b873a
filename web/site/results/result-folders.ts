import { branchCodes, branchLabels, noBranchLabel } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { ministerialGrades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber, latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Result } from '#contract/resources/result.ts'
import type { Services } from '#server/services.ts'

type ResultsService = Services['results']
type Column = Parameters<ResultsService['countBy']>[0]
type Place = Parameters<ResultsService['countBy']>[1]
type Count = Awaited<ReturnType<ResultsService['countBy']>>[number]

/** A folder of the level that is shown. `segment` is its part of the `path` parameter. */
export interface ResultFolder {
  segment: string
  name: string
  fileCount: number
}

/** What one place of the tree holds: folders or, at its end, files. */
export interface ResultPlace {
  /** The folders from the root to here. */
  trail: readonly { segment: string; name: string }[]
  folders: readonly ResultFolder[]
  files: readonly Result[]
}

interface Level {
  column: Column
  segmentOf(value: Count['value']): string
  /** The part of a filter that a segment stands for. */
  placeOf(segment: string): Partial<Place>
  nameOf(segment: string): string
  isSegment(segment: string): boolean
  compare(a: string, b: string): number
}

const cityNames: readonly string[] = cities
const collator = new Intl.Collator('ar')

const yearLevel: Level = {
  column: 'releaseYear',
  segmentOf: String,
  placeOf: segment => ({ releaseYear: Number(segment) }),
  nameOf: segment => formatPlainNumber(Number(segment)),
  isSegment: segment => Number(segment) >= limits.minYear && Number(segment) <= limits.maxYear,
  compare: (a, b) => Number(b) - Number(a),
}
const cityLevel: Level = {
  column: 'city',
  segmentOf: String,
  placeOf: segment => ({ city: segment }),
  nameOf: segment => segment,
  isSegment: segment => cityNames.includes(segment),
  compare: (a, b) => collator.compare(a, b),
}
const branchNames = [...branchCodes.map(code => branchLabels[code]), noBranchLabel]
const branchOf = (value: Count['value']) => branchCodes.find(code => code === value)
const branchNamed = (name: string) => branchCodes.find(code => branchLabels[code] === name)
const branchLevel: Level = {
  column: 'branch',
  segmentOf(value) {
    const branch = branchOf(value)
    return branch ? branchLabels[branch] : noBranchLabel
  },
  placeOf: segment => ({ branch: branchNamed(segment) ?? null }),
  nameOf: segment => segment,
  isSegment: segment => branchNames.includes(segment),
  compare: (a, b) => branchNames.indexOf(a) - branchNames.indexOf(b),
}
const roundLevel: Level = {
  column: 'try',
  segmentOf: String,
  placeOf: segment => ({ try: Number(segment) }),
  nameOf: segment => roundLabel(Number(segment), formatPlainNumber),
  isSegment: segment => /^\d{1,2}$/.test(segment),
  compare: (a, b) => Number(a) - Number(b),
}

/** Year, city, branch where the grade has them, round. Source: R2.1. */
function levelsOf(grade: MinisterialGradeCode): Level[] {
  const hasBranches = ministerialGrades[grade].hasBranches
  return hasBranches ? [yearLevel, cityLevel, branchLevel, roundLevel] : [yearLevel, cityLevel, roundLevel]
}

/** The `path` parameter as segments of known levels, or undefined when it names no possible place. */
export function readTrail(grade: MinisterialGradeCode, path: string | undefined): string[] | undefined {
  if (!path) return []
  const segments = path
    .split('/')
    .map(part => part.trim())
    .filter(part => part !== '')
  const levels = levelsOf(grade)
  const clean = segments.map((segment, index) =>
    levels[index] === cityLevel ? segment : latinDigits(segment),
  )
  const isPossible =
    clean.length <= levels.length && clean.every((part, index) => levels[index]?.isSegment(part))
  return isPossible ? clean : undefined
}

/** Loads the place of the tree that the trail leads to: one level of it. A trail to nothing is an empty folder. */
export async function loadPlace(
  results: Pick<ResultsService, 'countBy' | 'listWithin'>,
  grade: MinisterialGradeCode,
  segments: readonly string[],
): Promise<ResultPlace> {
  const levels = levelsOf(grade)
  const place: Place = Object.assign(
    { stage: grade },
    ...segments.map((segment, index) => levels[index]?.placeOf(segment)),
  )
  const trail = segments.map((segment, index) => ({
    segment,
    name: levels[index]?.nameOf(segment) ?? segment,
  }))
  const level = levels[segments.length]
  if (!level) return { trail, folders: [], files: await results.listWithin(place) }
  const counts = await results.countBy(level.column, place)
  const folders = counts
    .map(({ value, count }) => ({ segment: level.segmentOf(value), fileCount: count }))
    .toSorted((a, b) => level.compare(a.segment, b.segment))
    .map(({ segment, fileCount }) => ({ segment, name: level.nameOf(segment), fileCount }))
  return { trail, folders, files: [] }
}
