import { limits } from '#contract/limits.ts'
import {
  emptySearchAnswer,
  searchHitUrl,
  type SearchAnswer,
  type SearchFilters,
  type SearchHit,
} from '#contract/resources/search.ts'
import type { OpenDatabase, Queryable } from '#server/db/types.ts'
import { findRecords } from './find-records.ts'
import { highlight } from './highlight.ts'
import { understand, type Understanding } from './language/understand.ts'
import { SearchMisses } from './search-misses.ts'
import { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'

/** What to search for; `offset` and `limit` choose the part of the answer. */
export interface SearchRequest {
  query: string
  limit: number
  offset: number
  filters?: SearchFilters
}

export interface SearchService {
  search(request: SearchRequest): Promise<SearchAnswer>
  /** What was searched and not found most, commonest first. */
  listMisses(limit: number): Promise<{ query: string; count: number; lastAt: string }[]>
  /** Writes what was counted and ends the timer; call it before the database closes. */
  close(): Promise<void>
}

const unstorable = /[\u0000-\u001f\u007f]/g

/** The query as it is searched: within the length limit, without characters that nobody types. */
export function cleanQuery(text: string): string {
  return text.slice(0, limits.maxSearchLength).toWellFormed().replace(unstorable, ' ').trimStart()
}

function hitOf(row: FoundRow, understanding: Understanding): SearchHit {
  return {
    id: row.recordId,
    type: row.type,
    title: row.title,
    url: searchHitUrl(row.type, row.recordId),
    subject: row.subject,
    stage: row.stage,
    branch: row.branch,
    year: row.year,
    round: row.round,
    teacher: row.teacher,
    newsType: row.newsType,
    image: row.image,
    createdAt: row.createdAt.toISOString(),
    highlights: highlight(row.title, understanding),
  }
}

/** Searches the records, knowing every write that was committed before the call. */
export async function searchRecords(
  db: Queryable,
  state: SearchState,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const query = cleanQuery(request.query)
  if ([...query.trim()].length < limits.minSearchLength) return emptySearchAnswer(query)
  await state.refresh()
  const { limit, offset, filters = {} } = request
  const find = (understanding: Understanding) =>
    findRecords(db, state, { understanding, filters, limit, offset })
  let understanding = understand(query, state.lexicon)
  let found = await find(understanding)
  const isDoubtful = understanding.isGuess && (found.complete === 0 || understanding.words.length > 0)
  if (isDoubtful || understanding.isCompletionAfterWord) {
    const other = understand(query, state.lexicon, true)
    const otherFound = await find(other)
    if (
      otherFound.complete > 0 &&
      (understanding.isCompletionAfterWord || otherFound.complete >= found.complete)
    ) {
      understanding = other
      found = otherFound
    }
  }
  const { rows, groups } = found
  return {
    query,
    hits: rows.map(row => hitOf(row, understanding)),
    total: Object.values(groups).reduce((sum, count) => sum + count, 0),
    groups,
    recognised: understanding.recognised,
  }
}

/**
 * Makes the search of a process.
 *
 * Shape: one for each process; it keeps the words and facts of the index and counts what is not found.
 */
export function createSearchService(database: Pick<OpenDatabase, 'kysely'>): SearchService {
  const state = new SearchState(database.kysely)
  const misses = new SearchMisses(database.kysely)
  return {
    async search(request) {
      const answer = await searchRecords(database.kysely, state, request)
      const isPlain = Object.keys(request.filters ?? {}).length === 0 && request.offset === 0
      if (answer.total === 0 && isPlain) misses.count(answer.query)
      return answer
    },
    listMisses: limit => misses.list(limit),
    close: () => misses.close(),
  }
}
