import { useSearchParams } from 'react-router'
import { sortDirections } from '#contract/resources/list-sort.ts'
import type { SortDirection } from '#contract/resources/list-sort.ts'
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
  const [parameters, setParameters] = useSearchParams()
  const sort = parameters.get('sort') ?? ''
  const direction = sortDirections.find(each => each === parameters.get('direction')) ?? 'asc'
  const change = (edit: (next: URLSearchParams) => void) =>
    setParameters(
      current => {
        const next = new URLSearchParams(current)
        for (const name of ['sort', 'direction', 'page', ownOrder]) next.delete(name)
        edit(next)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    now: sorts.includes(sort) ? { sort, direction } : undefined,
    set: (name, to) =>
      change(next => {
        next.set('sort', name)
        next.set('direction', to)
      }),
    reset: () => change(() => undefined),
  }
}

const newestFirst = ['createdAt', 'updatedAt', 'releaseYear']

/** The direction that people ask for first of a column: its newest, else its first in order. */
export function firstDirection(column: string): SortDirection {
  return newestFirst.includes(column) ? 'desc' : 'asc'
}
