import { useCallback, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useUser } from '../session/session.ts'

const memorySchema = z.object({
  size: z.int().optional().catch(undefined),
  /** The columns that are shown, by their names; absent: those that a list begins with. */
  columns: z.array(z.string()).optional().catch(undefined),
  /** Filters that have a name. Shape: `search` is the query of the list's address, without its page. */
  saved: z
    .array(z.object({ name: z.string(), search: z.string() }))
    .optional()
    .catch(undefined),
})

/** What a list remembers for a person on this device. */
type ListMemory = z.infer<typeof memorySchema>
/** What is other from now on, or how that follows from what is remembered at that moment. */
type MemoryChange = Partial<ListMemory> | ((now: ListMemory) => Partial<ListMemory>)
export type SavedFilter = NonNullable<ListMemory['saved']>[number]

const nothing: ListMemory = {}
/* What was read last, so that the same text is the same value; where nothing can be stored, all there is. */
const known = new Map<string, { text: string | null; memory: ListMemory }>()
const listeners = new Set<() => void>()

function parse(text: string): ListMemory {
  try {
    return memorySchema.safeParse(JSON.parse(text)).data ?? nothing
  } catch {
    return nothing
  }
}

function read(key: string): ListMemory {
  const before = known.get(key)
  try {
    const text = localStorage.getItem(key)
    if (before && before.text === text) return before.memory
    const memory = text === null ? nothing : parse(text)
    known.set(key, { text, memory })
    return memory
  } catch {
    return before?.memory ?? nothing
  }
}

function write(key: string, memory: ListMemory): void {
  const text = JSON.stringify(memory)
  known.set(key, { text, memory })
  try {
    localStorage.setItem(key, text)
  } catch {
    // Until the page is closed it is remembered all the same.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** What this device remembers of a list for the person who is signed in, and the way to change it. */
export function useListMemory(list: string): [ListMemory, (change: MemoryChange) => void] {
  const key = `rafid.list.${useUser().id}.${list}`
  const memory = useSyncExternalStore(subscribe, () => read(key))
  const edit = useCallback(
    (change: MemoryChange) => {
      const now = read(key)
      write(key, { ...now, ...(typeof change === 'function' ? change(now) : change) })
    },
    [key],
  )
  return [memory, edit]
}
