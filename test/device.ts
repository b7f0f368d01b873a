import { vi } from 'vitest'
import type { within as realWithin } from '#web/shelf/shelf-database.ts'

type Row = Record<string, unknown>

const keyPaths: Record<string, string[]> = {
  items: ['id'],
  files: ['sha256'],
  pieces: ['sha256', 'start'],
  pages: ['url'],
  packs: ['id'],
}

/** A browser's own storage in memory: the stores of the shelf, and the caches. */
export interface Device {
  /** Stands in for the database of the shelf. */
  database: { within: typeof realWithin; piecesOf(sha256: string): unknown }
  rows(store: string): Row[]
  /** The addresses in a cache. */
  cached(name: string): Promise<string[]>
  /** Nothing can be read or written any more, until it can again. */
  setBroken(isBroken: boolean): void
  /** The next step with this store fails for want of room. */
  failNext(store: string): void
}

const keyOf = (store: string, row: Row) => (keyPaths[store] ?? []).map(part => row[part]).join('\n')

/** Empties a device and makes its caches those of this process. */
export function makeDevice(): Device {
  const stores = new Map(Object.keys(keyPaths).map(name => [name, new Map<string, Row>()]))
  const caches = new Map<string, Map<string, Response>>()
  let isBroken = false
  let failing: string | undefined
  let last: Promise<unknown> = Promise.resolve()
  const storeOf = (name: string) => stores.get(name) ?? new Map<string, Row>()

  const open = (name: string) => ({
    get: async (key: string) => storeOf(name).get(key),
    all: async (of?: string) => {
      const rows = [...storeOf(name)].filter(([key]) => of === undefined || key.startsWith(`${of}\n`))
      return rows.map(([, row]) => row).toSorted((a, b) => Number(a['start'] ?? 0) - Number(b['start'] ?? 0))
    },
    put: async (row: Row) => {
      if (failing === name) {
        failing = undefined
        throw new DOMException('full', 'QuotaExceededError')
      }
      storeOf(name).set(keyOf(name, row), row)
    },
    remove: async (of: string) => {
      for (const key of storeOf(name).keys())
        if (key === of || key.startsWith(`${of}\n`)) storeOf(name).delete(key)
    },
  })
  const within = (
    names: readonly string[],
    _mode: string,
    work: (opened: Record<string, unknown>) => Promise<unknown>,
  ) => {
    const step = last.then(async () => {
      if (isBroken) throw new DOMException('Internal error', 'UnknownError')
      const before = new Map([...stores].map(([name, rows]) => [name, new Map(rows)]))
      try {
        return await work(Object.fromEntries(names.map(name => [name, open(name)])))
      } catch (error) {
        for (const [name, rows] of before) stores.set(name, rows)
        throw error
      }
    })
    last = step.catch(() => {})
    return step
  }

  const addressOf = (asked: Request | string) =>
    new URL(typeof asked === 'string' ? asked : asked.url, location.origin).href
  const openCache = async (name: string) => {
    if (isBroken) throw new DOMException('Internal error', 'UnknownError')
    const kept = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, kept)
    const put = async (asked: Request | string, answer: Response) => void kept.set(addressOf(asked), answer)
    return {
      put,
      match: async (asked: Request | string) => kept.get(addressOf(asked))?.clone(),
      delete: async (asked: Request | string) => kept.delete(addressOf(asked)),
      keys: async () => [...kept.keys()].map(url => new Request(url)),
      addAll: async (addresses: string[]) => {
        const answers = await Promise.all(addresses.map(each => fetch(each)))
        if (answers.some(({ ok }) => !ok)) throw new TypeError('not all came')
        await Promise.all(addresses.map((each, index) => put(each, answers[index] ?? Response.error())))
      },
    }
  }
  vi.stubGlobal('caches', { open: openCache })
  return {
    database: { within: within as typeof realWithin, piecesOf: sha256 => sha256 },
    rows: name => [...storeOf(name).values()],
    cached: async name => [...(caches.get(name)?.keys() ?? [])],
    setBroken(broken) {
      isBroken = broken
    },
    failNext(store) {
      failing = store
    },
  }
}
