import { fold } from '#contract/arabic/fold.ts'
import { limits } from '#contract/limits.ts'
import { boardKinds } from '#contract/resources/coverage.ts'
import type { Coverage, CoverageQuery, CoverageWish } from '#contract/resources/coverage.ts'
import type { IngestKind, NameProposal } from '#contract/resources/ingest.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { proposeFromName } from '#server/search/file-names/propose-from-name.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'
import type { SearchService } from '#server/search/search.service.ts'
import type { ContactService } from '#server/staff/contact/contact.service.ts'
import { countPlaces } from './coverage.repository.ts'

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  search: Pick<SearchService, 'listMisses'>
  contact: Pick<ContactService, 'countWishes'>
}

/** What there is of a grade, what is missing, and what of it is looked for. */
export interface CoverageService {
  get(query: CoverageQuery): Promise<Coverage>
}

/** Opens the boards over the database. Source: S16.1. */
export function createCoverageService({ database, search, contact }: Given): CoverageService {
  /* What a text says never changes, and reading it is what costs. */
  const read = new Map<string, NameProposal>()

  async function factsOf(text: string): Promise<NameProposal> {
    const known = read.get(text)
    if (known) return known
    const facts = proposeFromName(text, '')
    if (read.size >= limits.coverageTexts * 4) read.clear()
    read.set(text, facts)
    await letOthersRun()
    return facts
  }

  /** The place on a board that a text looks for; undefined for a text of something else. */
  async function placeOf(text: string, { board, stage, branch }: CoverageQuery) {
    const said = await factsOf(text)
    const kind = said.kind?.value
    const row = board === 'results' ? said.city?.value : said.subject?.value
    const kinds: readonly IngestKind[] = boardKinds[board]
    if (!kind || !kinds.includes(kind) || !row || said.stage?.value !== stage) return undefined
    const isOther = board !== 'exams' && branch && said.branch && said.branch.value !== branch
    if (isOther) return undefined
    const isTimed = board !== 'books'
    return {
      kind,
      row,
      releaseYear: isTimed ? (said.releaseYear?.value ?? null) : null,
      try: isTimed ? (said.try?.value ?? null) : null,
    }
  }

  async function listWishes(query: CoverageQuery): Promise<CoverageWish[]> {
    const [misses, asked] = await Promise.all([
      search.listMisses(limits.coverageTexts),
      contact.countWishes(limits.coverageTexts),
    ])
    const texts = [
      ...misses.map(({ query: text, count }) => ({ text, searches: count, requests: 0 })),
      ...asked.map(({ wanted, count }) => ({ text: fold(wanted), searches: 0, requests: count })),
    ]
    const wishes = new Map<string, CoverageWish>()
    for (const { text, searches, requests } of texts) {
      const place = await placeOf(text, query)
      if (!place) continue
      const key = JSON.stringify(place)
      const wish = wishes.get(key) ?? { ...place, searches: 0, requests: 0 }
      wishes.set(key, {
        ...wish,
        searches: wish.searches + searches,
        requests: wish.requests + requests,
      })
    }
    return [...wishes.values()].toSorted((a, b) => b.searches + b.requests - a.searches - a.requests)
  }

  return {
    async get(query) {
      const [cells, wishes] = await Promise.all([countPlaces(database.kysely, query), listWishes(query)])
      return { cells, wishes }
    },
  }
}
