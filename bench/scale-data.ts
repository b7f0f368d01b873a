import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { kinds } from '#contract/kinds.ts'
import { filePath } from '#contract/paths.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { searchTextOf } from '#server/search/list-text.ts'
import { fillRest } from './scale-rest.ts'
import { settle } from './scale-settled.ts'
import { fillVisits } from './scale-visits.ts'
import { fillIndex } from './search-engines.ts'
import { makeSearchRecords } from './search-records.ts'

/* Each statement counts what it adds: of many rows at once that is little. */
const rowsAtOnce = 20_000
const logRowsAtOnce = 50_000

/** How much there is of what grows. */
export interface ScaleSize {
  records: number
  entries: number
  visits: number
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

function rowOf(document: SearchDocument) {
  const { id, title, keywords, createdAt, subject, stage, branch, year, round, teacher, newsType, body } =
    document
  const at = { createdAt: createdAt.toISOString(), updatedAt: createdAt.toISOString() }
  const own = { id, title, keywords, searchText: searchTextOf([title, teacher, ...keywords]), ...at }
  const school = { subject, stage, releaseYear: year }
  const file = { directLink: filePath(sha256Of(`${id}.file`), `${id}.pdf`) }
  const image = `https://files.example/${id}.jpg`
  if (document.type === kinds.book.search.type)
    return { ...own, ...school, ...file, branch, image, description: body }
  if (document.type === kinds.note.search.type)
    return { ...own, ...school, ...file, branch, image, teacher, teacherText: searchTextOf([teacher]) }
  if (document.type === kinds.exam.search.type)
    return { ...own, ...school, ...file, try: round, description: body, files: [image] }
  return { ...own, bio: body, content: body, type: newsType, image }
}

async function addRows(kysely: OpenDatabase['kysely'], table: string, rows: object[]): Promise<void> {
  const names = new Map(
    Object.keys(rows[0] ?? {}).map(name => [
      name,
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    ]),
  )
  const columns = sql.join([...names.values()].map(name => sql.ref(name)))
  const named = rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name), value as unknown])),
  )
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::json)`.execute(
    kysely,
  )
}

/** Closes the links of all entries, by hashes that prove nothing, and counts the entries as the database would. */
async function chainAll(kysely: OpenDatabase['kysely']): Promise<void> {
  await sql`
    insert into audit_links (entry_id, position, content_hash, hash)
    select id, row_number() over (order by id), md5(id), md5(id) from audit_entries`.execute(kysely)
  await sql`
    insert into audit_counts (action, entity, count)
    select action, entity, count(*) from audit_entries group by action, entity`.execute(kysely)
  await sql`
    insert into audit_part_counts (part, action, entity, count)
    select part, action, entity, count(*) from audit_entries,
      unnest(array['day:' || ((created_at at time zone 'Asia/Baghdad')::date)::text, 'person:' || actor_email]) part
    group by part, action, entity`.execute(kysely)
}

/** Fills an empty, migrated database: records with their documents of the search, entries of the log, visits, and what is beside them. */
export async function fillScale(database: OpenDatabase, size: ScaleSize): Promise<void> {
  const endPatience = database.allowLongStatements()
  await database.kysely.connection().execute(async kysely => {
    await sql`set statement_timeout = 0`.execute(kysely)
    await fillBy({ ...database, kysely }, size)
    await sql`reset statement_timeout`.execute(kysely)
  })
  endPatience()
}

async function fillBy(database: OpenDatabase, { records, entries, visits }: ScaleSize): Promise<void> {
  const { kysely } = database
  const documents = [...makeSearchRecords(records)]
  for (const kind of ['book', 'note', 'exam', 'news'] as const) {
    const rows = documents.filter(({ type }) => type === kinds[kind].search.type).map(rowOf)
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await addRows(kysely, kinds[kind].list, rows.slice(at, at + rowsAtOnce))
  }
  await fillIndex(database, documents)
  for (let at = 0; at < entries; at += logRowsAtOnce)
    await sql`
      insert into audit_entries (id, action, entity, entity_id, description, new_data, actor_email, ip_address,
        user_agent, created_at, words)
      select 'e' || lpad(n::text, 15, '0'), 'UPDATE', 'BOOK', 'r' || lpad((n % ${records}::int)::text, 8, '0'),
        'عُدّل الكتاب ' || n, jsonb_build_object('title', 'كتاب ' || n, 'releaseYear', 2026),
        'person' || n % 20 || '@rafid.example', '203.0.113.' || n % 250, 'Mozilla/5.0', now() - make_interval(mins => ${entries}::int - n),
        array_to_tsvector(array['عدل', 'كتاب', n::text])
      from generate_series(${at + 1}::int, ${Math.min(entries, at + logRowsAtOnce)}::int) n`.execute(kysely)
  await chainAll(kysely)
  await fillVisits(database, { records, visits })
  await fillRest(database, records)
  await settle(database)
  await sql`vacuum analyze`.execute(kysely)
}
