import { useRef, useState } from 'react'

/** What is chosen in a list: each record as it was when somebody chose it. */
export interface Selection<Item> {
  chosen: ReadonlyMap<string, Item>
  /** Adds or takes away a record; as a range, all between it and the one before it in `rows`. */
  toggle: (item: Item, isOn: boolean, isRange: boolean, rows: readonly Item[]) => void
  /** Adds or takes away all of these. */
  setAll: (items: readonly Item[], isOn: boolean) => void
  clear: () => void
}

/** The choice in a list, over all its pages; another `scope` (other filters) begins with nothing. */
export function useSelection<Item extends { id: string }>(scope: string): Selection<Item> {
  const [state, setState] = useState<{ scope: string; chosen: ReadonlyMap<string, Item> }>({
    scope,
    chosen: new Map(),
  })
  const anchor = useRef<string | undefined>(undefined)
  const chosen = state.scope === scope ? state.chosen : new Map<string, Item>()

  const setAll = (items: readonly Item[], isOn: boolean) => {
    const next = new Map(chosen)
    for (const item of items) {
      if (isOn) next.set(item.id, item)
      else next.delete(item.id)
    }
    setState({ scope, chosen: next })
  }

  return {
    chosen,
    setAll,
    toggle(item, isOn, isRange, rows) {
      const from = rows.findIndex(({ id }) => id === anchor.current)
      const to = rows.findIndex(({ id }) => id === item.id)
      anchor.current = item.id
      const isWhole = isRange && from >= 0 && to >= 0
      setAll(isWhole ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [item], isOn)
    },
    clear() {
      anchor.current = undefined
      setState({ scope, chosen: new Map() })
    },
  }
}
