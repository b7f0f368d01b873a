import type { FilePiece, KeptFile, KeptPack, KeptPage, ShelfItem } from './shelf-item.ts'

/** The stores of the shelf and what each holds. */
interface Stores {
  items: ShelfItem
  files: KeptFile
  pieces: FilePiece
  pages: KeptPage
  packs: KeptPack
}
type StoreName = keyof Stores

const keys: Record<StoreName, string | string[]> = {
  items: 'id',
  files: 'sha256',
  pieces: ['sha256', 'start'],
  pages: 'url',
  packs: 'id',
}
const databaseName = 'shelf'
const databaseVersion = 1

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  return (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(keys)) {
        if (!request.result.objectStoreNames.contains(name))
          request.result.createObjectStore(name, { keyPath })
      }
    }
    request.onsuccess = () => {
      /* A newer version in another tab must not wait for this one. */
      request.result.onversionchange = () => {
        opened = undefined
        request.result.close()
      }
      request.result.onclose = () => (opened = undefined)
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('The shelf cannot be opened'))
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  }))
}

/** What a request of the database answers. */
export function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The shelf did not answer'))
  })
}

/** A store within a transaction. */
interface OpenStore<Value> {
  get(key: IDBValidKey): Promise<Value | undefined>
  all(range?: IDBKeyRange): Promise<Value[]>
  put(value: Value): Promise<unknown>
  remove(key: IDBValidKey | IDBKeyRange): Promise<unknown>
}
type OpenStores = { [Name in StoreName]: OpenStore<Stores[Name]> }

function storeOf<Name extends StoreName>(transaction: IDBTransaction, name: Name): OpenStore<Stores[Name]> {
  const store = transaction.objectStore(name)
  return {
    get: key => answerOf(store.get(key)),
    all: range => answerOf(store.getAll(range)),
    put: value => answerOf(store.put(value)),
    remove: key => answerOf(store.delete(key)),
  }
}

/**
 * Reads and writes several stores as one step: all of it or nothing, and safe from other tabs. `work` waits for nothing
 * but the stores. A durable step has reached the disk when it ends, so that a power cut takes nothing of it.
 * Errors: `QuotaExceededError` without room.
 */
export async function within<Name extends StoreName, Value>(
  names: readonly Name[],
  mode: 'readonly' | 'readwrite',
  work: (stores: Pick<OpenStores, Name>) => Promise<Value>,
  { isDurable = false } = {},
): Promise<Value> {
  const database = await open()
  const transaction = database.transaction(names, mode, {
    durability: isDurable ? 'strict' : 'relaxed',
  })
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The shelf gave up a step'))
  })
  ended.catch(() => {})
  const stores = Object.fromEntries(names.map(name => [name, storeOf(transaction, name)])) as Pick<
    OpenStores,
    Name
  >
  try {
    const value = await work(stores)
    await ended
    return value
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      /* It has ended by itself, with the same error. */
    }
    throw transaction.error ?? error
  }
}

/** The keys of all pieces of a file, or of those from `start` on. */
export function piecesOf(sha256: string): IDBKeyRange {
  return IDBKeyRange.bound([sha256, 0], [sha256, Infinity])
}
