import { branchCodes } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { cities, type City } from '#contract/codes/cities.ts'
import { grades } from '#contract/codes/grades.ts'
import { countedNouns, formatCount } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { Release, ReleaseResult } from '#contract/resources/release.ts'
import { doubtOfSchools, isOpened, schoolShare } from '#contract/school-share.ts'

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
  /** Exam numbers that were read, now and of the same round a year before. */
  numbers: number
  numbersBefore: number
  /** Schools whose numbers are still to be read. */
  unread: number
  /** Those among them whose reading has stopped, and goes on only when somebody repeats it. */
  stopped: number
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

function sumOf<Item>(items: readonly Item[], countOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + countOf(item), 0)
}

function problemOf(results: readonly ReleaseResult[]): string {
  const failed = results.find(({ archive }) => archive === 'failed')
  if (failed) return failed.failure ?? 'تعذر فتح الأرشيف.'
  const named = results.map(({ school }) => school ?? '')
  return new Set(named).size < named.length ? 'أضيفت أكثر من مرة: أبقِ نتيجة واحدة واحذف غيرها.' : ''
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
      const before = release.before.filter(one => one.city === city && isIn(one.branch, branch))
      const schools = sumOf(results, one => one.schools)
      const numbers = sumOf(results, one => one.numbers)
      const schoolsBefore = sumOf(before, one => one.schools)
      const unread = sumOf(results, one => one.unread)
      const stopped = countStopped(results)
      const numbersBefore = sumOf(before, one => one.numbers)
      const share = schoolShare({ schools, schoolsBefore })
      const isConfirmed = results.length > 0 && results.every(({ id }) => confirmed.has(id))
      const problem = problemOf(results)
      const archives = results.map(({ archive }) => archive)
      const doubt = isConfirmed
        ? ''
        : doubtOfSchools({ schools, schoolsBefore, isOpened: isOpened(archives) })
      const state = stateOf(results, problem, doubt)
      const told = state === 'problem' ? problem : state === 'doubt' ? doubt : ''
      const counts = { schools, numbers, numbersBefore, unread, stopped, share }
      return { city, branch, state, results, ...counts, problem: told }
    }),
  )
}

/** The results that one act announces: drafts of cells that are ready. */
export function announceable(cells: readonly ReleaseCell[]): ReleaseResult[] {
  return cells
    .filter(({ state }) => state === 'ready')
    .flatMap(({ results }) => results.filter(({ state }) => state === 'draft'))
}

/** Whether a city waits for somebody: it holds its results back, or nobody reads their numbers any more. */
export const needsDecision = ({ state, stopped }: ReleaseCell): boolean =>
  state === 'problem' || state === 'doubt' || stopped > 0

/** Schools of these cells that are not left to be read. */
export const countRead = (cells: readonly ReleaseCell[]): number =>
  sumOf(cells, ({ schools, unread }) => schools - unread)

/** What is said where numbers are read by nobody any more, beside the way to the jobs. */
export const stoppedWords = 'توقفت القراءة: أعدها من الأعمال'

/** How many schools of these results are left unread until somebody repeats the reading. */
function countStopped(results: readonly ReleaseResult[]): number {
  return sumOf(results, one => (one.readingStopped ? one.unread : 0))
}

/** Where the reading of these results is repeated: what has failed before what was cancelled; null where none has stopped. */
export function addressOfStopped(results: readonly ReleaseResult[]): string | null {
  const stopped = results.flatMap(one => one.readingStopped ?? [])
  if (stopped.length === 0) return null
  return `${dashboardPaths.jobs}?state=${stopped.includes('failed') ? 'failed' : 'cancelled'}`
}

/** What students miss of results that are announced before all of their numbers are read; '' for nothing. */
export function unreadOf(results: readonly ReleaseResult[]): string {
  const stopped = countStopped(results)
  const awaited = sumOf(results, one => one.unread) - stopped
  const told = (count: number, rest: string) =>
    count === 0 ? [] : [`${formatCount(count, countedNouns.school)} ${rest}`]
  return [
    ...told(stopped, `لم تُقرأ أرقامها: يجد طلابها أوراقهم باسم المدرسة. ${stoppedWords}.`),
    ...told(awaited, 'لم تُقرأ أرقامها بعد: يجد طلابها أوراقهم باسم المدرسة، وبالرقم حين تُقرأ وحدها.'),
  ].join(' ')
}
