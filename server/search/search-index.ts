import { sql } from 'kysely'
import type { Transaction } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import type { SearchDocument } from './search-document.ts'
import { entryOf, type SearchEntry } from './search-entry.ts'

interface StoredEntry {
  facetId: number
  /** Each word with 1 when it stands in title, teacher or keywords, and 1 when it stands in the teacher's name. */
  words: [word: string, named: number, taught: number][]
}

interface CountChange {
  documents: number
  named: number
  taught: number
}

/** What names a record in the search index. */
export interface RecordKey {
  type: SearchDocument['type']
  id: string
}

/** What a transaction changes in the index: each record at most once in each list. */
export interface IndexChange {
  put?: readonly SearchDocument[]
  remove?: readonly RecordKey[]
}

/** Writes what all writers share; the last statement of its transaction, so that none waits for the work of another. */
export type FinishIndex = () => Promise<void>

/**
 * Writes records into the search index, or takes them out, within the transaction that writes the records, so that both
 * are seen at once. What it gives back has to be called last of all in that transaction.
 * Errors: those of the database; the records' write fails with them.
 */
export async function beginIndexing(
  transaction: Transaction,
  { put = [], remove = [] }: IndexChange,
): Promise<FinishIndex> {
  if (put.length === 0 && remove.length === 0) return () => Promise.resolve()
  const entries = put.map(entryOf)
  const stored = await storedEntries(transaction, [...remove, ...put])
  if (remove.length > 0)
    await sql`
      delete from search_documents d using ${recordset(remove)}
      where d.type = k.type and d.record_id = k.id`.execute(transaction)
  if (entries.length > 0) {
    await nameFacets(transaction, entries)
    await upsertEntries(transaction, entries)
    await replaceFiles(transaction, entries)
  }
  return () => changeCounts(transaction, entries, stored)
}

/** Writes records into the search index at the end of a transaction. */
export async function indexDocuments(
  transaction: Transaction,
  documents: readonly SearchDocument[],
): Promise<void> {
  const finish = await beginIndexing(transaction, { put: documents })
  await finish()
}

/** Takes records out of the search index at the end of a transaction. */
export async function removeDocuments(transaction: Transaction, keys: readonly RecordKey[]): Promise<void> {
  const finish = await beginIndexing(transaction, { remove: keys })
  await finish()
}

/** The keys as rows `k` of a query. */
function recordset(keys: readonly Record<keyof RecordKey, string>[]) {
  return sql`json_to_recordset(${JSON.stringify(keys.map(({ type, id }) => ({ type, id })))}::json) as k (type text, id text)`
}

async function storedEntries(transaction: Transaction, keys: readonly RecordKey[]): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select d.facet_id, (
      select coalesce(json_agg(json_build_array(
        l.lexeme, (l.weights && array['A', 'B', 'C'])::int, ('C' = any(l.weights))::int)), '[]'::json)
      from unnest(d.lexemes) l where left(l.lexeme, 1) <> '#') as words
    from ${recordset(keys)}
    join search_documents d on d.type = k.type and d.record_id = k.id for update of d`.execute(transaction)
  return rows
}

function countWords(
  entries: readonly SearchEntry[],
  stored: readonly StoredEntry[],
): Map<string, CountChange> {
  const changes = new Map<string, CountChange>()
  const count = (word: string, documents: number, named: number, taught: number) => {
    const change = changes.get(word) ?? { documents: 0, named: 0, taught: 0 }
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
  return changes
}

/** Gives the facets of new combinations a row each, in one order, so that writers never wait in a ring. */
async function nameFacets(transaction: Transaction, entries: readonly SearchEntry[]): Promise<void> {
  const keys = entries.map(({ key }) => key)
  const times = entries.map(entry => entry.created_at)
  await sql`
    insert into search_facets (key, documents, latest, version)
    select key, 0, max(latest), 0 from unnest(${keys}::text[], ${times}::timestamptz[]) as e (key, latest)
    where not exists (select from search_facets f where f.key = e.key)
    group by key order by key
    on conflict (key) do nothing ${unawaited}`.execute(transaction)
}

/*
 * Raises the version and gives it to every count that changes. The version's row is locked first and until the
 * transaction ends: versions become visible in their order, and nobody else changes a count meanwhile.
 */
async function changeCounts(
  transaction: Transaction,
  entries: readonly SearchEntry[],
  stored: readonly StoredEntry[],
): Promise<void> {
  const words = [...countWords(entries, stored)]
    .filter(([, { documents, named, taught }]) => documents !== 0 || named !== 0 || taught !== 0)
    .map(([word, change]) => ({ word, ...change }))
  const entering = entries.map(({ key, created_at: latest }) => ({ key, latest }))
  await sql`
    with raised as (
      update search_state set version = version + 1 returning version
    ), changed as (
      select id, sum(n)::int as n, max(latest) as latest from (
        select f.id, 1 as n, e.latest
        from json_to_recordset(${JSON.stringify(entering)}::json) as e (key text, latest timestamptz)
        join search_facets f on f.key = e.key
        union all
        select id, -1, null from unnest(${stored.map(({ facetId }) => facetId)}::int[]) as id
      ) one group by id
    ), facets as (
      update search_facets f set documents = f.documents + c.n, latest = greatest(f.latest, c.latest),
        version = r.version
      from changed c, raised r where f.id = c.id
    )
    insert into search_words (word, documents, named, taught, version)
    select c.word, c.documents, c.named, c.taught, r.version
    from json_to_recordset(${JSON.stringify(words)}::json) as c (word text, documents int, named int, taught int),
      raised r
    on conflict (word) do update set
      documents = search_words.documents + excluded.documents,
      named = search_words.named + excluded.named,
      taught = search_words.taught + excluded.taught,
      version = excluded.version ${unawaited}`.execute(transaction)
}

async function upsertEntries(transaction: Transaction, entries: readonly SearchEntry[]): Promise<void> {
  await sql`
    insert into search_documents (
      type, record_id, facet_id, title, subject, stage, branch, year, round, teacher, news_type, image,
      title_words, named_words, lexemes, created_at, shape)
    select e.type, e.record_id, f.id, e.title, e.subject, e.stage, e.branch, e.year, e.round, e.teacher, e.news_type,
      e.image, e.title_words, e.named_words, e.lexemes::tsvector, e.created_at, e.shape
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (
      type text, record_id text, key text, title text, subject text, stage text, branch text, year int, round int,
      teacher text, news_type text, image text, title_words text, named_words text, lexemes text, created_at timestamptz,
      shape int)
    join search_facets f on f.key = e.key
    on conflict (type, record_id) do update set
      facet_id = excluded.facet_id, title = excluded.title, subject = excluded.subject, stage = excluded.stage,
      branch = excluded.branch, year = excluded.year, round = excluded.round, teacher = excluded.teacher,
      news_type = excluded.news_type, image = excluded.image, title_words = excluded.title_words,
      named_words = excluded.named_words, lexemes = excluded.lexemes, created_at = excluded.created_at,
      shape = excluded.shape ${unawaited}`.execute(transaction)
}

/** Files stay where nothing of them changed: most saves change none. */
async function replaceFiles(transaction: Transaction, entries: readonly SearchEntry[]): Promise<void> {
  const keys = entries.map(({ type, record_id: id }) => ({ type, id }))
  const files = entries.flatMap(entry =>
    entry.files.map(file => ({ type: entry.type, record_id: entry.record_id, ...file })),
  )
  await sql`
    with files as (
      select * from json_to_recordset(${JSON.stringify(files)}::json) as f (
        type text, record_id text, place int, file_hash text)
    ), gone as (
      delete from search_files s using ${recordset(keys)}
      where s.type = k.type and s.record_id = k.id and not exists (
        select from files f where f.type = s.type and f.record_id = s.record_id and f.place = s.place)
    )
    insert into search_files (type, record_id, place, file_hash) select type, record_id, place, file_hash from files
    on conflict (type, record_id, place) do update set file_hash = excluded.file_hash
    where search_files.file_hash <> excluded.file_hash ${unawaited}`.execute(transaction)
}
