import type { SearchType } from '#contract/resources/search.ts'
import { idsAndScores, scoresByFacet, type Context } from './find-context.ts'
import { groupsOf, pageOf, totalOf, type Page } from './find-pages.ts'
import {
  asksForWordsAlone,
  bestMatches,
  bestWordMatches,
  countsOfMatches,
  matchesOf,
  matchingFacets,
  strictQuery,
  widerThanStrict,
} from './match-words.ts'
import {
  countByType,
  narrowed,
  narrowedCounts,
  scoreOfType,
  type FacetCount,
  type Tier,
} from './rank-facets.ts'
import { bestOf, type FoundRow } from './search.repository.ts'

/** Below this many records that hold every word, those that hold most of them are looked for too. */
export const enoughMatches = 10

/** The records that hold every word, which are enough or are to be filled up. */
export interface StrictMatches {
  total: number
  groups: Record<SearchType, number>
  /** The groups of what the narrowing leaves. */
  shown: Record<SearchType, number>
  /** How many soft wishes the best of them leave ungranted. */
  misses: number
  /** Only words that are no condition were looked for. */
  isSoft: boolean
  /** What `mostlyMatching` goes through, where it was fetched with them. */
  wider?: readonly FoundRow[] | undefined
  /** How many of them have the same facts. */
  facets(): Promise<FacetCount[]>
  /** A part of them, best first. */
  fetch(page: Page): Promise<readonly FoundRow[]>
  /** A part of those that the narrowing leaves. */
  fetchShown(page: Page): Promise<readonly FoundRow[]>
}

/** Records that hold every known word of the query; undefined when there is no word to look for. */
export async function findStrictly(context: Context): Promise<StrictMatches | undefined> {
  const { narrowing } = context
  const strict = strictQuery(context)
  if (!strict) return undefined
  const { query, rankBy, isSoft } = strict
  if (asksForWordsAlone(context)) return findWordsAlone(context, query, rankBy)
  const matched = await matchesOf(context, query, rankBy)
  const { tiers, counts, facets } = await matchingFacets(context, matched.counts, 1)
  const groups = groupsOf(counts)
  const left = narrowed(tiers, narrowing)
  const fetchOf =
    (among: readonly Tier[], sent: ReturnType<typeof idsAndScores> | undefined) => (page: Page) =>
      among.length === 0
        ? Promise.resolve([])
        : pageOf(context, scoresByFacet(tiers), true, page, async part =>
            matched.rows ? bestOf(matched.rows, sent, part) : bestMatches(context, query, rankBy, sent, part),
          )
  return {
    total: totalOf(groups),
    groups,
    shown: groupsOf(narrowedCounts(counts, narrowing)),
    misses: Math.min(Infinity, ...tiers.map(({ misses }) => misses)),
    isSoft,
    facets: async () => counts,
    fetch: fetchOf(tiers, facets),
    fetchShown: fetchOf(left, narrowing ? idsAndScores(left) : facets),
  }
}

/** What was found where it is all, and too little; undefined otherwise. */
function allOf(
  { rows, groups }: { rows: readonly FoundRow[]; groups: Record<SearchType, number> },
  { offset }: Page,
): readonly FoundRow[] | undefined {
  const total = totalOf(groups)
  return offset === 0 && total > 0 && total < enoughMatches ? rows : undefined
}

/** The same for a query that names no fact: everything is found, counted and ordered in one pass. */
async function findWordsAlone(context: Context, query: string, rankBy: string): Promise<StrictMatches> {
  const { limit, offset } = context
  const wider = widerThanStrict(context, enoughMatches)
  const fetch = async (page: Page) => {
    let groups = countByType([])
    let near: readonly FoundRow[] | undefined
    const rows = await pageOf(
      context,
      () => scoreOfType,
      true,
      page,
      async part => {
        const found = await bestWordMatches(context, query, rankBy, part, wider)
        groups = found.groups
        near = wider ? found.wider : allOf(found, part)
        return found.rows
      },
    )
    return { rows, groups, near }
  }
  const first = await fetch({ limit: Math.max(1, limit), offset })
  const fetchRows = async (page: Page) =>
    page.offset === offset && page.limit === limit ? first.rows : (await fetch(page)).rows
  return {
    total: totalOf(first.groups),
    groups: first.groups,
    shown: first.groups,
    misses: 0,
    isSoft: false,
    wider: first.near,
    facets: async () =>
      (await matchingFacets(context, await countsOfMatches(context, query), Infinity)).counts,
    fetch: fetchRows,
    fetchShown: fetchRows,
  }
}
