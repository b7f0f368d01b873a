import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { foldedTerms } from '#server/search/list-text.ts'
import { entriesOf, isAfter, passes } from './audit.repository.ts'
import type { AuditFilter, AuditRow, Place } from './audit.repository.ts'

/** A filter with words. */
export type AuditSearch = AuditFilter & { search: string }

/** One page of what a search finds. */
export interface FoundEntries {
  items: AuditRow[]
  /** Of all entries that were looked at. */
  total: number
  /** Older entries than this were not looked at; null when all were. */
  searchedTo: Date | null
}

/** A condition in two forms: one that an index answers, and one that rows are compared with. */
interface Condition {
  indexed: RawBuilder<SqlBool>
  plain: RawBuilder<SqlBool>
}

/** A portion of the log, the newest entry first. */
interface Portion {
  ids: string[]
  /** Its last entry; undefined when no entry is left. */
  last: Place | undefined
}

/** Up to so many entries the index is always asked: whatever it finds is little. */
const smallLog = 5_000
const sampledEntries = 300
/** So many entries may be fetched for one statement. */
const maxFetched = 4_000
const firstPortion = 500
const largestPortion = 4_000
/** What the others may wait for one portion. */
const portionMs = 20

/** One page of the entries that hold the words, the newest first; no statement takes long, however common they are. */
export async function searchEntries(
  database: Queryable,
  filter: AuditSearch,
  { limit, offset, searchMs }: { limit: number; offset: number; searchMs: number },
): Promise<FoundEntries> {
  const conditions = conditionsOf(filter.search)
  const ids = await findRare(database, filter, conditions, searchMs)
  if (ids !== undefined) {
    const items = await entriesOf(database, ids.slice(offset, offset + limit))
    return { items, total: ids.length, searchedTo: null }
  }
  const enough = Math.max(offset + limit + 1, limits.auditSearchCount)
  const until = performance.now() + searchMs
  const page: string[] = []
  let total = 0
  let searchedTo: Date | null = null
  for await (const { ids, last } of portionsOf(database, filter, conditions)) {
    page.push(...ids.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total)))
    total += ids.length
    searchedTo = last === undefined ? null : new Date(last.at)
    if (total >= enough || performance.now() > until) break
  }
  return { items: await entriesOf(database, page), total, searchedTo }
}

/** All entries that hold the words, the newest first, in portions. */
export async function* walkFound(database: Queryable, filter: AuditSearch): AsyncGenerator<AuditRow[]> {
  const conditions = conditionsOf(filter.search)
  const ids = await findRare(database, filter, conditions, limits.auditSearchMs)
  if (ids === undefined) {
    for await (const portion of portionsOf(database, filter, conditions))
      yield entriesOf(database, portion.ids)
    return
  }
  for (let at = 0; at < ids.length; at += firstPortion) {
    yield entriesOf(database, ids.slice(at, at + firstPortion))
  }
}

/**
 * The ids of all entries that meet the conditions, the newest first; undefined when each word is in many entries.
 * Errors: throws when one of its statements takes longer than `searchMs`.
 */
function findRare(
  database: Queryable,
  filter: AuditSearch,
  conditions: readonly Condition[],
  searchMs: number,
): Promise<string[] | undefined> {
  return database.transaction().execute(async transaction => {
    await sql`select set_config('statement_timeout', ${String(searchMs)}, true)`.execute(transaction)
    const rare = await rareConditions(transaction, conditions)
    return rare.length > 0 ? findByIndex(transaction, filter, conditions, rare) : undefined
  })
}

/** The conditions that few entries meet: all of them in a small log, none when each word is in many entries. */
async function rareConditions(database: Queryable, conditions: readonly Condition[]): Promise<Condition[]> {
  const { rows: sizes } = await sql<{ entries: number }>`
    select greatest(reltuples, pg_relation_size(oid) / current_setting('block_size')::int)::float8 as entries
    from pg_class where oid = 'audit_entries'::regclass`.execute(database)
  const entries = sizes[0]?.entries ?? 0
  if (entries <= smallLog) return [...conditions]
  const counts = conditions.map(({ plain }) => sql`count(*) filter (where ${plain})::int`)
  const { rows } = await sql<{ sampled: number; holding: number[] }>`
    select count(*)::int as sampled, array[${sql.join(counts)}]::int[] as holding
    from audit_entries tablesample system (${Math.min(100, (100 * sampledEntries) / entries)})`.execute(
    database,
  )
  const { sampled, holding } = rows[0] ?? { sampled: 0, holding: [] }
  return conditions.filter((_, at) => ((holding[at] ?? 0) * entries) / Math.max(1, sampled) <= maxFetched)
}

/** The ids of all entries that meet the conditions, the newest first, read through the index of the rare ones. */
async function findByIndex(
  transaction: Queryable,
  filter: AuditSearch,
  conditions: readonly Condition[],
  rare: readonly Condition[],
): Promise<string[]> {
  /* Read in the order of the list, a rare word would be looked for in every entry. */
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('enable_indexonlyscan', 'off', true), set_config('jit', 'off', true)`.execute(transaction)
  const met = conditions.map(condition => (rare.includes(condition) ? condition.indexed : condition.plain))
  const found = transaction
    .selectFrom('auditEntries')
    .select(['id', 'createdAt'])
    .where(builder => builder.and([passes(filter), ...met]))
  const { rows } = await sql<{ ids: string[] }>`
    with found as materialized (${found})
    select array(select id from found order by created_at desc, id desc) as ids`.execute(transaction)
  return rows[0]?.ids ?? []
}

/** What an entry is filtered by. */
const filtered = [
  'id',
  'createdAt',
  'action',
  'entity',
  'entityId',
  'batchId',
  'actorEmail',
  'words',
  'ipAddress',
] as const

/** The log in portions, each read by a statement of its own, so that others have their turn between two. */
async function* portionsOf(
  database: Queryable,
  filter: AuditSearch,
  conditions: readonly Condition[],
): AsyncGenerator<Portion> {
  const met = sql.join(
    conditions.map(({ plain }) => plain),
    sql` and `,
  )
  let last: Place | undefined
  let size = firstPortion
  do {
    const startedAt = performance.now()
    const { from, to } = filter
    const entries = database
      .selectFrom('auditEntries')
      .select(filtered)
      .where(last === undefined ? sql<SqlBool>`true` : isAfter(last))
      .where(passes({ from, to }))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
    const { rows } = await sql<{ count: number; ids: string[]; at: string | null; id: string | null }>`
      with portion as (${entries}),
        found as (select id, created_at from portion where ${passes(filter)} and ${met}),
        oldest as (select id, created_at::text as at from portion order by created_at, portion.id limit 1)
      select (select count(*) from portion)::int as count, (select at from oldest) as at, (select id from oldest) as id,
        array(select id from found order by created_at desc, id desc) as ids`.execute(database)
    const { count, at, id, ids } = rows[0] ?? { count: 0, at: null, id: null, ids: [] }
    last = count === size && at !== null && id !== null ? { at, id } : undefined
    const tookMs = performance.now() - startedAt
    if (tookMs < portionMs / 2) size = Math.min(largestPortion, size * 2)
    if (tookMs > portionMs) size = Math.max(firstPortion, Math.floor(size / 2))
    yield { ids, last }
  } while (last !== undefined)
}

/** Something that an IPv4 or IPv6 address may begin with. */
const addressStart = /^(?=.*[.:])[0-9a-f.:]{2,45}$/i

/** A shorter word is looked for whole: too many begin with it. */
const minPrefixLetters = 3

/** Every word must be there, or begin one that is; what may be an address is looked for among these too. */
function conditionsOf(search: string): Condition[] {
  const words = foldedTerms(search).map(queryOf)
  if (words.length === 0) return [{ indexed: sql<SqlBool>`false`, plain: sql<SqlBool>`false` }]
  if (!addressStart.test(search)) {
    return words.map(query => ({ indexed: sql`words @@ ${query}::tsquery`, plain: comparedWith(query) }))
  }
  const all = words.join(' & ')
  const pattern = `${search.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  return [
    {
      indexed: sql`(words @@ ${all}::tsquery or ip_address like ${pattern})`,
      plain: sql`(${comparedWith(all)} or ip_address like ${pattern})`,
    },
  ]
}

/* As a function, not as an operator, it is never looked up in the index. */
function comparedWith(query: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`ts_match_vq(words, ${query}::tsquery)`
}

/** A word and its other forms as a `tsquery`. */
function queryOf(alternatives: readonly string[]): string {
  const term = (word: string) => `'${word}'${word.length < minPrefixLetters ? '' : ':*'}`
  return `(${alternatives.map(term).join(' | ')})`
}
