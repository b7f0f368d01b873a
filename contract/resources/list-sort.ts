import { z } from 'zod'
import { codeFilter } from '../fields.ts'
import { kinds } from '../kinds.ts'
import type { Kind } from '../kinds.ts'

/** What the lists of kinds can be sorted by. */
export type ListSort = (typeof kinds)[Kind]['sorts'][number]

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** The order that staff ask for; absent, a list has its own. */
export interface ListOrder {
  sort?: ListSort | undefined
  direction?: SortDirection | undefined
}

/** The order in the query of the staff's list of a kind. Source: S3.11. */
export function listOrderShape<Name extends Kind>(kind: Name) {
  const names: readonly (typeof kinds)[Name]['sorts'][number][] = kinds[kind].sorts
  return {
    sort: codeFilter(z.enum(names, { error: 'لا ترتيب بهذا العمود' })),
    direction: codeFilter(z.enum(sortDirections, { error: 'اتجاه الترتيب غير صالح' })),
  }
}
