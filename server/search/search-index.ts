import { sql } from 'kysely'
import type { Transaction } from '#server/base/db/types.ts'
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

/**
 * Writes records into the search index within the transaction that writes the records, so that both are seen at once; each
 * record at most once in the list. Errors: those of the database; the records' write fails with them.
 */
export async function indexDocuments(
  transaction: Transaction,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const entries = documents.map(entryOf)
  const version = await nextVersion(transaction)
  const stored = await storedEntries(transaction, documents)
  await leaveFacets(transaction, stored, version)
  await enterFacets(transaction, entries, version)
  await changeWords(transaction, countWords(entries, stored), version)
  await upsertEntries(transaction, entries)
  await replaceFiles(transaction, entries)
}

/** Takes records out of the search index within the transaction that deletes or hides them. */
export async function removeDocuments(transaction: Transaction, keys: readonly RecordKey[]): Promise<void> {
  if (keys.length === 0) return
  const version = await nextVersion(transaction)
  const stored = await storedEntries(transaction, keys)
  await sql`
    delete from search_documents d using ${recordset(keys)}
    where d.type = k.type and d.record_id = k.id`.execute(transaction)
  await changeWords(transaction, countWords([], stored), version)
  await leaveFacets(transaction, stored, version)
}

/** The keys as rows `k` of a query. */
function recordset(keys: readonly Record<keyof RecordKey, string>[]) {
  return sql`json_to_recordset(${JSON.stringify(keys.map(({ type, id }) => ({ type, id })))}::json) as k (type text, id text)`
}

// The row stays locked until the transaction ends: versions become visible in their order.
async function nextVersion(transaction: Transaction): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update search_state set version = version + 1 returning version`.execute(transaction)
  return rows[0]?.version ?? 0
}

async function storedEntries(transaction: Transaction, keys: readonly RecordKey[]): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select d.facet_id, (
      select coalesce(json_agg(json_build_array(
        l.lexeme, (l.weights && array['A', 'B', 'C'])::int, ('C' = any(l.weights))::int)), '[]'::json)
      from unnest(d.lexemes) l where left(l.lexeme, 1) <> '#') as words
    from ${recordset(keys)}
    join search_documents d on d.type = k.type and d.record_id = k.id`.execute(transaction)
  return rows
}

function countWords(entries: SearchEntry[], stored: StoredEntry[]): Map<string, CountChange> {
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

async function changeWords(
  transaction: Transaction,
  changes: Map<string, CountChange>,
  version: number,
): Promise<void> {
  const rows = [...changes]
    .filter(([, { documents, named, taught }]) => documents !== 0 || named !== 0 || taught !== 0)
    .map(([word, change]) => ({ word, ...change }))
  if (rows.length === 0) return
  await sql`
    insert into search_words (word, documents, named, taught, version)
    select c.word, c.documents, c.named, c.taught, ${version}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as c (word text, documents int, named int, taught int)
    on conflict (word) do update set
      documents = search_words.documents + excluded.documents,
      named = search_words.named + excluded.named,
      taught = search_words.taught + excluded.taught,
      version = excluded.version`.execute(transaction)
}

async function leaveFacets(transaction: Transaction, stored: StoredEntry[], version: number): Promise<void> {
  if (stored.length === 0) return
  const ids = stored.map(({ facetId }) => facetId)
  await sql`
    update search_facets f set documents = f.documents - c.n, version = ${version}::bigint
    from (select id, count(*)::int as n from unnest(${ids}::int[]) as id group by id) c
    where f.id = c.id`.execute(transaction)
}

async function enterFacets(transaction: Transaction, entries: SearchEntry[], version: number): Promise<void> {
  const keys = entries.map(({ key }) => key)
  const times = entries.map(entry => entry.created_at)
  await sql`
    insert into search_facets (key, documents, latest, version)
    select key, count(*)::int, max(latest), ${version}::bigint
    from unnest(${keys}::text[], ${times}::timestamptz[]) as e (key, latest) group by key
    on conflict (key) do update set
      documents = search_facets.documents + excluded.documents,
      latest = greatest(search_facets.latest, excluded.latest),
      version = excluded.version`.execute(transaction)
}

async function upsertEntries(transaction: Transaction, entries: SearchEntry[]): Promise<void> {
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
      shape = excluded.shape`.execute(transaction)
}

/** Files stay where nothing of them changed: most saves change none. */
async function replaceFiles(transaction: Transaction, entries: SearchEntry[]): Promise<void> {
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
    where search_files.file_hash <> excluded.file_hash`.execute(transaction)
}
