import type { KeptStatements } from '#server/base/db/kept-statements.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { KeptList } from '#server/base/paging.ts'
import { uncounted, type ListQuery } from './kept-counts.ts'
import type { StateFilter } from './visibility.ts'

/** Where the statements of a kind's lists are kept: of those that everybody reads, and not for what is typed. */
export function keptList(
  db: Queryable,
  statements: KeptStatements,
  query: ListQuery,
  state: StateFilter,
): KeptList | undefined {
  if (state !== 'published' || uncounted.some(name => query[name] !== undefined)) return undefined
  return { db, statements, from: query }
}
