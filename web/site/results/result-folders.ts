import { branchCodes, branchLabels } from '#contract/codes/branches.ts'
import { ministerialGrades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber, latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Result } from '#contract/resources/result.ts'

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
  segmentOf(result: Result): string
  nameOf(segment: string): string
  isSegment(segment: string): boolean
  compare(a: string, b: string): number
}

const collator = new Intl.Collator('ar')
const otherBranch = 'عام'

const yearLevel: Level = {
  segmentOf: result => String(result.releaseYear),
  nameOf: segment => formatPlainNumber(Number(segment)),
  isSegment: segment => Number(segment) >= limits.minYear && Number(segment) <= limits.maxYear,
  compare: (a, b) => Number(b) - Number(a),
}
const cityLevel: Level = {
  segmentOf: result => result.city,
  nameOf: segment => segment,
  isSegment: segment => segment.length > 0 && segment.length <= limits.maxNameLength,
  compare: (a, b) => collator.compare(a, b),
}
const branchNames = [...branchCodes.map(code => branchLabels[code]), otherBranch]
const branchLevel: Level = {
  segmentOf: result => (result.branch ? branchLabels[result.branch] : otherBranch),
  nameOf: segment => segment,
  isSegment: segment => branchNames.includes(segment),
  compare: (a, b) => branchNames.indexOf(a) - branchNames.indexOf(b),
}
const roundLevel: Level = {
  segmentOf: result => String(result.try),
  nameOf: segment => roundLabel(Number(segment), formatPlainNumber),
  isSegment: segment => /^\d{1,2}$/.test(segment),
  compare: (a, b) => Number(a) - Number(b),
}

/** Year, city, branch where the grade has them, round. Source: public.md §2, Results folder browsers. */
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

/** The place of the tree that the trail leads to. A trail to nothing is an empty folder. */
export function placeOf(
  grade: MinisterialGradeCode,
  results: readonly Result[],
  segments: readonly string[],
): ResultPlace {
  const levels = levelsOf(grade)
  const here = results.filter(result =>
    segments.every((segment, index) => levels[index]?.segmentOf(result) === segment),
  )
  const trail = segments.map((segment, index) => ({
    segment,
    name: levels[index]?.nameOf(segment) ?? segment,
  }))
  const level = levels[segments.length]
  if (!level) return { trail, folders: [], files: here }
  const counts = new Map<string, number>()
  for (const result of here) {
    const segment = level.segmentOf(result)
    counts.set(segment, (counts.get(segment) ?? 0) + 1)
  }
  const folders = [...counts]
    .toSorted(([a], [b]) => level.compare(a, b))
    .map(([segment, fileCount]) => ({ segment, name: level.nameOf(segment), fileCount }))
  return { trail, folders, files: [] }
}
