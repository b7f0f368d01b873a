import { sortDirections } from '#contract/resources/list-sort.ts'
import type { SortDirection } from '#contract/resources/list-sort.ts'
import { useListAddress } from './list-address.ts'
import { ownOrder } from './list-filters.ts'

/** The order of a list as its address says, and the way to another. */
export interface ListSorting {
  /** The column, and its direction; absent: the list's own order. */
  now: { sort: string; direction: SortDirection } | undefined
  set: (sort: string, direction: SortDirection) => void
  reset: () => void
}

/** The order of a list, kept in the address; another order begins at page 1. `sorts` are the columns that can be asked for. */
export function useListSorting(sorts: readonly string[]): ListSorting {
  const [parameters, change] = useListAddress()
  const sort = parameters.get('sort') ?? ''
  const direction = sortDirections.find(each => each === parameters.get('direction')) ?? 'asc'
  const order = (edit: (next: URLSearchParams) => void) =>
    change(next => {
      for (const name of ['sort', 'direction', ownOrder]) next.delete(name)
      edit(next)
    })
  return {
    now: sorts.includes(sort) ? { sort, direction } : undefined,
    set: (name, to) =>
      order(next => {
        next.set('sort', name)
        next.set('direction', to)
      }),
    reset: () => order(() => undefined),
  }
}

const newestFirst = ['createdAt', 'updatedAt', 'releaseYear']

/** The direction that people ask for first of a column: its newest, else its first in order. */
export function firstDirection(column: string): SortDirection {
  return newestFirst.includes(column) ? 'desc' : 'asc'
}
