import { z } from 'zod'
import { codeFilter } from '../fields.ts'
import type { Kind } from '../kinds.ts'

/** What staff can sort the list of a kind by. */
export const listSorts = {
  book: ['title', 'subject', 'stage', 'branch', 'releaseYear', 'createdAt', 'updatedAt'],
  note: ['title', 'teacher', 'subject', 'stage', 'branch', 'releaseYear', 'createdAt', 'updatedAt'],
  exam: ['title', 'subject', 'stage', 'releaseYear', 'try', 'createdAt', 'updatedAt'],
  result: ['city', 'stage', 'branch', 'releaseYear', 'try', 'createdAt', 'updatedAt'],
  news: ['title', 'type', 'createdAt', 'updatedAt'],
} as const satisfies Record<Kind, readonly string[]>

export type ListSort = (typeof listSorts)[Kind][number]

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** The order that staff ask for; absent, a list has its own. */
export interface ListOrder {
  sort?: ListSort | undefined
  direction?: SortDirection | undefined
}

/** The order in the query of the staff's list of a kind. Source: S3.11. */
export function listOrderShape<Name extends Kind>(kind: Name) {
  const names: readonly (typeof listSorts)[Name][number][] = listSorts[kind]
  return {
    sort: codeFilter(z.enum(names, { error: 'لا ترتيب بهذا العمود' })),
    direction: codeFilter(z.enum(sortDirections, { error: 'اتجاه الترتيب غير صالح' })),
  }
}
