import { cities } from '#contract/codes/cities.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { grades, ministerialGrades } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import type { ResultInput } from '#contract/resources/result.ts'
import { daysBefore } from '../demo-time.ts'

export interface DemoResult {
  input: Omit<ResultInput, 'directLink'>
  createdAt: Date
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
  { stage: 'THIRD_INTERMEDIATE', releaseYear: 2026, try: 1, cityCount: 7, branches: ['SCIENTIFIC'] },
  {
    stage: 'THIRD_INTERMEDIATE',
    releaseYear: 2025,
    try: 1,
    cityCount: 3,
    branches: ['SCIENTIFIC', 'VOCATIONAL'],
  },
  { stage: 'THIRD_INTERMEDIATE', releaseYear: 2025, try: 2, cityCount: 4, branches: ['SCIENTIFIC'] },
  {
    stage: 'SIXTH_PREPARATORY',
    releaseYear: 2026,
    try: 1,
    cityCount: 6,
    branches: ['SCIENTIFIC', 'LITERARY'],
  },
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

/** Result archives over years, directorates, branches and rounds. */
export function demoResults(today: Date): DemoResult[] {
  const results = plan.flatMap((group, groupIndex) =>
    Array.from(
      { length: group.cityCount },
      (_, index) => cities[(groupIndex * 5 + index * 2) % cities.length] ?? cities[0],
    ).flatMap(city => group.branches.map(branch => ({ ...group, city, branch }))),
  )
  return results.map(({ stage, releaseYear, try: round, city, branch }, index) => ({
    input: {
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
    },
    createdAt: daysBefore(today, 4 + ((index * 11) % 100) + (2026 - releaseYear) * 60, index),
  }))
}
