import { limits } from '#contract/limits.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import {
  emptySearchAnswer,
  searchHitUrl,
  type FactCount,
  type RecognisedPart,
  type ResultHit,
  type SearchAnswer,
  type SearchFilters,
  type SearchHit,
  type SearchType,
} from '#contract/resources/search.ts'
import { isSearchable } from '#contract/searchable.ts'
import { counts } from '#server/base/counts.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import { findOfType } from './find-of-type.ts'
import { totalOf } from './find-pages.ts'
import { findRecords, type FoundRecords } from './find-records.ts'
import { highlight, highlightWords } from './highlight.ts'
import { filesOfHits } from './hit-files.ts'
import type { HitFiles } from './hit-files.ts'
import type { ListMatches } from './list-search.ts'
import { inTurn, letOthersRun } from './let-others-run.ts'
import { boundedQuery } from './language/bounded-query.ts'
import { lookUpWords, understand, type Understanding } from './language/understand.ts'
import { facetsOf, factCountsOf, rankFacets } from './rank-facets.ts'
import { mayAskForResults } from './result-question.ts'
import { Remembered } from './remembered.ts'
import { SearchMisses } from './search-misses.ts'
import { findKnowingMore, findTogether } from './second-readings.ts'
import { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'
import { weightInMemory } from './weight-in-memory.ts'

/** What a search shows of its answer, and what the whole answer consists of. */
export interface NarrowedSearch {
  answer: SearchAnswer
  facts: FactCount[]
}

/** What to search for; `offset` and `limit` choose the part of the answer. */
export interface SearchRequest {
  query: string
  limit: number
  offset: number
  filters?: SearchFilters
}

/** `narrowing`: what only takes away from the answer of `filters`. */
interface AskedOfRecords extends SearchRequest {
  narrowing?: SearchFilters
}

/** What a query says of records. */
export interface QueryFacts {
  recognised: RecognisedPart[]
  /** The facets of the records that pass filters. Shape: `facet_id` of `search_documents`. */
  facetsOf(filters: SearchFilters): number[]
}

export interface SearchService {
  search(request: SearchRequest): Promise<SearchAnswer>
  /**
   * A search that shows of its answer what filters leave, and says what each would leave: where `search` with filters
   * fills a short answer up with what is near, this one only takes away, so that the counts hold.
   */
  searchNarrowed(request: SearchRequest): Promise<NarrowedSearch>
  /** The files whose pages hits show. */
  filesOf(hits: readonly SearchHit[]): Promise<HitFiles>
  /**
   * What a list's search box finds among the records of its type, for `onlyMatching`.
   *
   * Shape: undefined when the text is too short or says nothing that the index knows; the list then looks for the
   * letters themselves. `isRepair`: only several slips forgiven find it, and the letters come first.
   */
  matchesIn(type: SearchType, text: string): Promise<{ found: ListMatches; isRepair: boolean } | undefined>
  /** What a query says of records, for searches over other texts than theirs. */
  readFacts(query: string): Promise<QueryFacts>
  /** Counts what somebody asks for with the queries that found nothing. */
  countMiss(wanted: string): void
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
    match: row.match ?? null,
    highlights: highlight(row.title, understanding),
    teacherHighlights: row.teacher === null ? [] : highlightWords(row.teacher, understanding),
  }
}

function asksTheSame(left: Understanding, right: Understanding): boolean {
  const wanted = ({ concepts, words }: Understanding) => JSON.stringify([concepts, words])
  return wanted(left) === wanted(right)
}

/** What a reading of a query found; `best` where the records themselves were fetched. */
interface FoundByReading {
  complete: number
  best?(): Promise<FoundRow | undefined>
}

/** Reads a query, and reads it the other way when what was guessed at finds less than the words themselves. */
async function readAndFind<Found extends FoundByReading>(
  query: string,
  state: SearchState,
  find: (understanding: Understanding) => Promise<Found>,
): Promise<{ understanding: Understanding; found: Found }> {
  await lookUpWords(query, state.lexicon)
  const understanding = understand(query, state.lexicon)
  await letOthersRun()
  const found = await find(understanding)
  const isDoubtful = understanding.isGuess && (found.complete === 0 || understanding.words.length > 0)
  const { hasAttribute, isCompletionAfterWord } = understanding
  if (!isDoubtful && !isCompletionAfterWord && !hasAttribute) return { understanding, found }
  const other = understand(query, state.lexicon, { prefersWords: true })
  if (asksTheSame(understanding, other)) return { understanding, found }
  await letOthersRun()
  const otherFound = await find(other)
  const best = hasAttribute ? await otherFound.best?.() : undefined
  const isBetter =
    isCompletionAfterWord ||
    otherFound.complete >= found.complete ||
    (best !== undefined && saysIt(best, other))
  const holdsMost = best !== undefined && found.complete === 0
  return (otherFound.complete > 0 && isBetter) || holdsMost
    ? { understanding: other, found: otherFound }
    : { understanding, found }
}

/** Whether a record says the words of the query one after the other in its title or keywords. */
function saysIt({ titleWords, namedWords }: FoundRow, { tokens }: Understanding): boolean {
  const said = tokens.map(({ word }) => word).join(' ')
  return ` ${titleWords} | ${namedWords} `.includes(` ${said} `)
}

async function isEmpty({ part }: FoundRecords): Promise<boolean> {
  const { groups } = await part()
  return totalOf(groups) === 0
}

/** Whether a query that found nothing with these filters finds nothing without them either. */
async function findsNothing(
  db: Queryable,
  state: SearchState,
  understanding: Understanding,
  filters: SearchFilters,
): Promise<boolean> {
  if (Object.keys(filters).length === 0) return true
  return isEmpty(await findRecords(db, state, { understanding, filters: {}, limit: 1, offset: 0 }))
}

/** The same without its grade, where it names a subject too: no record of that grade has the subject. */
function withoutGrade(understanding: Understanding): Understanding | undefined {
  const { concepts, foreignWords } = understanding
  const namesSubject = concepts.some(({ kind, isRequired }) => kind === 'subject' && isRequired)
  const others = concepts.filter(({ kind }) => kind !== 'grade')
  return namesSubject && others.length < concepts.length && foreignWords === 0
    ? { ...understanding, concepts: others }
    : undefined
}

/** What the records of a type hold of a text that finds none of them as it is read, several slips in it forgiven. */
async function repairsOfType(
  db: Queryable,
  state: SearchState,
  query: string,
  type: SearchType,
): Promise<ListMatches | undefined> {
  const filters: SearchFilters = { type: [type] }
  const find = (understanding: Understanding, isAnswered: boolean) =>
    findRecords(db, state, { understanding, filters, limit: 1, offset: 0, isAnswered })
  const before = await readAndFind(query, state, reading => find(reading, false))
  const together = await findTogether(query, state, before.understanding, before.found, reading =>
    find(reading, true),
  )
  if (together) return (await findOfType(db, state, together[0], type, { isAnswered: true })).statement
  if (!(await findsNothing(db, state, before.understanding, filters))) return undefined
  await letOthersRun()
  const forgiving = understand(query, state.lexicon, { isForgiving: true })
  // Of a list of books everything is a book: that alone is too little to have been meant.
  if (forgiving.words.length === 0 && forgiving.concepts.every(({ kind }) => kind === 'type'))
    return undefined
  return (await findOfType(db, state, forgiving, type, { isForgiving: true })).statement
}

/** An answer, and what the whole of it consists of, counted when it is asked for. */
interface Answered {
  answer: SearchAnswer
  countFacts(): Promise<FactCount[]>
}

/** Searches the records. `state` must be fresh. */
async function searchRecords(db: Queryable, state: SearchState, request: AskedOfRecords): Promise<Answered> {
  const query = cleanQuery(request.query)
  if (!isSearchable(query)) return { answer: emptySearchAnswer(query), countFacts: async () => [] }
  await letOthersRun()
  const { understanding, found } = await findAnswer(db, state, { ...request, query })
  const { rows, shown, facets } = await found.part()
  const hits = rows.map(row => hitOf(row, understanding))
  const { recognised } = understanding
  return {
    answer: { query, hits, total: totalOf(shown), groups: shown, recognised, resultLinks: [] },
    countFacts: async () => factCountsOf(await facets()),
  }
}

/** Understands a query in the way that finds most, and finds what answers it. */
async function findAnswer(
  db: Queryable,
  state: SearchState,
  { query, limit, offset, filters = {}, narrowing }: AskedOfRecords,
): Promise<{ understanding: Understanding; found: FoundRecords }> {
  const page = { filters, narrowing, limit, offset }
  const readable = boundedQuery(query, state.lexicon)
  let { understanding, found } = await readAndFind(readable, state, reading =>
    findRecords(db, state, { ...page, understanding: reading }),
  )
  const findRead = (reading: Understanding) =>
    findRecords(db, state, { ...page, understanding: reading, isAnswered: true })
  const together = await findTogether(readable, state, understanding, found, findRead)
  if (together) [understanding, found] = together
  if ((await isEmpty(found)) && (await findsNothing(db, state, understanding, filters))) {
    await letOthersRun()
    understanding = understand(readable, state.lexicon, { isForgiving: true })
    found = await findRecords(db, state, { ...page, understanding, isForgiving: true })
    const looser = (await isEmpty(found)) ? withoutGrade(understanding) : undefined
    if (looser) found = await findRecords(db, state, { ...page, understanding: looser })
  } else {
    const knowing = await findKnowingMore(readable, state, understanding, findRead)
    if (knowing) [understanding, found] = knowing
  }
  return { understanding, found }
}

/** Whether staff may learn that a text was missed: no exam number, and none without a letter. Source: Q3.7. */
const isCounted = (query: string) => examNumberIn(query) === undefined && /\p{L}/u.test(query)

/** A thousand answers of ten hits and more. */
const maxAnswerBytes = 12 * 1024 * 1024

/** The ways into the results that answer a query. `isAlone`: no record is called as the query says. */
export type FindResultLinks = (query: string, isAlone: boolean) => Promise<ResultHit[]>

/**
 * Makes the search of a process.
 *
 * Shape: one for each process; it keeps the words and facts of the index and counts what is not found.
 */
export function createSearchService(
  database: Pick<OpenDatabase, 'kysely'> & Partial<Pick<OpenDatabase, 'writes'>>,
  findResultLinks: FindResultLinks = async () => [],
): SearchService {
  const state = new SearchState(database.kysely, database.writes)
  const misses = new SearchMisses(database.kysely)
  const remembered = new Remembered<SearchAnswer>(maxAnswerBytes, weightInMemory)

  /** Searches the records, knowing every write that was committed before the call. */
  async function searchFreshly(request: AskedOfRecords): Promise<Answered> {
    if (isSearchable(cleanQuery(request.query))) await state.refresh()
    return searchRecords(database.kysely, state, request)
  }

  /** The same; what was answered since the index changed last is not looked for again. */
  async function recall(request: SearchRequest): Promise<SearchAnswer> {
    const { limit, offset, filters = {} } = request
    const query = cleanQuery(request.query)
    if (!isSearchable(query)) return emptySearchAnswer(query)
    await state.refresh()
    const key = JSON.stringify([query, limit, offset, filters])
    return remembered.get(
      key,
      state.version,
      async () => (await searchRecords(database.kysely, state, request)).answer,
    )
  }

  async function run(request: AskedOfRecords, find: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    const { filters = {}, narrowing = {}, offset } = request
    const query = cleanQuery(request.query)
    const isFirstPage = offset === 0 && filters.type === undefined && narrowing.type === undefined
    /* An exam number is searched for nowhere, counted nowhere, and not said again. */
    if (examNumberIn(query) !== undefined) {
      const resultLinks = isFirstPage ? await findResultLinks(query, true) : []
      return { ...emptySearchAnswer(''), resultLinks }
    }
    const answer = await find()
    if (!isFirstPage || !isSearchable(answer.query)) return answer
    const isAlone = answer.hits.every(({ highlights }) => highlights.length === 0)
    const resultLinks = mayAskForResults(answer.query, answer.recognised, isAlone)
      ? await findResultLinks(answer.query, isAlone)
      : []
    const isPlain = Object.keys(filters).length + Object.keys(narrowing).length === 0
    const isMiss = answer.total === 0 && resultLinks.length === 0
    if (isMiss && isPlain && isCounted(answer.query)) misses.count(answer.query)
    return { ...answer, resultLinks }
  }

  async function counted(request: AskedOfRecords, find: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    const startedAt = performance.now()
    try {
      return await inTurn(() => run(request, find))
    } finally {
      counts.searches += 1
      counts.searchMs += performance.now() - startedAt
    }
  }

  return {
    search: request => counted(request, () => recall(request)),
    async searchNarrowed({ query, limit, offset, filters = {} }) {
      const isNarrowed = Object.keys(filters).length > 0
      const request = { query, limit, offset, ...(isNarrowed && { narrowing: filters }) }
      let countFacts = async (): Promise<FactCount[]> => []
      const answer = await counted(request, async () => {
        const found = await searchFreshly(request)
        countFacts = found.countFacts
        return found.answer
      })
      return { answer, facts: await countFacts() }
    },
    filesOf: hits => filesOfHits(database.kysely, hits),
    matchesIn: (type, text) =>
      inTurn(async () => {
        const query = cleanQuery(text)
        if ([...query.trim()].length < limits.minSearchLength) return undefined
        await state.refresh()
        const readable = boundedQuery(query, state.lexicon)
        const { found } = await readAndFind(readable, state, reading =>
          findOfType(database.kysely, state, reading, type),
        )
        if (found.statement) return { found: found.statement, isRepair: false }
        const repaired = await repairsOfType(database.kysely, state, readable, type)
        return repaired && { found: repaired, isRepair: true }
      }),
    async readFacts(query) {
      await state.refresh()
      const readable = boundedQuery(query, state.lexicon)
      await lookUpWords(readable, state.lexicon)
      const { recognised } = understand(readable, state.lexicon)
      return {
        recognised,
        facetsOf: filters => facetsOf(rankFacets(state, [], filters, 0)).map(({ id }) => id),
      }
    },
    countMiss(wanted) {
      const query = cleanQuery(wanted)
      if (isCounted(query)) misses.count(query)
    },
    listMisses: limit => misses.list(limit),
    close: () => misses.close(),
  }
}
