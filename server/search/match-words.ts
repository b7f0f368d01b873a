import {
  bestOf,
  countAndFetch,
  countByFacet,
  listMatches,
  listWordMatches,
  type FoundRow,
  type Matched,
  type Wider,
} from './search.repository.ts'
import type { WordUnit } from './language/build-units.ts'
import { idsAndScores, scoresByFacet, type Context } from './find-context.ts'
import type { Page } from './find-pages.ts'
import { facetsOf, rankFacets, scoreOfType, weightOf, type FacetCount } from './rank-facets.ts'
import { weights } from './rank/weights.ts'
import { rerank, weightOfWord, type FactsScore, type ScoredRow } from './rerank.ts'
import { letOthersRun } from './let-others-run.ts'
import { readOnce } from './remembered-reads.ts'
import type { Facet } from './facet.ts'
import type { SearchState } from './search-state.ts'
import { requiredQuery, wordQueries } from './text-query.ts'

const relaxedRows = 200
const maxCombinedWords = 6

/** Whether a query names no fact and nothing narrows it: then facets do not matter, and one statement answers it. */
export function asksForWordsAlone({ understanding, filters, narrowing }: Context): boolean {
  return understanding.concepts.length === 0 && Object.keys(filters).length === 0 && !narrowing
}

/** Above this many records a word that is no condition is looked for in the titles of the first rows alone. */
const maxSoftMatches = 2000

/**
 * The text query that every known word of an understood query must meet, or its soft words when it has no others;
 * undefined when there is no word to look for.
 */
export function strictQuery({
  understanding,
  state,
  known,
}: Context): { query: string; rankBy: string; isSoft: boolean } | undefined {
  const { concepts, softWords } = understanding
  const isSoft = known.length === 0
  const words = isSoft ? softWords : known
  if (words.length === 0) return undefined
  const documents = words.map(({ readings }) =>
    readings.reduce((sum, { word }) => sum + state.lexicon.documents(word), 0),
  )
  if (isSoft && documents.reduce((sum, each) => sum + each, 0) > maxSoftMatches) return undefined
  const parts = wordQueries(words, state.lexicon, state.documents)
  const asked = isSoft ? [`(${parts.join(' | ')})`] : parts
  return { query: [...requiredQuery(concepts), ...asked].join(' & '), rankBy: parts.join(' | '), isSoft }
}

/** What matches a text query, asked for once. */
export function matchesOf({ db, state }: Context, query: string, rankBy: string): Promise<Matched> {
  return readOnce(state, 'matches', [query, rankBy], async () => {
    const { held } = state
    return held
      ? { counts: held.countByFacet(query), rows: undefined }
      : countAndFetch(db, query, rankBy, relaxedRows)
  })
}

/** How many records match a text query, by facet, asked for once. */
export function countsOfMatches({ db, state }: Context, query: string): Promise<Matched['counts']> {
  return readOnce(
    state,
    'counts',
    [query],
    async () => state.held?.countByFacet(query) ?? countByFacet(db, query),
  )
}

/** The best of what matches a text query, asked for once. */
export function bestMatches(
  { db, state }: Context,
  query: string,
  rankBy: string,
  facets: Parameters<typeof listMatches>[3],
  page: Page,
): Promise<readonly FoundRow[]> {
  const { held } = state
  if (held) return held.listMatches(db, query, rankBy, facets, page)
  return readOnce(state, 'best', [query, rankBy, facets, page], () =>
    listMatches(db, query, rankBy, facets, page),
  )
}

/** What matches a text query that names no fact, asked for once. */
export function bestWordMatches(
  { db, state }: Context,
  query: string,
  rankBy: string,
  page: Page,
  wider?: Wider,
): ReturnType<typeof listWordMatches> {
  return readOnce(state, 'words', [query, rankBy, page, wider], () =>
    state.held
      ? state.held.listWordMatches(db, query, rankBy, page, wider)
      : listWordMatches(db, query, rankBy, page, wider),
  )
}

/** The facets that are known of those that were counted. */
function knownFacets(state: SearchState, counted: Matched['counts']): Facet[] {
  const facets: Facet[] = []
  for (const [id] of counted) {
    const facet = state.facets.get(id)
    if (facet) facets.push(facet)
  }
  return facets
}

/** The facets of what matches a text query, ranked, and how many of its records each has. */
export async function matchingFacets(
  { state, understanding, filters }: Context,
  counted: Matched['counts'],
  maxMisses: number,
) {
  await letOthersRun()
  const tiers = rankFacets(state, understanding.concepts, filters, maxMisses, knownFacets(state, counted))
  await letOthersRun()
  const documents = new Map(counted)
  const counts: FacetCount[] = []
  for (const facet of facetsOf(tiers)) counts.push([facet, documents.get(facet.id) ?? 0])
  const areAllEqual = understanding.concepts.length === 0 && counts.length === counted.length
  return { tiers, counts, facets: areAllEqual ? undefined : idsAndScores(tiers) }
}

/** The smallest sets of words that weigh enough beside all the facts, as one text query: any of them will do. */
function enoughWords(
  { understanding, totalWeight, leastCoverage }: Context,
  known: readonly WordUnit[],
  parts: readonly string[],
): string {
  const all = parts.join(' | ')
  if (known.length > maxCombinedWords) return all
  const factsWeight = weightOf(understanding.concepts) + weights.kind.material
  const ownWeights = known.map(unit => weightOfWord(unit))
  const enough: number[] = []
  const sets = Array.from({ length: 2 ** known.length - 1 }, (_, index) => index + 1)
  const sizeOf = (set: number) => ownWeights.filter((_, index) => set & (1 << index)).length
  for (const set of sets.sort((a, b) => sizeOf(a) - sizeOf(b))) {
    if (enough.some(smaller => (set & smaller) === smaller)) continue
    const weight = ownWeights.reduce((sum, each, index) => sum + (set & (1 << index) ? each : 0), factsWeight)
    if (weight >= leastCoverage * totalWeight) enough.push(set)
  }
  const queries = enough.map(set => parts.filter((_, index) => set & (1 << index)).join(' & '))
  return queries.length === 0 ? all : queries.map(each => `(${each})`).join(' | ')
}

/** The text query of the records that may hold most of the query's weight; of a single word the same as `strictQuery`. */
function mostlyQuery(context: Context): { query: string; rankBy: string } {
  const { understanding, state, known } = context
  const parts = wordQueries(known, state.lexicon, state.documents)
  const words = parts.length === 1 ? parts : [`(${enoughWords(context, known, parts)})`]
  return {
    query: [...requiredQuery(understanding.concepts), ...words].join(' & '),
    rankBy: parts.join(' | '),
  }
}

/** What `mostlyMatching` goes through, to be asked for together with the records that hold every word. */
export function widerThanStrict(context: Context, below: number): Wider | undefined {
  return context.known.length < 2
    ? undefined
    : { query: mostlyQuery(context).query, below, limit: relaxedRows }
}

/**
 * The records that hold most of the query's weight, best first; for when none holds every word.
 *
 * Shape: `fetched` is what matches, where it was asked for already.
 */
export async function mostlyMatching(context: Context, fetched?: readonly FoundRow[]): Promise<ScoredRow[]> {
  const { understanding, state, totalWeight, leastCoverage, filters, known } = context
  if (known.length === 0) return []
  const page = { limit: relaxedRows, offset: 0 }
  const rate = (rows: readonly FoundRow[], factsScore: FactsScore) =>
    rerank(rows, understanding, factsScore, totalWeight, false).filter(
      ({ coverage }) => coverage >= leastCoverage,
    )
  if (fetched) return rate(fetched, scoreOfType)
  const { query, rankBy } = mostlyQuery(context)
  if (asksForWordsAlone(context)) {
    const { rows } = await bestWordMatches(context, query, rankBy, page)
    await letOthersRun()
    return rate(rows, scoreOfType)
  }
  const { counts: counted, rows: all } = await matchesOf(context, query, rankBy)
  await letOthersRun()
  const tiers = rankFacets(state, understanding.concepts, filters, Infinity, knownFacets(state, counted))
  if (tiers.length === 0) return []
  const facets = idsAndScores(tiers)
  const rows = all ? bestOf(all, facets, page) : await bestMatches(context, query, rankBy, facets, page)
  await letOthersRun()
  return rate(rows, scoresByFacet(tiers)(rows))
}
