import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Which results count as public: a condition on `results`. */
export type Shown = RawBuilder<SqlBool>

/** Those that are. */
export const shownNow: Shown = sql<SqlBool>`results.state = 'published'`

/** Those that could be: every one. */
export const shownAll: Shown = sql<SqlBool>`true`

/** Those that are, and those whose time has come by then. */
export function shownAt(moment: Date): Shown {
  return sql<SqlBool>`(results.state = 'published' or (results.state = 'scheduled' and results.publish_at <= ${moment}))`
}

/** Those that are, with these or without them. */
export function shownAfter(ids: readonly string[], isShown: boolean): Shown {
  return isShown
    ? sql<SqlBool>`(results.state = 'published' or results.id = any(${ids}))`
    : sql<SqlBool>`(results.state = 'published' and not results.id = any(${ids}))`
}
