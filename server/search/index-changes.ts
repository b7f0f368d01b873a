import { sql } from 'kysely'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import type { ChangedRecord } from './held/held-index.ts'
import type { SearchEntry } from './search-entry.ts'

/** What was indexed of a record. */
export interface StoredEntry {
  key: string
  /** Each word with 1 when it stands in title, teacher or keywords, and 1 when it stands in the teacher's name. */
  words: [word: string, named: number, taught: number][]
}

/** How many records more, or fewer, hold a word. */
interface WordChange {
  word: string
  documents: number
  named: number
  taught: number
}

/** How many records more, or fewer, have a combination of facts; `latest`: when the newest of those that came was created. */
interface FacetChange {
  id: number
  key: string
  documents: number
  latest: string | null
}

/** What one transaction changed of the counts. */
export interface CountChange {
  id: number
  facets: FacetChange[]
  words: WordChange[]
  /** The records that have another form; null where an older release did not note them. */
  records: ChangedRecord[] | null
}

function countWords(entries: readonly SearchEntry[], stored: readonly StoredEntry[]): WordChange[] {
  const changes = new Map<string, WordChange>()
  const count = (word: string, documents: number, named: number, taught: number) => {
    const change = changes.get(word) ?? { word, documents: 0, named: 0, taught: 0 }
    change.documents += documents
    change.named += named
    change.taught += taught
    changes.set(word, change)
  }
  for (const { lexemes } of entries) {
    for (const match of lexemes.matchAll(/'([^'#][^']*)':(\S+)/g)) {
      const labels = match[2] ?? ''
      count(match[1] ?? '', 1, /[ABC]/.test(labels) ? 1 : 0, labels.includes('C') ? 1 : 0)
    }
  }
  for (const { words } of stored) for (const [word, named, taught] of words) count(word, -1, -named, -taught)
  return [...changes.values()].filter(
    ({ documents, named, taught }) => documents !== 0 || named !== 0 || taught !== 0,
  )
}

function countFacets(
  entries: readonly SearchEntry[],
  stored: readonly StoredEntry[],
): Omit<FacetChange, 'id'>[] {
  const changes = new Map<string, Omit<FacetChange, 'id'>>()
  const count = (key: string, documents: number, latest: string | null) => {
    const change = changes.get(key) ?? { key, documents: 0, latest: null }
    change.documents += documents
    if (latest !== null && (change.latest === null || latest > change.latest)) change.latest = latest
    changes.set(key, change)
  }
  for (const entry of entries) count(entry.key, 1, entry.created_at)
  for (const { key } of stored) count(key, -1, null)
  return [...changes.values()].filter(({ documents, latest }) => documents !== 0 || latest !== null)
}

const noting = new ShapedStatement()

/** So many versions back it is known which records were counted, for processes that have not searched since. */
const keptVersions = 1000

/** Notes what a transaction changes of the counts, in a row of its own: no writer waits for a count. */
export async function noteChange(
  transaction: Transaction,
  entries: readonly SearchEntry[],
  stored: readonly StoredEntry[],
  records: readonly ChangedRecord[],
): Promise<void> {
  const words = countWords(entries, stored)
  const facets = countFacets(entries, stored)
  if (words.length === 0 && facets.length === 0) return
  await noting.rows(
    transaction,
    { words: JSON.stringify(words), facets: JSON.stringify(facets), records: JSON.stringify(records) },
    changed => sql`
      insert into search_changes (facets, words, records)
      select coalesce(json_agg(json_build_object('id', (select id from search_facets f where f.key = e.key),
        'key', e.key, 'documents', e.documents, 'latest', e.latest)), '[]'::json), ${changed.words}::json,
        ${changed.records}::json
      from json_to_recordset(${changed.facets}::json) as e (key text, documents int, latest text) ${unawaited}`,
  )
}

/** What is not counted yet, but for the changes of these ids, and the version of what is, both of one moment. */
export async function readChanges(
  db: Queryable,
  except: readonly number[],
): Promise<{ version: number; changes: CountChange[] }> {
  const { rows } = await sql<{ version: number; changes: CountChange[] | null }>`
    select version, (
      select json_agg(json_build_object('id', c.id, 'facets', c.facets, 'words', c.words, 'records', c.records) order by c.id)
      from search_changes c where c.id <> all(${except}::bigint[])
    ) as changes from search_state`.execute(db)
  return { version: rows[0]?.version ?? 0, changes: rows[0]?.changes ?? [] }
}

/** What is known of a change that was counted. */
export type CountedChange = Pick<CountChange, 'id' | 'records'>

/** What was counted from a version to another; undefined where that is not known of each of them any more. */
export async function readCounted(
  db: Queryable,
  from: number,
  to: number,
): Promise<CountedChange[] | undefined> {
  const { rows } = await sql<{ changes: CountedChange[] }>`
    select changes from search_counted where version > ${from} and version <= ${to}`.execute(db)
  return rows.length === to - from ? rows.flatMap(({ changes }) => changes) : undefined
}

/** Whether some are not counted yet. */
export async function isChangeWaiting(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from search_changes limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Counts the oldest changes: takes them away and gives what they change the next version, at once. Versions become visible
 * in their order, since one transaction at a time counts. Shape: whether others may wait; undefined while another one counts.
 */
export async function countChanges(transaction: Transaction, limit: number): Promise<boolean | undefined> {
  const { rows: locks } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('search_changes')) as is_ours`.execute(transaction)
  if (locks[0]?.isOurs !== true) return undefined
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from search_changes where id in (select id from search_changes order by id limit ${limit})
      returning id, facets, words, records
    ), raised as (
      update search_state set version = version + 1 where exists (select from taken) returning version
    ), counted as (
      insert into search_counted (version, changes)
      select version, (select json_agg(json_build_object('id', id, 'records', records)) from taken) from raised
    ), outdated as (
      delete from search_counted c using raised r where c.version <= r.version - ${keptVersions}
    ), facets as (
      update search_facets f set documents = f.documents + c.documents, latest = greatest(f.latest, c.latest),
        version = r.version
      from (
        select e.id, sum(e.documents)::int as documents, max(e.latest) as latest
        from taken, json_to_recordset(taken.facets) as e (id int, documents int, latest timestamptz) group by e.id
      ) c, raised r where f.id = c.id
    ), words as (
      insert into search_words (word, documents, named, taught, version)
      select c.word, c.documents, c.named, c.taught, r.version from (
        select e.word collate "C" as word, sum(e.documents)::int as documents, sum(e.named)::int as named,
          sum(e.taught)::int as taught
        from taken, json_to_recordset(taken.words) as e (word text, documents int, named int, taught int) group by 1
      ) c, raised r
      on conflict (word) do update set
        documents = search_words.documents + excluded.documents,
        named = search_words.named + excluded.named,
        taught = search_words.taught + excluded.taught,
        version = excluded.version
    )
    select count(*)::int as taken from taken`.execute(transaction)
  return rows[0]?.taken === limit
}
