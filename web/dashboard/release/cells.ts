import { branchCodes } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { cities, type City } from '#contract/codes/cities.ts'
import { grades } from '#contract/codes/grades.ts'
import { formatNumber, formatPercent } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Release, ReleaseResult } from '#contract/resources/release.ts'

/** Where a city and branch of a release stand. */
export type CellState = 'missing' | 'reading' | 'ready' | 'scheduled' | 'published' | 'doubt' | 'problem'

/** One place of the grid. */
export interface ReleaseCell {
  city: City
  /** Null where the stage has no branches, or a result names none. */
  branch: BranchCode | null
  state: CellState
  results: ReleaseResult[]
  schools: number
  /** Against the same round a year before, in percent of it; null where that is not known. */
  share: number | null
  /** What is wrong; '' for nothing. */
  problem: string
}

/** The branches of a release as columns: none for most stages; those without a branch where there are some. */
export function columnsOf({ stage, results }: Release): (BranchCode | null)[] {
  if (grades[stage].stage !== 'PREPARATORY') return [null]
  return results.some(({ branch }) => branch === null) ? [...branchCodes, null] : [...branchCodes]
}

const isHalfRead = ({ archive }: ReleaseResult) => archive === 'waiting' || archive === 'reading'

function problemOf(results: readonly ReleaseResult[]): string {
  const failed = results.find(({ archive }) => archive === 'failed')
  if (failed) return failed.failure ?? 'تعذر فتح الأرشيف.'
  const named = results.map(({ school }) => school ?? '')
  return new Set(named).size < named.length ? 'أضيفت أكثر من مرة: أبقِ نتيجة واحدة واحذف غيرها.' : ''
}

function doubtOf(results: readonly ReleaseResult[], schools: number, share: number | null): string {
  if (results.some(isHalfRead)) return ''
  if (schools === 0 && results.some(({ archive }) => archive === 'ready')) return 'لا مدارس في الأرشيف.'
  if (share === null || share >= limits.likelySchoolsShare * 100) return ''
  return `المدارس أقل من السنة الماضية بـ ${formatPercent(100 - Math.round(share))}: ${formatNumber(schools)} فقط.`
}

function stateOf(results: readonly ReleaseResult[], problem: string, doubt: string): CellState {
  if (results.length === 0) return 'missing'
  if (problem) return 'problem'
  if (results.every(({ state }) => state === 'published')) return 'published'
  if (results.some(result => result.state !== 'published' && isHalfRead(result))) return 'reading'
  if (doubt) return 'doubt'
  return results.some(({ state }) => state === 'draft') ? 'ready' : 'scheduled'
}

/** Every city and branch of a release, by city; `confirmed` are doubtful results that somebody has looked at. */
export function cellsOf(release: Release, confirmed: ReadonlySet<string>): ReleaseCell[][] {
  const columns = columnsOf(release)
  const isIn = (own: BranchCode | null, column: BranchCode | null) => columns.length === 1 || own === column
  return cities.map(city =>
    columns.map(branch => {
      const results = release.results.filter(one => one.city === city && isIn(one.branch, branch))
      const schools = results.reduce((sum, one) => sum + one.schools, 0)
      const before = release.before
        .filter(one => one.city === city && isIn(one.branch, branch))
        .reduce((sum, one) => sum + one.schools, 0)
      const share = before > 0 && schools > 0 ? (schools / before) * 100 : null
      const isConfirmed = results.length > 0 && results.every(({ id }) => confirmed.has(id))
      const problem = problemOf(results)
      const doubt = isConfirmed ? '' : doubtOf(results, schools, share)
      const state = stateOf(results, problem, doubt)
      const told = state === 'problem' ? problem : state === 'doubt' ? doubt : ''
      return { city, branch, state, results, schools, share, problem: told }
    }),
  )
}

/** The results that one act announces: drafts of cells that are ready. */
export function announceable(cells: readonly ReleaseCell[]): ReleaseResult[] {
  return cells
    .filter(({ state }) => state === 'ready')
    .flatMap(({ results }) => results.filter(({ state }) => state === 'draft'))
}
