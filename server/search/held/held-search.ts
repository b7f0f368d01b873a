import type { SearchType } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { isNews } from '../language/words/word-type.ts'
import { weights } from '../rank/weights.ts'
import type { FoundRow, Wider, WordMatches } from '../search.repository.ts'
import type { HeldRecords, Part, ScoredFacets } from './held-records.ts'
import { HeldRows } from './held-rows.ts'

const maxRowBytes = 16 * 2 ** 20

const ofMaterial = (weights.kind.material - weights.kind.report) / weights.text.rank

/** As `listWordMatches` orders: material stands before reports. */
const addedTo = (type: SearchType) => (isNews(type) ? 0 : ofMaterial)

/** What `search.repository.ts` asks the database for, answered to the letter from what is held: of the database only rows are read. */
export class HeldSearch {
  readonly records: HeldRecords
  readonly #rows: HeldRows

  constructor(records: HeldRecords) {
    this.records = records
    this.#rows = new HeldRows(records, maxRowBytes)
  }

  /** As `countByFacet` of the database. */
  countByFacet(query: string): [facetId: number, documents: number][] {
    return this.records.countByFacet(query)
  }

  /** As `listMatches` of the database. */
  listMatches(
    db: Queryable,
    query: string,
    rankBy: string,
    facets: ScoredFacets | undefined,
    page: Part,
  ): Promise<FoundRow[]> {
    return this.#list(db, this.records.best(query, rankBy, facets, weights.text.rank, page))
  }

  /** As `listNewestOfFacets` of the database. */
  listNewestOfFacets(
    db: Queryable,
    facets: ScoredFacets,
    page: Part,
    without: readonly string[],
  ): Promise<FoundRow[]> {
    return this.#list(db, this.records.newestOf(facets, page, without))
  }

  /** As `listWordMatches` of the database. */
  async listWordMatches(
    db: Queryable,
    query: string,
    rankBy: string,
    page: Part,
    wider?: Wider,
  ): Promise<WordMatches> {
    const { numbers, groups } = this.records.bestOfTypes(query, rankBy, addedTo, page)
    const total = Object.values(groups).reduce((sum, count) => sum + count, 0)
    const isWidened = wider !== undefined && total > 0 && total < wider.below
    const wide = isWidened
      ? this.records.bestOfTypes(wider.query, rankBy, addedTo, { limit: wider.limit, offset: 0 }).numbers
      : []
    const rows = await this.#rows.read(db, new Set([...numbers, ...wide]))
    return {
      rows: inOrder(numbers, rows),
      groups,
      wider: isWidened ? inOrder(wide, rows) : undefined,
    }
  }

  async #list(db: Queryable, numbers: readonly number[]): Promise<FoundRow[]> {
    return inOrder(numbers, await this.#rows.read(db, numbers))
  }
}

const inOrder = (numbers: readonly number[], rows: ReadonlyMap<number, FoundRow>): FoundRow[] =>
  numbers.flatMap(number => rows.get(number) ?? [])
