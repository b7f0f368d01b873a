import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { limits } from '#contract/limits.ts'
import { insideTypes } from '#contract/resources/inside.ts'
import type { InsideType } from '#contract/resources/inside.ts'
import { plannedAnew } from '#server/base/db/statement-names.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { fileKey, themeKey, wordKey } from './page-keys.ts'
import type { QueryWord } from './query-words.ts'
import { unpackKeys } from './sent-keys.ts'

/** A page that may answer the query. */
export interface Candidate {
  fileNo: number
  /** From 1, within its file. */
  filePage: number
  type: InsideType
  recordId: string
  title: string
  subject: string | null
  /** Place of the file among those of the record, from 0. */
  place: number
  length: number
  /**
   * Keys of the page's words in reading order, `length` of them, and then its other keys; empty for the pages of one record
   * that have all words, which are told in their order.
   */
  words: Int32Array
}

/** Which records' pages to look at; all public ones when nothing is said. */
export interface Scope {
  facets?: readonly number[]
  record?: { type: InsideType; id: string }
}

/** Up to so many files are looked up in the index together with the words. */
const fewFiles = 200

const integers = (numbers: readonly number[]) => `{${numbers.join(',')}}`

function isInScope({ facets, record }: Scope): RawBuilder<boolean> {
  if (record) return sql`(d.type = ${record.type} and d.record_id = ${record.id})`
  const isSearched = sql`d.type = any(${[...insideTypes]}::text[])`
  return facets === undefined
    ? sql`${isSearched}`
    : sql`(${isSearched} and d.facet_id = any(${integers(facets)}::int[]))`
}

/** The indexed files whose pages a public record of the scope shows, by their numbers in the index. */
export async function listFiles(db: Queryable, scope: Scope): Promise<number[]> {
  const { rows } = await sql<{ numbers: number[] | null }>`
    select json_agg(distinct f.id) as numbers from search_documents d
    join search_files s on s.type = d.type and s.record_id = d.record_id
    join page_word_files f on f.file_hash = s.file_hash
    where ${isInScope(scope)}`.execute(db)
  return rows[0]?.numbers ?? []
}

type KeyOf = (word: string) => number

/** That a page has every one of some words, under any of their forms. */
function hasAll(words: readonly QueryWord[], keyOf: KeyOf): RawBuilder<unknown>[] {
  const single = words.filter(({ forms }) => forms.length === 1).flatMap(({ forms }) => forms)
  const several = words.filter(({ forms }) => forms.length > 1)
  const keys = (forms: QueryWord['forms']) => integers(forms.map(({ word }) => keyOf(word)))
  return [
    ...(single.length > 0 ? [sql`words @> ${keys(single)}::int[]`] : []),
    ...several.map(({ forms }) => sql`words && ${keys(forms)}::int[]`),
  ]
}

/** That a page has any of some words. */
function hasAny(words: readonly QueryWord[], keyOf: KeyOf): RawBuilder<unknown>[] {
  const keys = words.flatMap(({ forms }) => forms.map(({ word }) => keyOf(word)))
  return [sql`words && ${integers(keys)}::int[]`]
}

/** What to look for. */
export interface Wanted {
  scope: Scope
  files: readonly number[]
  /** The words of the query that a page has to have. */
  required: readonly QueryWord[]
  /** Keys of the words that follow each other in the query: pages that say it so go before all others. */
  pairs?: readonly number[]
  /** One of them is enough. */
  isAnyEnough?: boolean
}

/**
 * Pages that have the words: where there are too many to compare, first those that say them one after the other, then
 * those that are about them.
 */
export async function listCandidates(db: Queryable, wanted: Wanted): Promise<Candidate[]> {
  const { files, required, pairs = [], scope } = wanted
  if (files.length === 0 || required.length === 0) return []
  const having = havingWords(wanted, wordKey)
  if (scope.record) return fetchPages(db, wanted, having, limits.insideCandidatesOfRecord)
  const isCommon = required.every(({ pages }) => pages > limits.insideCandidates)
  if (!isCommon) return fetchPages(db, wanted, having, limits.insideCandidates)
  const kinds = [
    ...(pairs.length > 0 ? [saying(pairs, required)] : []),
    sql`(${havingWords(wanted, themeKey)})`,
    having,
  ]
  const found: Candidate[] = []
  for (const [index, kind] of kinds.entries()) {
    const left = limits.insideCandidates - found.length
    if (left === 0) break
    const before = kinds.slice(0, index).map(each => sql`not ${each}`)
    found.push(...(await fetchPages(db, wanted, sql.join([kind, ...before], sql` and `), left)))
  }
  return found
}

/** That a page has the pairs, and the words too: pairs that share a key are told from them. */
function saying(pairs: readonly number[], required: readonly QueryWord[]): RawBuilder<unknown> {
  const keys = required.flatMap(({ forms }) => forms.slice(0, 1).map(({ word }) => wordKey(word)))
  return sql`(pairs @> ${integers(pairs)}::smallint[] and words @> ${integers(keys)}::int[])`
}

function havingWords({ required, isAnyEnough = false }: Wanted, keyOf: KeyOf): RawBuilder<unknown> {
  return sql.join(isAnyEnough ? hasAny(required, keyOf) : hasAll(required, keyOf), sql` and `)
}

async function fetchPages(
  db: Queryable,
  wanted: Wanted,
  having: RawBuilder<unknown>,
  limit: number,
): Promise<Candidate[]> {
  const { scope, files, isAnyEnough = false } = wanted
  const conditions = [having]
  const isNarrow = scope.facets !== undefined || scope.record !== undefined
  if (isNarrow && files.length <= fewFiles)
    conditions.push(sql`words && ${integers(files.map(fileKey))}::int[]`)
  /* No column by itself: or the plan would read the whole primary key beside the words. */
  conditions.push(sql`file_no + 0 = any(${integers(files)}::int[])`)
  const isRanked = !scope.record || isAnyEnough
  const { rows } = await sql<Omit<Candidate, 'words'> & { words: string | null }>`
    ${plannedAnew}select w.file_no, w.page as file_page, d.type, d.record_id, d.title, d.subject, d.place, w.length,
      ${isRanked ? sql`encode(array_send(w.words), 'base64')` : sql`null::text`} as words
    from (
      select file_no, page, length, words from page_words where ${sql.join(conditions, sql` and `)}
      ${scope.record ? sql`offset 0` : sql`limit ${limit}`}
    ) w
    cross join lateral (
      select d.type, d.record_id, d.title, d.subject, s.place from page_word_files f
      join search_files s on s.file_hash = f.file_hash
      join search_documents d on d.type = s.type and d.record_id = s.record_id
      where f.id = w.file_no and ${isInScope(scope)} order by d.created_at desc, d.record_id desc limit 1
    ) d
    ${scope.record ? sql`order by d.place, w.page limit ${limit}` : sql``}`.execute(db)
  return rows.map(row => ({ ...row, words: unpackKeys(row.words) }))
}
