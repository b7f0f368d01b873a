import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { wordKey } from './page-keys.ts'
import type { PageKeys } from './page-keys.ts'

/**
 * The number of the shape that the index has: raise it with every change of folding or of keys, and pages that were
 * indexed before are indexed anew.
 */
export const pageShape = 2

/** What tells whether a page's text was indexed as it is now: its hash, since a text takes long to read. */
const markOf = sql<string>`t.text_hash || ' ' || ${sql.lit(pageShape)}`

/** A page whose text waits to be indexed. */
interface WaitingPage {
  page: number
  text: string
  mark: string
}

/** A page with what the index keeps of it. */
export type IndexedPage = WaitingPage & PageKeys

const isSearched = sql<boolean>`t.quality >= ${limits.leastTextQuality}`

/** Whether a file `f` has a page whose text is not in the index as it is. */
export const needsIndexing = sql<boolean>`exists (
  select from page_texts t
  left join page_word_files n on n.file_hash = t.file_hash
  left join page_words w on w.file_no = n.id and w.page = t.page
  where t.file_hash = f.file_hash and ${isSearched} and w.text_mark is distinct from ${markOf})`

/** The number under which the index knows a file; new for a file that it does not know. */
export async function numberOfFile(transaction: Transaction, fileHash: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into page_word_files (file_hash) select id from files where id = ${fileHash}
    on conflict (file_hash) do update set file_hash = excluded.file_hash returning id`.execute(transaction)
  return rows[0]?.id
}

/** The next pages of a file whose text is not in the index as it is, in order. */
export async function listWaiting(
  db: Queryable,
  fileHash: string,
  after: number,
  limit: number,
): Promise<WaitingPage[]> {
  const { rows } = await sql<WaitingPage>`
    select t.page, t.text, ${markOf} as mark from page_texts t
    left join page_word_files f on f.file_hash = t.file_hash
    left join page_words w on w.file_no = f.id and w.page = t.page
    where t.file_hash = ${fileHash} and t.page > ${after} and ${isSearched} and w.text_mark is distinct from ${markOf}
    order by t.page limit ${limit}`.execute(db)
  return rows
}

/** Takes pages of a file out of the index that have no text any more, or none that is good enough. */
export async function removeUnread(transaction: Transaction, fileHash: string): Promise<void> {
  await sql`
    delete from page_words w using page_word_files f
    where f.file_hash = ${fileHash} and w.file_no = f.id and not exists (
      select from page_texts t where t.file_hash = f.file_hash and t.page = w.page and ${isSearched})`.execute(
    transaction,
  )
}

/** Puts pages of a file into the index, or puts them there anew. */
export async function putPages(
  transaction: Transaction,
  fileNo: number,
  pages: readonly IndexedPage[],
): Promise<void> {
  const rows = pages.map(({ page, length, keys, pairs, mark }) => ({
    page,
    length,
    keys: `{${keys.join(',')}}`,
    pairs: `{${pairs.join(',')}}`,
    mark,
  }))
  const numbers = `{${pages.map(({ page }) => page).join(',')}}`
  const { rows: before } = await sql<{ page: number; words: number[] }>`
    select page, words from page_words where file_no = ${fileNo} and page = any(${numbers}::int[])`.execute(
    transaction,
  )
  await sql`
    insert into page_words (file_no, page, length, words, pairs, text_mark)
    select ${fileNo}::int, p.page, p.length, p.keys::int[], p.pairs::smallint[], p.mark
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as p (page int, length int, keys text, pairs text, mark text)
    on conflict (file_no, page) do update set
      length = excluded.length, words = excluded.words, pairs = excluded.pairs, text_mark = excluded.text_mark`.execute(
    transaction,
  )
  await countWords(transaction, pages, new Map(before.map(({ page, words }) => [page, new Set(words)])))
}

/* In the order of the words, so that no two writers wait for each other. */
async function countWords(
  transaction: Transaction,
  pages: readonly IndexedPage[],
  before: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { page, words } of pages) {
    const had = before.get(page)
    for (const word of words) if (!had?.has(wordKey(word))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  if (counts.size === 0) return
  await sql`
    insert into page_vocabulary (word, pages)
    select c.key, c.value::int from json_each_text(${JSON.stringify(Object.fromEntries(counts))}::json) c
    order by c.key collate "C"
    on conflict (word) do update set pages = page_vocabulary.pages + excluded.pages`.execute(transaction)
}
