import { branchLabels } from './codes/branches.ts'
import type { BranchCode } from './codes/branches.ts'
import { ministerialGrades } from './codes/grades.ts'
import { paths } from './paths.ts'
import type { ReleaseStatus } from './resources/release-status.ts'

type Shown = Pick<ReleaseStatus, 'stage' | 'release' | 'releases'>

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The query of a release: its year and round, where the newest ones are not meant anyway. */
export function releaseQuery({ release, releases: [newest] }: Shown): { year?: number; try?: number } {
  const isNewest = release?.releaseYear === newest?.releaseYear && release?.try === newest?.try
  return release && !isNewest ? { year: release.releaseYear, try: release.try } : {}
}

/** The address of a stage's results: the newest release without year and round. */
export function addressOfRelease(shown: Shown): string {
  return withQuery(paths.resultsOfGrade(shown.stage), releaseQuery(shown))
}

/** The address of the schools of a release: all, or those that city, branch and text leave. */
export function addressOfSchools(
  shown: Shown,
  chosen: { city?: string; branch?: BranchCode | undefined; query?: string } = {},
): string {
  return withQuery(paths.schoolsOfGrade(shown.stage), { ...releaseQuery(shown), ...chosen })
}

/** The address of a city's results: its schools where their sheets are there; else its files, or their folders where it has several branches. */
export function addressOfCity(
  shown: Shown,
  { city, branches }: Pick<ReleaseStatus['cities'][number], 'city' | 'branches'>,
  hasSheets: boolean,
): string {
  const { stage, release } = shown
  if (hasSheets) return addressOfSchools(shown, { city })
  const [branch, ...others] = branches
  const way = [String(release?.releaseYear), city]
  const { hasBranches } = ministerialGrades[stage]
  const root = paths.resultsOfGrade(stage)
  if (hasBranches && (branch === undefined || others.length > 0))
    return withQuery(root, { path: way.join('/') })
  if (hasBranches && branch) way.push(branchLabels[branch])
  return withQuery(root, { path: [...way, release?.try].join('/') })
}
