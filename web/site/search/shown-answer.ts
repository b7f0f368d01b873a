import type { ResultHit, SearchAnswer, SearchHit, SearchType } from '#contract/resources/search.ts'

/** The kinds that answers are shown by: those of records, and the ways into the results. */
export type ShownType = SearchType | ResultHit['type']
export type ShownHit = SearchHit | ResultHit

/** An answer as it is shown: the ways into the results are a group as the others, before them. */
export interface ShownAnswer extends Pick<SearchAnswer, 'query' | 'total' | 'recognised'> {
  hits: ShownHit[]
  groups: Record<ShownType, number>
}

/** Puts the ways into the results before the hits, and leaves out what has no title. */
export function shownAnswer({ resultLinks, ...answer }: SearchAnswer): ShownAnswer {
  const { length } = resultLinks
  return {
    ...answer,
    hits: [...resultLinks, ...answer.hits.filter(hit => hit.title)],
    total: answer.total + length,
    groups: { ...answer.groups, result: length },
  }
}

/** The kinds of which there are hits, in the order of their best one. */
export function orderedTypes(answer: Pick<ShownAnswer, 'hits'>): ShownType[] {
  return [...new Set(answer.hits.map(hit => hit.type))]
}

/** The hits in the order in which the groups show them: the best hit is the first. */
export function orderedHits(answer: Pick<ShownAnswer, 'hits'>): ShownHit[] {
  return orderedTypes(answer).flatMap(type => answer.hits.filter(hit => hit.type === type))
}
