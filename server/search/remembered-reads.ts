import { hash } from 'node:crypto'
import { Remembered } from './remembered.ts'
import type { SearchState } from './search-state.ts'
import { weightInMemory } from './weight-in-memory.ts'

const maxBytes = 16 * 1024 * 1024
const maxKeyLetters = 400
const bySearch = new WeakMap<SearchState, Remembered<object>>()

/**
 * What a statement gave for these values, asked for once while the index stays as it is known: many spellings of a query ask for
 * the same records.
 *
 * Shape: `name` is that of `read` alone. The callers share what is given and must not change it.
 */
export function readOnce<Value extends object>(
  state: SearchState,
  name: string,
  values: readonly unknown[],
  read: () => Promise<Value>,
): Promise<Value> {
  let remembered = bySearch.get(state)
  if (!remembered) {
    remembered = new Remembered<object>(maxBytes, weightInMemory)
    bySearch.set(state, remembered)
  }
  const text = JSON.stringify([name, values])
  const key = text.length > maxKeyLetters ? hash('sha256', text, 'base64') : text
  // Under one name stands what one function gives.
  return remembered.get(key, state.version, read) as Promise<Value>
}
