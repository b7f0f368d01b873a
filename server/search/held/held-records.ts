import { noneOfEachType, type SearchType } from '#contract/resources/search.ts'
import { BestRecords } from './best-records.ts'
import { byBytes } from './byte-order.ts'
import { operandsOf, parseQuery, type Operand, type QueryTree } from './query-tree.ts'
import { sortAsPostgres } from './postgres-sort.ts'
import { WordPlaces } from './word-places.ts'

/** What is held of a record. */
export interface HeldRecord {
  type: SearchType
  recordId: string
  facetId: number
  /** Units: microseconds since 1970. */
  createdAt: number
  /** Shape: the text of a `tsvector`. */
  lexemes: string
}

/** Facets and what each of them scores. */
export interface ScoredFacets {
  ids: readonly number[]
  scores: readonly number[]
}

/** A part of a list. */
export interface Part {
  limit: number
  offset: number
}

/** Some of the records. Shape: a bit for each number. */
type Marks = Uint32Array

const types = Object.keys(noneOfEachType()) as SearchType[]
const capacityAtFirst = 256
const bytesOfRecord = 220

/**
 * Words, facet and age of all records, by which those that answer a query are counted and put in order as the database
 * would do it: the same records, in the same order, to the letter.
 *
 * Shape: a record is known by a number, which count up from 0. Its next form has a number of its own, and its former one is of none.
 */
export class HeldRecords {
  readonly #words = new WordPlaces()
  readonly #numbers = new Map<string, number>()
  readonly #keys: string[] = []
  #type = new Uint8Array(capacityAtFirst)
  #created = new Float64Array(capacityAtFirst)
  /** The places of facets in `#facetIds`. */
  #facet = new Uint32Array(capacityAtFirst)
  #isThere: Marks = new Uint32Array(capacityAtFirst >>> 5)
  readonly #facetIds: number[] = []
  readonly #facetPlaces = new Map<number, number>()
  readonly #ofFacet: FacetRecords[] = []
  #gone = 0

  /** How many numbers are those of no record any more. */
  get gone(): number {
    return this.#gone
  }

  get size(): number {
    return this.#numbers.size
  }

  /** About what all of it holds in memory. */
  get bytes(): number {
    return this.#words.bytes + this.#keys.length * bytesOfRecord
  }

  /** Adds a record, or its next form. Errors: throws where its words cannot be kept; nothing here may be used any more then. */
  put(record: HeldRecord): void {
    const { type, recordId } = record
    this.remove(type, recordId)
    const key = keyOf(type, recordId)
    const number = this.#keys.length
    this.#makeRoom(number)
    this.#words.add(number, record.lexemes)
    this.#numbers.set(key, number)
    this.#keys.push(key)
    this.#type[number] = types.indexOf(type)
    this.#created[number] = record.createdAt
    const facet = this.#placeOfFacet(record.facetId)
    this.#facet[number] = facet
    this.#isThere[number >>> 5] = (this.#isThere[number >>> 5] ?? 0) | (1 << (number & 31))
    const own = this.#ofFacet[facet]
    own?.numbers.push(number)
    if (own) own.isInOrder = own.numbers.length === 1
  }

  remove(type: string, recordId: string): void {
    const key = keyOf(type, recordId)
    const number = this.#numbers.get(key)
    if (number === undefined) return
    this.#numbers.delete(key)
    this.#keys[number] = ''
    this.#isThere[number >>> 5] = (this.#isThere[number >>> 5] ?? 0) & ~(1 << (number & 31))
    const own = this.#ofFacet[this.#facet[number] ?? 0]
    own?.numbers.splice(own.numbers.indexOf(number), 1)
    this.#gone += 1
  }

  /** What names a record. */
  nameOf(number: number): { type: SearchType; recordId: string } {
    return { type: this.#typeOf(number), recordId: this.#idOf(number) }
  }

  /** How many records answer a text query, by facet. Shape: pairs of facet id and count. */
  countByFacet(query: string): [facetId: number, documents: number][] {
    const counts = new Uint32Array(this.#facetIds.length)
    const facets: number[] = []
    for (const number of this.#find(query)) {
      const facet = this.#facet[number] ?? 0
      if (counts[facet] === 0) facets.push(facet)
      counts[facet] = (counts[facet] ?? 0) + 1
    }
    return facets.map(facet => [this.#facetIds[facet] ?? 0, counts[facet] ?? 0])
  }

  /**
   * The records that answer a text query and have one of the facets, best first.
   *
   * Shape: numbers; without `facets` any will do. The score of the facet, and so many times the rank of the words that match `rankBy`.
   */
  best(
    query: string,
    rankBy: string,
    facets: ScoredFacets | undefined,
    rankWeight: number,
    part: Part,
  ): number[] {
    const found = this.#find(query)
    const scores = this.#rank(found, rankBy)
    const ofFacet = facets && this.#scoresByFacet(facets)
    const weight = fround(rankWeight)
    for (const number of found) {
      const score = ofFacet ? ofFacet[this.#facet[number] ?? 0] : 0
      scores[number] = (score ?? NaN) + fround(weight * (scores[number] ?? 0))
    }
    return this.#firstOf(found, scores, part)
  }

  /**
   * The same for a query that names no facets, and how many answer it of each type; records of types get what is added for these to
   * their rank.
   */
  bestOfTypes(
    query: string,
    rankBy: string,
    added: (type: SearchType) => number,
    part: Part,
  ): { numbers: number[]; groups: Record<SearchType, number> } {
    const found = this.#find(query)
    const scores = this.#rank(found, rankBy)
    const groups = noneOfEachType()
    const more = Float32Array.from(types, added)
    for (const number of found) {
      scores[number] = (scores[number] ?? 0) + (more[this.#type[number] ?? 0] ?? 0)
      groups[this.#typeOf(number)] += 1
    }
    return { numbers: this.#firstOf(found, scores, part), groups }
  }

  /** The newest records of the facets but for some ids, facets of a higher score first. Shape: numbers. */
  newestOf({ ids, scores }: ScoredFacets, { limit, offset }: Part, without: readonly string[]): number[] {
    const most = limit + offset
    const left = new Set(without)
    const scoreOf = new Map<number, number>()
    for (const [at, id] of ids.entries()) {
      const score = fround(scores[at] ?? 0)
      let taken = 0
      for (const number of this.#newestFirst(id)) {
        if (taken === most) break
        if (left.has(this.#idOf(number))) continue
        scoreOf.set(number, score)
        taken += 1
      }
    }
    const best = new BestRecords(most, (a, b) => {
      const difference = (scoreOf.get(a) ?? 0) - (scoreOf.get(b) ?? 0)
      return difference === 0 ? this.#isNewer(a, b) : difference > 0
    })
    for (const number of scoreOf.keys()) best.add(number)
    return best.inOrder().slice(offset)
  }

  #find(query: string): Uint32Array {
    const marks = this.#mark(parseQuery(query))
    for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) & (this.#isThere[at] ?? 0)
    return numbersOf(marks)
  }

  #mark(tree: QueryTree, marks: Marks = new Uint32Array(this.#isThere.length)): Marks {
    if (tree.kind === 'word') this.#words.mark(tree.operand, marks)
    else if (tree.kind === 'any') for (const part of tree.parts) this.#mark(part, marks)
    else {
      const all = new Uint32Array(marks.length).fill(-1)
      for (const part of tree.parts) {
        const own = this.#mark(part)
        for (let at = 0; at < all.length; at += 1) all[at] = (all[at] ?? 0) & (own[at] ?? 0)
      }
      for (let at = 0; at < all.length; at += 1) marks[at] = (marks[at] ?? 0) | (all[at] ?? 0)
    }
    return marks
  }

  /** How well words match. Shape: `ts_rank` of the records by number. Source: `calc_rank_or` of PostgreSQL's `tsrank.c`. */
  #rank(numbers: Uint32Array, rankBy: string): Float32Array {
    const sums = new Float32Array(this.#keys.length)
    const operands = inOrderOfRank(operandsOf(parseQuery(rankBy)))
    for (const operand of operands) this.#words.addShares(operand, sums)
    for (const number of numbers) sums[number] = (sums[number] ?? 0) / operands.length
    return sums
  }

  /** Shape: by the place of the facet; NaN where it has none. */
  #scoresByFacet({ ids, scores }: ScoredFacets): Float32Array {
    const byFacet = new Float32Array(this.#facetIds.length).fill(NaN)
    for (const [at, id] of ids.entries()) {
      const place = this.#facetPlaces.get(id)
      if (place !== undefined) byFacet[place] = scores[at] ?? 0
    }
    return byFacet
  }

  #firstOf(numbers: Uint32Array, scores: Float32Array, { limit, offset }: Part): number[] {
    const best = new BestRecords(limit + offset, (a, b) => {
      const difference = (scores[a] ?? 0) - (scores[b] ?? 0)
      return difference === 0 ? this.#isNewer(a, b) : difference > 0
    })
    for (const number of numbers) if (!Number.isNaN(scores[number])) best.add(number)
    return best.inOrder().slice(offset)
  }

  #isNewer(a: number, b: number): boolean {
    const difference = (this.#created[a] ?? 0) - (this.#created[b] ?? 0)
    return difference === 0 ? byBytes(this.#idOf(a), this.#idOf(b)) > 0 : difference > 0
  }

  #newestFirst(facetId: number): readonly number[] {
    const own = this.#ofFacet[this.#facetPlaces.get(facetId) ?? -1]
    if (!own) return []
    if (!own.isInOrder) own.numbers.sort((a, b) => (this.#isNewer(a, b) ? -1 : 1))
    own.isInOrder = true
    return own.numbers
  }

  #typeOf(number: number): SearchType {
    return types[this.#type[number] ?? 0] ?? 'book'
  }

  #idOf(number: number): string {
    return (this.#keys[number] ?? '').slice(this.#typeOf(number).length + 1)
  }

  #placeOfFacet(id: number): number {
    const known = this.#facetPlaces.get(id)
    if (known !== undefined) return known
    const place = this.#facetIds.length
    this.#facetIds.push(id)
    this.#facetPlaces.set(id, place)
    this.#ofFacet.push({ numbers: [], isInOrder: true })
    return place
  }

  #makeRoom(number: number): void {
    if (number < this.#created.length) return
    /* In whole words of marks. */
    const capacity = Math.ceil(number / 24) * 32
    this.#created = copied(new Float64Array(capacity), this.#created)
    this.#facet = copied(new Uint32Array(capacity), this.#facet)
    this.#type = copied(new Uint8Array(capacity), this.#type)
    this.#isThere = copied(new Uint32Array(capacity >>> 5), this.#isThere)
  }
}

interface FacetRecords {
  numbers: number[]
  /** The newest first. */
  isInOrder: boolean
}

const { fround } = Math

const keyOf = (type: string, recordId: string) => `${type} ${recordId}`

function copied<List extends Float64Array | Uint32Array | Uint8Array>(to: List, from: List): List {
  to.set(from)
  return to
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** The numbers that are marked, in their order. */
function numbersOf(marks: Marks): Uint32Array {
  let size = 0
  for (let at = 0; at < marks.length; at += 1) size += bitCount(marks[at] ?? 0)
  const numbers = new Uint32Array(size)
  let next = 0
  for (let at = 0; at < marks.length; at += 1) {
    for (let bits = marks[at] ?? 0; bits !== 0; bits &= bits - 1) {
      numbers[next] = at * 32 + 31 - Math.clz32(bits & -bits)
      next += 1
    }
  }
  return numbers
}

/** The words by which PostgreSQL ranks: by their bytes, each once. They come from the last on. Source: `SortAndUniqItems` of PostgreSQL's `tsrank.c`. */
function inOrderOfRank(operands: readonly Operand[]): Operand[] {
  const sorted = operands.toReversed()
  sortAsPostgres(sorted, (a, b) => byBytes(a.word, b.word))
  return sorted.filter(({ word }, at) => word !== sorted[at - 1]?.word)
}
