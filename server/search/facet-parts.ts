import type { GradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import type { Facts } from './language/facts.ts'
import type { Facet, FactField } from './facet.ts'

/** The fields that are one for all facets of a part. */
export const fieldsOfParts: ReadonlySet<FactField> = new Set<FactField>(['subject', 'grade', 'kind'])

/**
 * The facets that have records, with the same subjects, grades and kind: most queries ask for nothing else, and look at
 * all of them at once.
 */
export interface FacetPart {
  /** Of these only what `fieldsOfParts` name is that of all its facets. */
  facts: Facts
  values: Facet['values']
  /** How many records they have together. */
  documents: number
  /** Those with the newest records first. */
  facets: readonly Facet[]
  /** The first place of a facet. */
  firstPlace: number
}

interface OwnPart extends FacetPart {
  facets: Facet[]
}

/** The facets of a search in parts. A change of one facet costs what its part is long, when it is asked for next. */
export class FacetParts {
  readonly #byKey = new Map<string, OwnPart>()
  readonly #bySubject = new Map<SubjectCode, Set<OwnPart>>()
  readonly #byGrade = new Map<GradeCode, Set<OwnPart>>()
  /** Those that changed since they were asked for last. */
  readonly #unordered = new Set<OwnPart>()

  /** Takes in a facet that is new, or has other records than the `before` it had. */
  set(facet: Facet, before: number): void {
    const part = this.#partOf(facet)
    const held = Math.max(0, before)
    const holds = Math.max(0, facet.documents)
    if (held === 0 && holds > 0) part.facets.push(facet)
    if (held > 0 && holds === 0) part.facets.splice(part.facets.indexOf(facet), 1)
    part.documents += holds - held
    this.#unordered.add(part)
  }

  /** The parts that may have one of the subjects, or one of the grades; all of them when neither is asked for. */
  candidates(subjects: readonly SubjectCode[], grades: readonly GradeCode[]): Iterable<FacetPart> {
    for (const part of this.#unordered) order(part)
    this.#unordered.clear()
    return this.#smallest(subjects, grades)
  }

  clear(): void {
    this.#byKey.clear()
    this.#bySubject.clear()
    this.#byGrade.clear()
    this.#unordered.clear()
  }

  #smallest(subjects: readonly SubjectCode[], grades: readonly GradeCode[]): Iterable<OwnPart> {
    const lists = [
      subjects.length > 0 ? subjects.map(subject => this.#bySubject.get(subject)) : undefined,
      grades.length > 0 ? grades.map(grade => this.#byGrade.get(grade)) : undefined,
    ].filter(list => list !== undefined)
    const sizes = lists.map(list => list.reduce((sum, parts) => sum + (parts?.size ?? 0), 0))
    const smallest = lists[sizes.indexOf(Math.min(...sizes))]
    if (!smallest) return this.#byKey.values()
    return smallest.length === 1
      ? (smallest[0] ?? [])
      : new Set(smallest.flatMap(parts => [...(parts ?? [])]))
  }

  #partOf({ facts, values }: Facet): OwnPart {
    const key = `${values.subject} ${values.grade} ${values.kind}`
    const known = this.#byKey.get(key)
    if (known) return known
    const part: OwnPart = { facts, values, documents: 0, facets: [], firstPlace: 0 }
    this.#byKey.set(key, part)
    for (const subject of facts.subjects) addTo(this.#bySubject, subject, part)
    for (const grade of facts.grades) addTo(this.#byGrade, grade, part)
    return part
  }
}

function order(part: OwnPart): void {
  part.facets.sort((a, b) => b.latestMs - a.latestMs)
  part.firstPlace = part.facets.reduce((first, { place }) => Math.min(first, place), Infinity)
}

function addTo<Key>(index: Map<Key, Set<OwnPart>>, key: Key, part: OwnPart): void {
  const parts = index.get(key)
  if (parts) parts.add(part)
  else index.set(key, new Set([part]))
}
