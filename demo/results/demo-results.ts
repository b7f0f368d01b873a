import { cities } from '#contract/codes/cities.ts'
import type { City } from '#contract/codes/cities.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades, ministerialGrades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import type { ResultInput } from '#contract/resources/result.ts'
import { daysBefore } from '../demo-time.ts'

export interface DemoResult {
  input: Omit<ResultInput, 'directLink'> & { city: City }
  createdAt: Date
  /** One table of a few columns, or a sheet for each school. */
  archive: 'table' | 'schools'
}

const plan: {
  stage: MinisterialGradeCode
  releaseYear: number
  try: number
  cityCount: number
  branches: (BranchCode | undefined)[]
}[] = [
  { stage: 'SIXTH_PRIMARY', releaseYear: 2026, try: 1, cityCount: 10, branches: [undefined] },
  { stage: 'SIXTH_PRIMARY', releaseYear: 2025, try: 1, cityCount: 5, branches: [undefined] },
  { stage: 'SIXTH_PRIMARY', releaseYear: 2025, try: 2, cityCount: 4, branches: [undefined] },
  {
    stage: 'THIRD_INTERMEDIATE',
    releaseYear: 2025,
    try: 1,
    cityCount: 3,
    branches: ['SCIENTIFIC', 'VOCATIONAL'],
  },
  { stage: 'THIRD_INTERMEDIATE', releaseYear: 2025, try: 2, cityCount: 4, branches: ['SCIENTIFIC'] },
  { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 4, cityCount: 2, branches: ['SCIENTIFIC'] },
  {
    stage: 'SIXTH_PREPARATORY',
    releaseYear: 2025,
    try: 1,
    cityCount: 2,
    branches: ['SCIENTIFIC', 'LITERARY', 'VOCATIONAL'],
  },
  { stage: 'SIXTH_PREPARATORY', releaseYear: 2025, try: 3, cityCount: 3, branches: ['LITERARY'] },
]

/** A release that is coming out city by city. */
const releases: {
  stage: MinisterialGradeCode
  branches: (BranchCode | undefined)[]
  waiting: readonly City[]
  draft: City
  scheduled: City
}[] = [
  {
    stage: 'THIRD_INTERMEDIATE',
    branches: [undefined],
    waiting: ['أربيل', 'السليمانية', 'دهوك', 'ميسان'],
    draft: 'المثنى',
    scheduled: 'ديالى',
  },
  {
    stage: 'SIXTH_PREPARATORY',
    branches: ['SCIENTIFIC', 'LITERARY'],
    waiting: ['الرصافة الثالثة', 'أربيل', 'السليمانية', 'دهوك', 'صلاح الدين'],
    draft: 'القادسية',
    scheduled: 'البصرة',
  },
]
const newestYear = 2026
/** So that a demo library shows a scheduled result for some weeks. */
const daysToRelease = 21

/** Result archives over years, directorates, branches and rounds, and those of the newest releases. */
export function demoResults(today: Date): DemoResult[] {
  return [...newestResults(today), ...earlierResults(today)]
}

function newestResults(today: Date): DemoResult[] {
  return releases.flatMap(({ stage, branches, waiting, draft, scheduled }) =>
    cities
      .filter(city => !waiting.includes(city))
      .flatMap((city, index) =>
        branches.map((branch): DemoResult => ({
          input: {
            ...inputOf({ stage, releaseYear: newestYear, try: 1, city, branch }),
            ...(city === draft && { state: 'draft' }),
            ...(city === scheduled && {
              state: 'scheduled',
              publishAt: daysBefore(today, -daysToRelease).toISOString(),
            }),
          },
          createdAt: daysBefore(today, 1 + (index % 3), index),
          archive: 'schools',
        })),
      ),
  )
}

function earlierResults(today: Date): DemoResult[] {
  const results = plan.flatMap((group, groupIndex) =>
    Array.from(
      { length: group.cityCount },
      (_, index) => cities[(groupIndex * 5 + index * 2) % cities.length] ?? cities[0],
    ).flatMap(city => group.branches.map(branch => ({ ...group, city, branch }))),
  )
  return results.map((result, index) => ({
    input: inputOf(result),
    createdAt: daysBefore(today, 4 + ((index * 11) % 100) + (newestYear - result.releaseYear) * 60, index),
    archive: 'table',
  }))
}

function inputOf({
  stage,
  releaseYear,
  try: round,
  city,
  branch,
}: Pick<ResultInput, 'stage' | 'releaseYear' | 'try' | 'branch'> & { city: City }): DemoResult['input'] {
  return {
    city,
    stage,
    branch: ministerialGrades[stage].hasBranches ? branch : undefined,
    try: round,
    releaseYear,
    keywords: [
      'نتائج',
      grades[stage].shortLabel,
      city,
      roundLabel(round),
      formatPlainNumber(releaseYear),
    ].concat(branch ? [branchLabels[branch]] : []),
  }
}
