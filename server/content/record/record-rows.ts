import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Built, ShapedStatement } from '#server/base/db/shaped-statement.ts'
import { portions } from '#server/base/portions.ts'
import type { AuditedTransaction } from './write-audited.ts'

/** So many rows go in one statement. */
const rowsAtOnce = 100

/** The ids that a statement names: what names one of them is planned once for any, what names more each time. */
export type Named = { id: string } | { ids: readonly string[] }

export function named(ids: readonly string[]): Named {
  const [id, ...more] = ids
  return id === undefined || more.length > 0 ? { ids } : { id }
}

/** True for the rows that are named. */
export function isOneOf(those: Named, column = 'id'): RawBuilder<SqlBool> {
  return 'id' in those
    ? sql<SqlBool>`${sql.ref(column)} = ${those.id}`
    : sql<SqlBool>`${sql.ref(column)} = any(${those.ids}::text[])`
}

/** Writes rows in portions by what `build` makes of a portion; see `ShapedStatement`. */
export async function writeRows<Row extends object>(
  transaction: AuditedTransaction,
  statement: ShapedStatement,
  rows: readonly Row[],
  build: (some: readonly Row[]) => Built<unknown>,
): Promise<void> {
  for (const some of portions(rows, rowsAtOnce)) await statement.rows(transaction, some, build)
}

/** What each column of a row that is there becomes, where a row was to be inserted in its place. */
export function asInserted<Row extends object>(rows: readonly Row[]) {
  const names = new Set(rows.flatMap(row => Object.keys(row)))
  const values = [...names].map(name => [name, sql.ref(`excluded.${name}`)])
  return Object.fromEntries(values) as { [Name in keyof Row]: RawBuilder<Row[Name]> }
}
