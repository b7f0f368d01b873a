import { latinDigits } from '#contract/format.ts'
import { useListAddress } from './list-address.ts'

/** The filter that is an order of the list; a column to sort by would say another one. */
export const ownOrder = 'sortBy'

/** One filter: its value in the address, '' for none. */
export interface OneFilter {
  value: string
  onChange: (value: string) => void
}

/** The page of a list that is shown, and the way to the others. */
export interface ListPosition {
  page: number
  isFiltered: boolean
  addressOfPage: (page: number) => string
}

/** Where a list stands that has neither filters nor a second page. */
export const onlyPage: ListPosition = { page: 1, isFiltered: false, addressOfPage: () => '.' }

/**
 * The filters and the page of a list, kept in the address: Back and reload keep them.
 * The value 'all' is no filter. `subject` says what the list is about: it is not chosen among the filters, and stays
 * when they are reset.
 */
export function useListFilters<Name extends string>(names: readonly Name[], subject?: Name) {
  const [parameters, change] = useListAddress()
  const values = Object.fromEntries(names.map(name => [name, parameters.get(name) ?? ''])) as Record<
    Name,
    string
  >
  const chosen = names.filter(name => name !== subject)
  const page = Math.max(1, Number.parseInt(latinDigits(parameters.get('page') ?? ''), 10) || 1)

  const set = (name: Name, value: string) =>
    change(next => {
      if (value === '' || value === 'all') next.delete(name)
      else next.set(name, value)
      if (name === ownOrder) for (const other of ['sort', 'direction']) next.delete(other)
    })

  return {
    values,
    page,
    isFiltered: chosen.some(name => values[name] !== ''),
    /** The names of the filters that are on. */
    on: chosen.filter(name => values[name] !== ''),
    /** One filter, as its input takes it. */
    of: (name: Name): OneFilter => ({ value: values[name], onChange: value => set(name, value) }),
    reset: () => change(next => chosen.forEach(name => next.delete(name))),
    /** The address of another page of the same list. */
    addressOfPage: (target: number) => {
      const next = new URLSearchParams(parameters)
      if (target > 1) next.set('page', String(target))
      else next.delete('page')
      const text = next.toString()
      return text ? `?${text}` : '.'
    },
  }
}
