import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RecordState } from '#contract/codes/record-states.ts'
import { kinds, type KindWithPage } from '#contract/kinds.ts'
import type { ListMatches } from '#server/search/list-search.ts'
import { isAmongHolders, matchesSearchText } from '#server/search/list-text.ts'
import type { SearchService } from '#server/search/search.service.ts'

/** Whose records a query gives: everybody's, those of one state, or, for staff, all. */
export type StateFilter = RecordState | 'any'

/** True for rows in this state. */
export function inState(state: StateFilter): RawBuilder<SqlBool> {
  /* As a word of the statement, so that indexes of one state answer it however often it is prepared. */
  return state === 'any' ? sql<SqlBool>`true` : sql<SqlBool>`state = ${sql.lit(state)}`
}

/** Before everything that the search found: what staff have not published is what they look for in their lists. */
const hiddenScore = 1_000_000

/**
 * What answers the text of a list's search box. The search knows published records alone; the others are found by
 * their letters.
 *
 * Shape: undefined without text, or when the letters decide alone.
 */
export async function listMatches(
  search: Pick<SearchService, 'matchesIn'>,
  kind: KindWithPage,
  text: string | undefined,
  state: StateFilter,
): Promise<ListMatches | undefined> {
  if (text === undefined || (state !== 'published' && state !== 'any')) return undefined
  const matches = await search.matchesIn(kinds[kind].search.type, text)
  if (!matches) return undefined
  const table = sql.table(kinds[kind].list)
  const found = matches.isRepair ? afterLetters(matches.found, kinds[kind].list, text) : matches.found
  if (state === 'published') return found
  return sql`
    select record_id, score, created_at from (${found}) public_matches
    union all
    select id, ${hiddenScore}::float8, created_at from ${table} where state <> 'published' and ${matchesSearchText(text)}`
}

/** The published records that hold the letters of a text; where none does, what was found by guessing at it. */
function afterLetters(
  guessed: ListMatches,
  table: (typeof kinds)[KindWithPage]['list'],
  text: string,
): ListMatches {
  const letters = sql`select id, created_at from ${sql.table(table)} where state = 'published' and ${isAmongHolders(text, table)}`
  return sql`
    select id as record_id, 0::float8 as score, created_at from (${letters}) held
    union all
    select record_id, score, created_at from (${guessed}) guessed where not exists (${letters})`
}
