import { sql } from 'kysely'
import { examNumberIn } from '#contract/exam-number.ts'
import { insideHitUrl } from '#contract/resources/inside.ts'
import type { InsideAnswer, InsideHit, InsideState, InsideType } from '#contract/resources/inside.ts'
import type { RecognisedPart, SearchFilters } from '#contract/resources/search.ts'
import { isSearchable } from '#contract/searchable.ts'
import { pageStripPath } from '#contract/paths.ts'
import type { OpenDatabase, Queryable } from '#server/base/db/types.ts'
import type { PagePictures } from '#server/files/files.types.ts'
import { unpackBoxes } from '#server/files/page-texts/word-boxes.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'
import type { Box } from '#server/reading/page.types.ts'
import { cleanQuery } from '#server/search/search.service.ts'
import type { SearchService } from '#server/search/search.service.ts'
import { cutOutAt } from './cut-out.ts'
import type { CutOut } from './cut-out.ts'
import { listCandidates, listFiles } from './find-candidates.ts'
import type { Candidate, Scope, Wanted } from './find-candidates.ts'
import { needsIndexing } from './index-pages.ts'
import { pairKey } from './page-keys.ts'
import { readQueryWords } from './query-words.ts'
import type { QueryWord } from './query-words.ts'
import { rankPages } from './rank-pages.ts'
import type { RankedPage } from './rank-pages.ts'
import { snippetOf } from './snippet.ts'
import type { FoundWord } from './snippet.ts'

/** What to look for on pages; `offset` and `limit` choose the part of the answer. */
export interface InsideRequest {
  query: string
  limit: number
  offset: number
  filters?: SearchFilters
  /** The pages of one record alone, in their order. */
  record?: { type: InsideType; id: string } | undefined
  /** Of that record these pages alone. From 1. */
  pages?: readonly number[] | undefined
}

/** Finds the pages of public records on which words stand. */
export interface InsideService {
  search(request: InsideRequest): Promise<InsideAnswer>
}

/** Below this share of what a query says, what is known of it is no sense to look for. */
const leastSense = 0.4
const unknownWeight = 0.5
/** How much of a query a page must have, where none has all of it. */
const mostOfIt = 0.6
const rarestWords = 3

const nothing: InsideAnswer = { hits: [], total: 0 }

interface Reading {
  /** The words that pages know. */
  told: QueryWord[]
  /** Those of them that a page has to have. */
  required: QueryWord[]
  /** Keys of those that follow each other. */
  pairs: number[]
}

function readingOf(words: readonly QueryWord[]): Reading | undefined {
  const told = words.filter(({ forms }) => forms.length > 0)
  const said = told.reduce((sum, { weight }) => sum + weight, 0)
  const unknown = words.filter(({ forms, isSmall }) => forms.length === 0 && !isSmall).length * unknownWeight
  const required = told.filter(({ isSmall }) => !isSmall)
  if (required.length === 0 || said < leastSense * (said + unknown)) return undefined
  return { told, required, pairs: pairsOf(words) }
}

function pairsOf(words: readonly QueryWord[]): number[] {
  return words.slice(1).flatMap(({ forms: [second] }, index) => {
    const first = words[index]?.forms[0]
    return first && second ? [pairKey(first.word, second.word)] : []
  })
}

/** The facts that a query names, as filters, and the stretches of it that name them. */
function namedFacts(recognised: readonly RecognisedPart[]) {
  const filters: SearchFilters = {}
  const isNamed: RecognisedPart['spans'] = []
  for (const { kind, code, spans } of recognised) {
    const field = fieldOfPart[kind]
    if (field === undefined || (kind === 'year' && code.includes('-'))) continue
    ;(filters[field] ??= []).push(...code.split(','))
    isNamed.push(...spans)
  }
  return {
    filters,
    covers: ({ range }: QueryWord) => isNamed.some(([from, to]) => range[0] >= from && range[1] <= to),
  }
}

const fieldOfPart: Partial<Record<RecognisedPart['kind'], keyof SearchFilters>> = {
  type: 'type',
  subject: 'subject',
  grade: 'stage',
  branch: 'branch',
  year: 'year',
  round: 'round',
}

/** Values that both allow; a field that only one names is as it names it. */
function bothFilters(left: SearchFilters, right: SearchFilters): SearchFilters {
  const both: SearchFilters = { ...left }
  for (const [name, values] of Object.entries(right)) {
    const field = name as keyof SearchFilters
    const others = left[field]
    both[field] = others ? values.filter(value => others.includes(value)) : values
  }
  return both
}

export function createInsideService(
  { kysely: db }: Pick<OpenDatabase, 'kysely'>,
  search: Pick<SearchService, 'readFacts'>,
  pictures: Pick<PagePictures, 'isDrawn'>,
): InsideService {
  /** Looks in a scope as often as is wanted; its files are listed once. */
  function lookIn(
    scope: Scope,
  ): (required: readonly QueryWord[], more?: Pick<Wanted, 'pairs' | 'isAnyEnough'>) => Promise<Candidate[]> {
    const listed = listFiles(db, scope)
    /* Its error comes with the first look. */
    listed.catch(() => undefined)
    return async (required, more) => listCandidates(db, { scope, files: await listed, required, ...more })
  }

  async function findOfRecord(record: Scope['record'], reading: Reading): Promise<RankedPage[]> {
    const find = lookIn({ record } as Scope)
    const strict = await find(reading.required)
    if (strict.length > 0) return strict.map(page => ({ page, score: 0 }))
    const pages = await find(reading.required, { isAnyEnough: true })
    const ranked = await rankPages(pages, reading.told, new Set(), mostOfIt)
    const order = new Map(pages.map((page, index) => [page, index]))
    return ranked.toSorted((a, b) => (order.get(a.page) ?? 0) - (order.get(b.page) ?? 0))
  }

  async function findEverywhere(
    query: string,
    filters: SearchFilters,
    reading: Reading,
  ): Promise<RankedPage[]> {
    const { recognised, facetsOf } = await search.readFacts(query)
    const scopeOf = (wanted: SearchFilters): Scope =>
      Object.keys(wanted).length === 0 ? {} : { facets: facetsOf(wanted) }
    const { told, required, pairs } = reading
    const find = lookIn(scopeOf(filters))
    const strict = await rankPages(await find(required, { pairs }), told, new Set(), 0)
    const named = namedFacts(recognised)
    const free = required.filter(word => !named.covers(word))
    const isGranted = free.length > 0 && free.length < required.length
    const others = isGranted
      ? await rankPages(
          await lookIn(scopeOf(bothFilters(filters, named.filters)))(free),
          told,
          new Set(told.filter(named.covers)),
          0,
        )
      : []
    const found = merged([...strict, ...others])
    if (found.length > 0 || required.length < 2) return found
    const rarest = required.toSorted((a, b) => b.weight - a.weight).slice(0, rarestWords)
    const loose = await find(rarest, { isAnyEnough: true })
    return rankPages(loose, told, new Set(), mostOfIt)
  }

  return {
    async search({ query: text, limit, offset, filters = {}, record, pages }) {
      const query = cleanQuery(text)
      if (!isSearchable(query) || examNumberIn(query) !== undefined)
        return record ? { ...nothing, state: await stateOf(db, record) } : nothing
      const words = await readQueryWords(db, query)
      const reading = readingOf(words)
      const ranked = !reading
        ? []
        : record
          ? await findOfRecord(record, reading)
          : await findEverywhere(query, filters, reading)
      const isWanted = ({ page }: RankedPage) => pages?.includes(page.place + page.filePage)
      const asked = record && pages ? ranked.filter(isWanted) : ranked
      const shown = asked.slice(offset, offset + limit).map(({ page }) => page)
      const hits = await hitsOf(
        { db, pictures },
        shown,
        reading?.told ?? [],
        query.trim(),
        record !== undefined,
      )
      return { hits, total: ranked.length, ...(record && { state: await stateOf(db, record) }) }
    },
  }
}

/** Each page once, as the reading found it that finds it best. */
function merged(ranked: readonly RankedPage[]): RankedPage[] {
  const best = new Map<string, RankedPage>()
  for (const each of ranked.toSorted((a, b) => b.score - a.score)) {
    const key = `${each.page.fileNo}/${each.page.filePage}`
    if (!best.has(key)) best.set(key, each)
  }
  return [...best.values()]
}

interface ShownPage {
  fileNo: number
  page: number
  text: string
  fileHash: string
  boxes: Uint8Array
}

async function hitsOf(
  { db, pictures }: { db: Queryable; pictures: Pick<PagePictures, 'isDrawn'> },
  pages: readonly Candidate[],
  words: readonly QueryWord[],
  query: string,
  hasBoxes: boolean,
): Promise<InsideHit[]> {
  if (pages.length === 0) return []
  const wanted = pages.map(({ fileNo, filePage }) => ({ file_no: fileNo, page: filePage }))
  const { rows } = await sql<ShownPage>`
    select p.file_no, p.page, t.file_hash, t.text, t.boxes
    from json_to_recordset(${JSON.stringify(wanted)}::json) as p (file_no int, page int)
    join page_word_files f on f.id = p.file_no
    join page_texts t on t.file_hash = f.file_hash and t.page = p.page`.execute(db)
  const read = new Map(rows.map(row => [`${row.fileNo}/${row.page}`, row]))
  const told: { hit: InsideHit; row: ShownPage; cutOut: CutOut | undefined }[] = []
  for (const { fileNo, filePage, place, type, recordId, title, subject } of pages) {
    const row = read.get(`${fileNo}/${filePage}`)
    if (row === undefined) continue
    const page = place + filePage
    const { text: snippet, highlights, firstWord, found } = snippetOf(row.text, words)
    const boxes = unpackBoxes(row.boxes)
    const marked = boxesOf(boxes, found)
    const hit: InsideHit = {
      id: recordId,
      type,
      title,
      url: insideHitUrl(type, recordId, page, query),
      subject: subject as InsideHit['subject'],
      page,
      snippet,
      highlights,
      ...(hasBoxes && { boxes: marked }),
    }
    const first = boxes[firstWord]
    told.push({ hit, row, cutOut: first && cutOutAt(first, boxes, marked) })
    await letOthersRun()
  }
  /* Only what costs little: a page that is drawn. A store far away is asked for all of them at once. */
  return Promise.all(
    told.map(async ({ hit, row: { fileHash, page }, cutOut }) => {
      if (!cutOut || !(await pictures.isDrawn(fileHash, page))) return hit
      return { ...hit, image: pageStripPath(fileHash, page, cutOut.strip), marks: cutOut.marks }
    }),
  )
}

/** The boxes of a page's words that answer, each word once. */
function boxesOf(boxes: readonly Box[], found: readonly FoundWord[]): Box[] {
  const places = new Set(found.map(({ index }) => index))
  return [...places].map(index => boxes[index]).filter(box => box !== undefined)
}

/** How far the pages of a record are read and indexed. */
async function stateOf(db: Queryable, { type, id }: { type: InsideType; id: string }): Promise<InsideState> {
  const { rows } = await sql<{ isPublic: boolean; isEnded: boolean; hasWords: boolean }>`
    select count(d.type) > 0 as is_public,
      coalesce(bool_and(f.is_ended is true and not ${needsIndexing}), false) as is_ended,
      coalesce(bool_or(exists (select from page_words w where w.file_no = n.id)), false) as has_words
    from search_documents d
    join search_files s on s.type = d.type and s.record_id = d.record_id
    left join page_text_files f on f.file_hash = s.file_hash
    left join page_word_files n on n.file_hash = s.file_hash
    where d.type = ${type} and d.record_id = ${id}`.execute(db)
  const [{ isPublic, isEnded, hasWords } = { isPublic: false, isEnded: false, hasWords: false }] = rows
  if (!isPublic) return 'none'
  if (!isEnded) return 'reading'
  return hasWords ? 'ready' : 'none'
}
