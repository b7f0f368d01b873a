import { sql } from 'kysely'
import type { SqlBool } from 'kysely'

/** True for rows whose text in this column is absent or empty. */
export function isBlank(column: string) {
  return sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = '')`
}

/** True for rows whose array in this column holds nothing. */
export function isEmptyArray(column: string) {
  return sql<SqlBool>`cardinality(${sql.ref(column)}) = 0`
}
