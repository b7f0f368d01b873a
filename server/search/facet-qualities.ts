import { unitQuality, type ConceptUnit, type Wish } from './language/units.ts'
import type { FacetPart } from './facet-parts.ts'
import type { Facet, FactField } from './facet.ts'
import type { SearchState } from './search-state.ts'

const fieldOfWish: Record<Wish['by'], FactField> = {
  subject: 'subject',
  part: 'subject',
  place: 'place',
  grade: 'grade',
  branch: 'branch',
  type: 'kind',
  topic: 'kind',
  category: 'kind',
  round: 'round',
  year: 'year',
}

/** How well the values of one field grant what a unit wishes of it, each worked out once. */
export interface FieldQualities {
  field: FactField
  /** The quality of a value, `of` having it. */
  quality(value: number, of: Pick<Facet, 'facts'>): number
}

/** What a unit wishes of each field that it looks at; the best of them counts. */
export function qualitiesOf({ wishes }: ConceptUnit, state: SearchState): FieldQualities[] {
  const byField = Map.groupBy(wishes, ({ by }) => fieldOfWish[by])
  return [...byField].map(([field, own]) => fieldQualities(field, own, state.valueCounts[field]))
}

function fieldQualities(field: FactField, wishes: Wish[], valueCount: number): FieldQualities {
  const known = new Float64Array(valueCount).fill(-1)
  return {
    field,
    quality(value, of) {
      let quality = known[value] ?? -1
      if (quality < 0) {
        quality = unitQuality({ wishes }, of.facts)
        known[value] = quality
      }
      return quality
    },
  }
}

/** The quality for a facet, or for all facets of a part. */
export function bestQuality(fields: readonly FieldQualities[], of: Facet | FacetPart): number {
  let best = 0
  for (const each of fields) best = Math.max(best, each.quality(of.values[each.field], of))
  return best
}
