import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** So many rows go in one statement. */
export const rowsAtOnce = 100

/** True for the rows of these ids. */
export function isOneOf(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`id = any(${ids}::text[])`
}

/** What each column of a row that is there becomes, where a row was to be inserted in its place. */
export function asInserted<Row extends object>(rows: readonly Row[]) {
  const names = new Set(rows.flatMap(row => Object.keys(row)))
  const values = [...names].map(name => [name, sql.ref(`excluded.${name}`)])
  return Object.fromEntries(values) as { [Name in keyof Row]: RawBuilder<Row[Name]> }
}
