import { cities } from '#contract/codes/cities.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { AppError } from '#contract/errors.ts'
import { filePath } from '#contract/paths.ts'
import type { ReleaseStatus, WantedRelease } from '#contract/resources/release-status.ts'
import type { TextRange } from '#contract/resources/search.ts'
import type { Sheet } from '#contract/resources/sheet.ts'
import type { Changes } from '#server/base/changes.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { KeptReads } from '../kept-reads.ts'
import { presentSheet } from '../sheets/sheets.presenter.ts'
import { markWords } from './mark-words.ts'
import { SchoolIndex } from './school-index.ts'
import type { SchoolNaming } from './school-index.ts'
import { listPagePictures, listSchools } from './schools.repository.ts'
import type { Release, SchoolRow } from './schools.repository.ts'

/** A school's sheet in a list of all cities. */
export interface School extends Sheet {
  city: string
  branch: BranchCode | null
  /** Ranges of `school` that answer what was typed. */
  highlights: TextRange[]
}

interface SchoolFilters {
  city?: string | undefined
  branch?: BranchCode | undefined
  group?: string | undefined
}

interface SchoolQuery extends WantedRelease, SchoolFilters {
  search?: string | undefined
  limit: number
  offset: number
}

/** Schools of one release. */
export interface SchoolList {
  status: ReleaseStatus
  schools: School[]
  /** How many answer, and how many there are without search and filters. */
  total: number
  all: number
  /** What can be chosen among, in the order that people know. */
  cities: string[]
  branches: BranchCode[]
  groups: string[]
  /** What was typed is in the names as it was typed. */
  isSure: boolean
  names: SchoolNaming
}

/** Where a sheet belongs, and what lies beside it. */
export interface SchoolPlace {
  school: School
  release: Release
  /** How many sheets its city has. */
  ofCity: number
  before: School | undefined
  after: School | undefined
  /** The pictures of its pages that are ready; the others are drawn when they are asked for. */
  pictures: { page: number; url: string; width: number; height: number }[]
  /** Of its first page, or of the picture that it is; null where that is not known. Units: pixels. */
  size: { width: number; height: number } | null
  /** Others of the same city and branch. */
  others: School[]
}

export type SchoolsService = ReturnType<typeof createSchoolsService>

/** So many releases are kept in memory. */
const maxKept = 12
/** So many cities of them, for the pages of their sheets. */
const maxKeptCities = 2 * cities.length
/** More groups than this are folders that nobody chooses among. */
const maxGroups = 40
const neighbours = 3
const cityOrder: readonly string[] = cities

/* The order of the database, but for numbers: «مدرسة ٢» before «مدرسة ١٠». English changes nothing of how Unicode orders Arabic. */
const byName = new Intl.Collator('en', { numeric: true })

/** Schools that come by name, in the order of the numbers in their names: only these have still to change places. */
function withNumbersInOrder(rows: readonly SchoolRow[]): SchoolRow[] {
  return rows.toSorted((one, other) => byName.compare(one.school, other.school))
}

const namesNone: SchoolNaming = { isWhole: false, isExact: false, isOwn: false }

interface Dependencies {
  db: Queryable
  changes: Pick<Changes, 'onChange'>
  status: (wanted: WantedRelease) => Promise<ReleaseStatus>
  /** The release of a published result. */
  releaseOf: (resultId: string) => Promise<Release | undefined>
  /** A public sheet. Errors: `sheet_not_found`. */
  sheet: (id: string) => Promise<Sheet>
  files: Pick<FilesService, 'factsOf' | 'pagePictures'>
}

/**
 * The schools whose sheets are public, over all cities of a release.
 * Errors: `sheet_not_found`.
 */
export function createSchoolsService({ db, changes, status, releaseOf, sheet, files }: Dependencies) {
  const kept = new KeptReads<SchoolIndex>(changes, maxKept)
  const keptCities = new KeptReads<SchoolRow[]>(changes, maxKeptCities)

  async function read(release: Release): Promise<SchoolIndex> {
    const rows = withNumbersInOrder(await listSchools(db, release))
    const placed = rows.map(row => ({ row, at: cityOrder.indexOf(row.city) }))
    return new SchoolIndex(placed.sort((a, b) => a.at - b.at).map(({ row }) => row))
  }

  function indexOf(release: Release): Promise<SchoolIndex> {
    const key = [release.stage, release.releaseYear, release.try].join('/')
    return kept.get(key, () => read(release))
  }

  async function picturesOf({ kind, sha256 }: Sheet): Promise<SchoolPlace['pictures']> {
    if (kind !== 'pdf') return []
    const drawn = await listPagePictures(db, sha256)
    return drawn
      .toSorted((a, b) => a.page - b.page)
      .map(({ page, picture, width, height }) => ({
        page,
        url: filePath(picture, `${page}.webp`),
        width,
        height,
      }))
  }

  /** The shape of the first page; unknown when telling it takes long. */
  async function sizeOfPage(sha256: string): Promise<SchoolPlace['size']> {
    const found = await files.pagePictures.factsSoon(sha256).catch(() => undefined)
    const [, shape] = found?.shapes[0] ?? []
    return shape === undefined ? null : { width: 1000, height: shape }
  }

  async function sizeOf({ kind, sha256, url }: Sheet): Promise<SchoolPlace['size']> {
    if (kind === 'pdf') return sizeOfPage(sha256)
    if (kind === 'file') return null
    const { width, height } = (await files.factsOf([url])).get(url) ?? {}
    return width && height ? { width, height } : null
  }

  return {
    /** The schools of a release, the newest where none is named: all, or those that filters and words leave. */
    async list(query: SchoolQuery): Promise<SchoolList> {
      const { stage, search, limit, offset } = query
      const told = await status(query)
      const index = told.release ? await indexOf({ ...told.release, stage }) : undefined
      const rows = index?.rows ?? []
      const found = search === undefined ? undefined : await index?.search(search)
      const isChosen = (row: SchoolRow) => passes(row, query)
      const chosen = (found?.rows ?? rows).filter(isChosen)
      return {
        status: told,
        schools: chosen
          .slice(offset, offset + limit)
          .flatMap(row => present(row, search, found?.words) ?? []),
        total: chosen.length,
        all: rows.length,
        ...choicesOf(rows, query),
        isSure: found?.isSure ?? false,
        names: found?.names ?? namesNone,
      }
    },

    /** A public sheet with its place among the others of its city. */
    async place(sheetId: string): Promise<SchoolPlace> {
      const found = await sheet(sheetId)
      const release = await releaseOf(found.resultId)
      if (!release) throw new AppError('sheet_not_found')
      const ofCity = await keptCities.get(found.resultId, async () =>
        withNumbersInOrder(await listSchools(db, release, found.resultId)),
      )
      const pictures = await picturesOf(found)
      const row = ofCity.find(({ id }) => id === sheetId)
      const school = row && present(row)
      if (!row || !school) throw new AppError('sheet_not_found')
      const alike = ofCity.filter(({ branch }) => branch === row.branch)
      const at = alike.indexOf(row)
      const from = Math.max(0, Math.min(at - neighbours, alike.length - 2 * neighbours - 1))
      const show = (one: SchoolRow | undefined) => one && present(one)
      return {
        school,
        release,
        pictures,
        size: pictures[0] ?? (await sizeOf(school)),
        ofCity: ofCity.length,
        before: show(alike[at - 1]),
        after: show(alike[at + 1]),
        others: alike
          .slice(from, from + 2 * neighbours + 1)
          .filter(one => one !== row)
          .flatMap(one => show(one) ?? []),
      }
    },

    /** The cities of a release that have sheets. */
    async citiesWithSheets(release: Release): Promise<Set<string>> {
      const { rows } = await indexOf(release)
      return new Set(rows.map(({ city }) => city))
    },
  }
}

function passes({ city, branch, groupName }: SchoolRow, wanted: SchoolFilters): boolean {
  return (
    (wanted.city === undefined || city === wanted.city) &&
    (wanted.branch === undefined || branch === wanted.branch) &&
    (wanted.group === undefined || groupName === wanted.group)
  )
}

function choicesOf(
  rows: readonly SchoolRow[],
  { city }: SchoolFilters,
): Pick<SchoolList, 'cities' | 'branches' | 'groups'> {
  const withSheets = new Set(rows.map(row => row.city))
  const counts = new Map<string, number>()
  for (const row of rows) {
    if (row.groupName !== '' && (city === undefined || row.city === city))
      counts.set(row.groupName, (counts.get(row.groupName) ?? 0) + 1)
  }
  const commonest = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, maxGroups)
  return {
    cities: cities.filter(name => withSheets.has(name)),
    branches: [...new Set(rows.flatMap(({ branch }) => branch ?? []))].toSorted(),
    groups: commonest.map(([name]) => name).toSorted(new Intl.Collator('ar').compare),
  }
}

const noWords: ReadonlySet<string> = new Set()

function present(row: SchoolRow, typed = '', words = noWords): School | undefined {
  const sheet = presentSheet(row)
  if (!sheet) return undefined
  const highlights = typed === '' ? [] : markWords(row.school, typed, words)
  return { ...sheet, city: row.city, branch: row.branch, highlights }
}
