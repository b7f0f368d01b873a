import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { SortDirection } from '#contract/resources/list-sort.ts'
import { firstDirection } from './list-order.ts'
import type { ListSorting } from './list-order.ts'

const icons = { asc: ArrowUp, desc: ArrowDown }
const ariaSorts = { asc: 'ascending', desc: 'descending' } as const

const reversed: Record<SortDirection, SortDirection> = { asc: 'desc', desc: 'asc' }

interface SortHeadingProps {
  name: string
  label: string
  sorting: ListSorting
}

/** The heading of a column that a list can be sorted by: one press sorts, the next turns it round, the third lets it be. */
export function SortHeading({ name, label, sorting }: SortHeadingProps) {
  const direction = sorting.now?.sort === name ? sorting.now.direction : undefined
  const first = firstDirection(name)
  const Icon = direction ? icons[direction] : ArrowUpDown
  const press = () => {
    if (direction === undefined) sorting.set(name, first)
    else if (direction === first) sorting.set(name, reversed[first])
    else sorting.reset()
  }
  return (
    <th scope="col" aria-sort={direction && ariaSorts[direction]}>
      <button type="button" className="table__sort" data-on={direction} onClick={press}>
        {label}
        <Icon aria-hidden />
      </button>
    </th>
  )
}
