import { cities } from '#contract/codes/cities.ts'
import type { ReleaseStatus, WantedRelease } from '#contract/resources/release-status.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { KeptReads } from './kept-reads.ts'
import { listAnnounced, listReleases } from './results.repository.ts'
import { listUnreadCities } from './unread-cities.ts'

/** Of every stage the newest one, and years of others. */
const maxKept = 200

/** Reads what is public of a release. Source: R5.1. */
async function readStatus(db: Queryable, wanted: WantedRelease): Promise<ReleaseStatus> {
  const { stage } = wanted
  const releases = await listReleases(db, stage)
  const release = releases.find(
    one =>
      (wanted.releaseYear === undefined || one.releaseYear === wanted.releaseYear) &&
      (wanted.try === undefined || one.try === wanted.try),
  )
  const rows = release ? await listAnnounced(db, { ...release, stage }) : []
  const unread = release ? await listUnreadCities(db, { ...release, stage }) : { reading: [], stopped: [] }
  const inOrder = (some: readonly string[]) => cities.filter(city => some.includes(city))
  const told = cities.map(city => {
    const own = rows.filter(row => row.city === city)
    const [first] = own.map(row => row.at).toSorted((a, b) => a.getTime() - b.getTime())
    const branches = [...new Set(own.flatMap(row => row.branch ?? []))]
    return { city, at: first?.toISOString() ?? null, branches }
  })
  const [last] = rows.map(row => row.changedAt).toSorted((a, b) => b.getTime() - a.getTime())
  return {
    stage,
    release: release ? { releaseYear: release.releaseYear, try: release.try } : null,
    announced: told.filter(({ at }) => at !== null).length,
    total: cities.length,
    changedAt: last?.toISOString() ?? null,
    cities: told,
    reading: inOrder(unread.reading),
    stopped: inOrder(unread.stopped),
    releases,
  }
}

/**
 * What is public of each release, kept until a write of results; while the database is away as it was last, if nothing
 * was taken back since. A release that the stage does not have is told from memory.
 */
export function createReleaseStatuses(
  db: Queryable,
  changes: Pick<Changes, 'onChange'>,
): (wanted: WantedRelease) => Promise<ReleaseStatus> {
  const kept = new KeptReads<ReleaseStatus>(changes, maxKept)

  function keptOf(wanted: WantedRelease): Promise<ReleaseStatus> {
    const key = [wanted.stage, wanted.releaseYear, wanted.try].join('/')
    return kept.get(key, () => readStatus(db, wanted))
  }

  return async wanted => {
    const newest = await keptOf({ stage: wanted.stage })
    const { releaseYear, try: round } = wanted
    if (releaseYear === undefined && round === undefined) return newest
    const isWanted = (one: ReleaseStatus['releases'][number]) =>
      (releaseYear === undefined || one.releaseYear === releaseYear) &&
      (round === undefined || one.try === round)
    const found = newest.releases.find(isWanted)
    if (found) return keptOf({ stage: wanted.stage, releaseYear: found.releaseYear, try: found.try })
    const awaited = newest.cities.map(({ city }) => ({ city, at: null, branches: [] }))
    const unread = { reading: [], stopped: [] }
    return { ...newest, release: null, announced: 0, changedAt: null, cities: awaited, ...unread }
  }
}
