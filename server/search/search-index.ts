import { sql } from 'kysely'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import type { SearchDocument } from './search-document.ts'
import { noteChange, type StoredEntry } from './index-changes.ts'
import { entryOf, type SearchEntry } from './search-entry.ts'

/** What names a record in the search index. */
export interface RecordKey {
  type: SearchDocument['type']
  id: string
}

/** What a transaction changes in the index: each record at most once in all. */
export interface IndexChange {
  /** Records that were never in the index. */
  add?: readonly SearchDocument[]
  put?: readonly SearchDocument[]
  remove?: readonly RecordKey[]
}

/**
 * Writes records into the search index, or takes them out, within the transaction that writes the records, so that both
 * are seen at once. Writers of different records wait for each other only where both bring the first record of a
 * combination of facts.
 * Errors: those of the database; the records' write fails with them.
 */
export async function changeIndex(
  transaction: Transaction,
  { add = [], put = [], remove = [] }: IndexChange,
): Promise<void> {
  const stored = await storedEntries(transaction, [...remove, ...put])
  if (remove.length > 0)
    await sql`
      delete from search_documents d using ${keyRows(jsonOf(remove))}
      where d.type = k.type and d.record_id = k.id ${unawaited}`.execute(transaction)
  const added = add.map(entryOf)
  const replaced = put.map(entryOf)
  const entries = [...added, ...replaced]
  if (entries.length > 0) {
    await nameFacets(transaction, entries)
    await upsertEntries(transaction, entries)
    await replaceFiles(transaction, { added, replaced })
  }
  const keys = [...entries.map(({ type, record_id: id }) => ({ type, id })), ...remove]
  await noteChange(
    transaction,
    entries,
    stored,
    keys.map(({ type, id }) => [type, id]),
  )
}

/** Writes records into the search index. */
export function indexDocuments(
  transaction: Transaction,
  documents: readonly SearchDocument[],
): Promise<void> {
  return changeIndex(transaction, { put: documents })
}

/** Takes records out of the search index. */
export function removeDocuments(transaction: Transaction, keys: readonly RecordKey[]): Promise<void> {
  return changeIndex(transaction, { remove: keys })
}

const jsonOf = (keys: readonly Record<keyof RecordKey, string>[]) =>
  JSON.stringify(keys.map(({ type, id }) => ({ type, id })))

/** Keys as rows `k` of a query. */
const keyRows = (json: string) => sql`json_to_recordset(${json}::json) as k (type text, id text)`

const readingStored = new ShapedStatement()
const namingFacets = new ShapedStatement()
const upserting = new ShapedStatement()
const replacingFiles = new ShapedStatement()

/* One by one: joined, as many rows as a function might give would seem worth reading the whole table for. */
async function storedEntries(transaction: Transaction, keys: readonly RecordKey[]): Promise<StoredEntry[]> {
  if (keys.length === 0) return []
  return readingStored.rows(
    transaction,
    { keys: jsonOf(keys) },
    own => sql<StoredEntry>`
      select (select key from search_facets f where f.id = d.facet_id) as key, (
        select coalesce(json_agg(json_build_array(
          l.lexeme, (l.weights && array['A', 'B', 'C'])::int, ('C' = any(l.weights))::int)), '[]'::json)
        from unnest(d.lexemes) l where left(l.lexeme, 1) <> '#') as words
      from ${keyRows(own.keys)} cross join lateral (
        select * from search_documents d where d.type = k.type and d.record_id = k.id for update
      ) d`,
  )
}

/**
 * Gives the facets of new combinations a row each, in one order, so that writers never wait in a ring. As JSON: of an
 * array the database would want to know how long it is, and plan anew each time.
 */
async function nameFacets(transaction: Transaction, entries: readonly SearchEntry[]): Promise<void> {
  const facets = entries.map(({ key, created_at }) => ({ key, created_at }))
  await namingFacets.rows(
    transaction,
    { facets: JSON.stringify(facets) },
    own => sql`
      insert into search_facets (key, documents, latest, version)
      select key, 0, max(created_at), 0
      from json_to_recordset(${own.facets}::json) as e (key text, created_at timestamptz)
      where (select id from search_facets f where f.key = e.key) is null
      group by key order by key
      on conflict (key) do nothing ${unawaited}`,
  )
}

async function upsertEntries(transaction: Transaction, entries: readonly SearchEntry[]): Promise<void> {
  await upserting.rows(
    transaction,
    { entries: JSON.stringify(entries) },
    own => sql`
      insert into search_documents (
        type, record_id, facet_id, title, subject, stage, branch, year, round, teacher, news_type, image,
        title_words, named_words, lexemes, created_at, shape)
      select e.type, e.record_id, (select id from search_facets f where f.key = e.key), e.title, e.subject, e.stage,
        e.branch, e.year, e.round, e.teacher, e.news_type, e.image, e.title_words, e.named_words, e.lexemes::tsvector,
        e.created_at, e.shape
      from json_to_recordset(${own.entries}::json) as e (
        type text, record_id text, key text, title text, subject text, stage text, branch text, year int, round int,
        teacher text, news_type text, image text, title_words text, named_words text, lexemes text,
        created_at timestamptz, shape int)
      on conflict (type, record_id) do update set
        facet_id = excluded.facet_id, title = excluded.title, subject = excluded.subject, stage = excluded.stage,
        branch = excluded.branch, year = excluded.year, round = excluded.round, teacher = excluded.teacher,
        news_type = excluded.news_type, image = excluded.image, title_words = excluded.title_words,
        named_words = excluded.named_words, lexemes = excluded.lexemes, created_at = excluded.created_at,
        shape = excluded.shape ${unawaited}`,
  )
}

/** Files stay where nothing of them changed: most saves change none. */
async function replaceFiles(
  transaction: Transaction,
  { added, replaced }: Record<'added' | 'replaced', readonly SearchEntry[]>,
): Promise<void> {
  const keys = replaced.map(({ type, record_id: id }) => ({ type, id }))
  const files = [...added, ...replaced].flatMap(entry =>
    entry.files.map(file => ({ type: entry.type, record_id: entry.record_id, ...file })),
  )
  if (keys.length === 0 && files.length === 0) return
  await replacingFiles.rows(
    transaction,
    { files: JSON.stringify(files), keys: jsonOf(keys) },
    own => sql`
      with files as (
        select * from json_to_recordset(${own.files}::json) as f (
          type text, record_id text, place int, file_hash text)
      ), gone as (
        delete from search_files s using ${keyRows(own.keys)}
        where s.type = k.type and s.record_id = k.id and not exists (
          select from files f where f.type = s.type and f.record_id = s.record_id and f.place = s.place)
      )
      insert into search_files (type, record_id, place, file_hash) select type, record_id, place, file_hash from files
      on conflict (type, record_id, place) do update set file_hash = excluded.file_hash
      where search_files.file_hash <> excluded.file_hash ${unawaited}`,
  )
}
