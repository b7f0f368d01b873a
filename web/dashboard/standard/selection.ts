import { useState } from 'react'

/** What is chosen in a list: each record as it was when somebody chose it. */
export interface Selection<Item> {
  chosen: ReadonlyMap<string, Item>
  /** Adds or takes away a record; as a range, all between it and the one before it in `rows`. */
  toggle: (item: Item, isOn: boolean, isRange: boolean, rows: readonly Item[]) => void
  /** Adds or takes away all of these. */
  setAll: (items: readonly Item[], isOn: boolean) => void
  /** Takes away these, by their ids. */
  drop: (ids: readonly string[]) => void
  clear: () => void
}

interface Chosen<Item> {
  scope: string
  chosen: ReadonlyMap<string, Item>
  /** The record that was chosen last, where a range begins. */
  anchor: string | undefined
}

function nothing<Item>(scope: string): Chosen<Item> {
  return { scope, chosen: new Map(), anchor: undefined }
}

/**
 * The choice in a list, over all its pages; another `scope` (other filters) begins with nothing. What comes late for a
 * scope that was left changes nothing.
 */
export function useSelection<Item extends { id: string }>(scope: string): Selection<Item> {
  const [state, setState] = useState(() => nothing<Item>(scope))
  if (state.scope !== scope) setState(nothing(scope))

  const edit = (change: (now: Chosen<Item>) => Chosen<Item>) =>
    setState(now => (now.scope === scope ? change(now) : now))
  const put = (now: Chosen<Item>, items: readonly Item[], isOn: boolean): Chosen<Item> => {
    const chosen = new Map(now.chosen)
    for (const item of items) {
      if (isOn) chosen.set(item.id, item)
      else chosen.delete(item.id)
    }
    return { ...now, chosen }
  }

  return {
    chosen: state.chosen,
    setAll: (items, isOn) => edit(now => put(now, items, isOn)),
    toggle: (item, isOn, isRange, rows) =>
      edit(now => {
        const from = rows.findIndex(({ id }) => id === now.anchor)
        const to = rows.findIndex(({ id }) => id === item.id)
        const isWhole = isRange && from >= 0 && to >= 0
        const items = isWhole ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [item]
        return { ...put(now, items, isOn), anchor: item.id }
      }),
    drop: ids =>
      edit(now => ({ ...now, chosen: new Map([...now.chosen].filter(([id]) => !ids.includes(id))) })),
    clear: () => edit(() => nothing(scope)),
  }
}
