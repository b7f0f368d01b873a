import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { MissingPart } from '#contract/resources/missing-filter.ts'

/** True for rows whose address of a file or picture is absent or empty. */
export function isBlank(column: string) {
  return sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = '')`
}

/** True for rows that have no picture among their `files`. */
export const hasNoFiles = sql<SqlBool>`cardinality(files) = 0`

const columnOf: Record<MissingPart, string> = { file: 'direct_link', image: 'image' }

/** True for rows without the part that the filter names. */
export function isWithout(part: MissingPart) {
  return isBlank(columnOf[part])
}
