import type { BranchCode } from '#contract/codes/branches.ts'
import type { City } from '#contract/codes/cities.ts'
import { ArchiveError } from '#server/archives/archive-errors.ts'
import { openArchive } from '#server/archives/open-archive.ts'
import { readPaths } from '#server/archives/read-archive.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { readNamedFacts } from '#server/search/named-facts.ts'

/** What the names in an archive say of all that is in it. */
interface InsideFacts {
  city: City | null
  branch: BranchCode | null
  /** Whether most of all names say the city, not only most of those that say one. */
  isCitySure: boolean
  /** Why it could not be opened, in Arabic; null where it was. */
  failure: string | null
}

/** Names that say nothing. */
export const nothingInside: InsideFacts = { city: null, branch: null, isCitySure: false, failure: null }
/** So many names say enough of the others. */
const namesRead = 400
/** Schools are called by other cities too: the one that is meant is said by most of the names that say one. */
const leastShare = 0.6
const leastNames = 2

/** What most names say that say one thing. */
function mostSaid<Value>(said: readonly (readonly Value[])[]): Value | null {
  const votes = said.flatMap(values => (new Set(values).size === 1 ? values.slice(0, 1) : []))
  const counts = new Map<Value, number>()
  for (const value of votes) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (!best || best[1] < leastNames || best[1] / votes.length < leastShare) return null
  return best[0]
}

/**
 * What the names of an archive's files and folders say of its city and branch. Shape: nulls where they say nothing;
 * where it cannot be opened, only why.
 */
export async function readNamesInside(
  files: Pick<FilesService, 'open'>,
  sha256: string,
): Promise<InsideFacts> {
  try {
    const archive = await openArchive(await files.open(sha256))
    const entries = archive.entries.slice(0, namesRead)
    archive.close()
    const { paths } = await readPaths(entries.map(({ name }) => ({ names: [name] })))
    const facts = paths.map(path => readNamedFacts(path.replaceAll('/', ' ').replace(/\.[^.]*$/u, '')))
    const city = mostSaid(facts.map(({ cities }) => cities))
    const saying = facts.filter(({ cities }) => city !== null && cities.includes(city)).length
    return {
      city,
      branch: mostSaid(facts.map(({ branches }) => branches)),
      isCitySure: saying / facts.length >= leastShare,
      failure: null,
    }
  } catch (error) {
    if (error instanceof ArchiveError) return { ...nothingInside, failure: error.message }
    throw error
  }
}
