import type { Facts } from './language/facts.ts'

/** A combination of facts and how many records have it. */
export interface Facet {
  id: number
  /** Its place in the order in which facets became known here. */
  place: number
  facts: Facts
  documents: number
  /** Not before the newest of its records. Units: ms since 1970. */
  latestMs: number
  /** A small number for each field's value, equal for equal values: what a rank is remembered by. */
  values: Record<FactField, number>
}

/** The parts of the facts that one wish looks at. */
export type FactField = 'subject' | 'grade' | 'branch' | 'kind' | 'round' | 'year' | 'place'
