import type { SearchType } from '#contract/resources/search.ts'
import { bestQuality, contextOf, namesTeacher, scoresByFacet, type Context } from './find-context.ts'
import { fetchTiers, nearestFacets, rerankedRows, type Page } from './find-pages.ts'
import { enoughMatches, type StrictMatches } from './strict-matches.ts'
import type { ConceptUnit } from './language/units.ts'
import { isNews } from './language/words/word-type.ts'
import { mostlyMatching } from './match-words.ts'
import {
  countsOf,
  countTiers,
  narrowed,
  narrowedCounts,
  passes,
  rankFacets,
  scoreOfType,
  weightOf,
  type FacetCount,
  type Tier,
} from './rank-facets.ts'
import { byScore, rerank, weightOfWord, type ScoredRow } from './rerank.ts'
import { weights } from './rank/weights.ts'
import type { Facet } from './facet.ts'
import type { FoundRow } from './search.repository.ts'

const maxSeeds = 3
/** Enough to go on from; whoever wants more of their kind asks for the kind. */
const maxNeighbours = 20

interface Around {
  rows: FoundRow[]
  groups: Record<SearchType, number>
  shown: Record<SearchType, number>
  facets(): Promise<FacetCount[]>
}

/** What the understood parts of the query find without its words; nothing when they are too little of it. */
function nearTiers(context: Context, strict: StrictMatches): Tier[] {
  const { understanding, totalWeight } = context
  const hasRequired = understanding.concepts.some(({ isRequired }) => isRequired)
  const isMeantEnough = weightOf(understanding.concepts) >= weights.coverage.facts * totalWeight
  const isNeeded = hasRequired || strict.isSoft || strict.total === 0
  if (understanding.concepts.length === 0 || !isMeantEnough || !isNeeded) return []
  return nearestFacets(context)
}

function shared<Value extends string>(lists: readonly (readonly Value[])[]): Value[] {
  const [first = [], ...others] = lists
  return first.filter(value => others.every(list => list.includes(value)))
}

/** The facts that the best rows share, as wishes: same subject and grade, or the same kind of news. */
function unitsOfSeeds(seeds: readonly Facet[], asked: readonly ConceptUnit[]): ConceptUnit[] {
  const unit = (
    kind: ConceptUnit['kind'],
    wishes: ConceptUnit['wishes'],
    isRequired: boolean,
  ): ConceptUnit[] =>
    wishes.length === 0 || asked.some(each => each.kind === kind)
      ? []
      : [
          {
            kind,
            wishes,
            weight: isRequired ? weights.part.subject : weights.part.sameKind,
            isRequired,
            ranges: [],
          },
        ]
  const facts = seeds.map(seed => seed.facts)
  const types = shared(facts.map(({ type }) => [type]))
  const typeUnit = unit(
    'type',
    types.map(type => ({ by: 'type', type, quality: 1 })),
    false,
  )
  if (isNews(types[0])) {
    const categories = shared(facts.map(({ newsType }) => (newsType ? [newsType] : [])))
    if (categories.length === 0) return []
    return unit(
      'topic',
      categories.map(category => ({ by: 'category', category, quality: 1 })),
      true,
    )
  }
  const subjects = shared(facts.map(each => each.subjects))
  const grades = shared(facts.map(each => each.grades))
  if (subjects.length === 0 || grades.length === 0) return []
  return [
    ...unit(
      'subject',
      subjects.map(subject => ({ by: 'subject', subject, quality: 1 })),
      true,
    ),
    ...unit(
      'grade',
      grades.map(grade => ({ by: 'grade', grade, quality: 1 })),
      true,
    ),
    ...typeUnit,
  ]
}

/** What is nearest to the few that were found: of the same subject and grade, or the same kind of news. */
function neighbourTiers(
  { understanding, state, filters, known, totalWeight }: Context,
  head: readonly ScoredRow[],
): Tier[] {
  if (namesTeacher(known, state)) return []
  const doubted = known.reduce((sum, unit) => sum + weightOfWord(unit) * (1 - bestQuality(unit)), 0)
  const attainable = 1 - doubted / totalWeight
  const seeds = head
    .filter(({ coverage }) => coverage >= weights.coverage.example * attainable)
    .slice(0, maxSeeds)
    .flatMap(({ row }) => state.facets.get(row.facetId) ?? [])
  const units = seeds.length > 0 ? unitsOfSeeds(seeds, understanding.concepts) : []
  return units.length > 0 ? rankFacets(state, [...understanding.concepts, ...units], filters, Infinity) : []
}

/** What a teacher's name finds without the facts beside it; for when no record of those facts is the teacher's. */
async function ofTheTeacher(context: Context, strict: StrictMatches): Promise<ScoredRow[]> {
  const { db, state, understanding, known } = context
  if (strict.total > 0 || understanding.concepts.length === 0 || !namesTeacher(known, state)) return []
  const words = known.filter(({ readings }) => readings.some(({ word }) => state.lexicon.taught(word) > 0))
  const alone = { ...understanding, concepts: [], softWords: [], words }
  return mostlyMatching(contextOf(db, state, { ...context, understanding: alone }))
}

function withoutRepeats(rows: readonly ScoredRow[]): ScoredRow[] {
  const best = new Map<string, ScoredRow>()
  for (const each of rows) {
    const known = best.get(each.row.recordId)
    if (!known || known.score < each.score) best.set(each.row.recordId, each)
  }
  return [...best.values()].sort(byScore)
}

/**
 * Fills up what holds every word of the query: with what holds most of it, with what its facts find alone, and with
 * what is like the best of them.
 *
 * Shape: the asked part, best first, and the size of all by type. What holds every word may be of a kind that was not
 * asked for; then what its facts find stands among it.
 */
export async function findAround(context: Context, strict: StrictMatches): Promise<Around> {
  const { understanding, state, totalWeight, known } = context
  const rate = (rows: readonly FoundRow[], tiers: readonly Tier[] | undefined, allWordsMatch: boolean) =>
    rerank(rows, understanding, tiers ? scoresByFacet(tiers)(rows) : scoreOfType, totalWeight, allWordsMatch)
  const { concepts } = understanding
  const all = concepts.length === 0 ? undefined : rankFacets(state, concepts, context.filters, Infinity)
  const whole = { limit: rerankedRows, offset: 0 }
  const strictRows = strict.total === 0 ? [] : rate(await strict.fetch(whole), all, true)
  const mostly =
    known.length > 0 && strict.total < enoughMatches ? await mostlyMatching(context, strict.wider) : []
  const near = nearTiers(context, strict)
  const nearestMisses = Math.min(Infinity, ...near.map(({ misses }) => misses))
  const isGuessed = known.every(unit => bestQuality(unit) < weights.surely.repaired)
  const mixes = isGuessed || strict.total === 0 || strict.misses > nearestMisses
  const nearRows =
    mixes && near.length > 0 ? rate(await fetchTiers(context, near, whole, []), near, false) : []
  const taught = await ofTheTeacher(context, strict)
  const head = withoutRepeats([...taught, ...strictRows, ...mostly, ...nearRows])
  const namesSubject = near.length > 0 && concepts.some(({ kind }) => kind === 'subject')
  const neighbours = namesSubject || (mixes && near.length > 0) ? [] : neighbourTiers(context, head)
  if (neighbours.length === 0) return pageOfBoth(context, head, near, context)
  const shown = head.map(({ row }) => row.recordId)
  const alike = await fetchTiers(context, neighbours, { limit: maxNeighbours, offset: 0 }, shown)
  return pageOfBoth(context, [...head, ...rate(alike, neighbours, false)], [], context)
}

/** Which of the facets the tiers have. */
function facetsAmong(tiers: readonly Tier[], wanted: readonly Facet[]): ReadonlySet<Facet> {
  const left = new Set(wanted)
  const among = new Set<Facet>()
  for (const { parts, loose } of tiers) {
    if (left.size === 0) break
    for (const { facets } of [...parts, { facets: loose }])
      for (const facet of facets) if (left.delete(facet)) among.add(facet)
  }
  return among
}

/** How many records of each type head and tail have together. */
function groupsOfBoth(head: readonly FacetCount[], tail: readonly Tier[]): Record<SearchType, number> {
  const groups = countTiers(tail)
  for (const [{ facts }, documents] of head) groups[facts.type] += documents
  return groups
}

async function pageOfBoth(
  context: Context,
  head: readonly ScoredRow[],
  tail: readonly Tier[],
  { limit, offset }: Page,
): Promise<Around> {
  const { narrowing, state } = context
  const ofHead = head.flatMap(({ row }) => state.facets.get(row.facetId) ?? [])
  const among = facetsAmong(tail, ofHead)
  const headCounts = ofHead.flatMap((facet): FacetCount[] => (among.has(facet) ? [] : [[facet, 1]]))
  const isShown = ({ row }: ScoredRow) => {
    const facet = state.facets.get(row.facetId)
    return !narrowing || (facet !== undefined && passes(facet.facts, narrowing))
  }
  const shown = head.filter(isShown)
  const rows = shown.slice(offset, offset + limit).map(({ row }) => row)
  const rest = { limit: limit - rows.length, offset: Math.max(0, offset - shown.length) }
  const without = shown.map(({ row }) => row.recordId)
  const tailShown = narrowed(tail, narrowing)
  const further = await fetchTiers(context, tailShown, rest, without)
  return {
    rows: [...rows, ...further],
    groups: groupsOfBoth(headCounts, tail),
    shown: groupsOfBoth(narrowedCounts(headCounts, narrowing), tailShown),
    facets: async () => [...headCounts, ...countsOf(tail)],
  }
}
