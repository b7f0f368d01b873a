import { readShelf } from './shelf.ts'

/** Where the site's worker is, while it has one. */
const workerAddress = () => document.querySelector<HTMLElement>('[data-worker]')?.dataset.worker

/** Whether this browser can keep anything for hours without a line, and the site lets it. */
export function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'indexedDB' in globalThis && workerAddress() !== undefined
}

/** Brings the worker to load what waits. */
export async function tellWorker(): Promise<void> {
  const address = workerAddress()
  if (address === undefined) return
  await navigator.serviceWorker.register(address)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('work')
}

/**
 * Leaves the number of kept things where the next page finds it before anything else is loaded, and asks the browser not
 * to drop them when it needs room, unless the newest only passes through. Shape: empty for none.
 */
export async function rememberCount(count: string, isPassing = false): Promise<void> {
  let before = ''
  try {
    before = localStorage.getItem('shelf') ?? ''
    if (before === count) return
    if (count) localStorage.setItem('shelf', count)
    else localStorage.removeItem('shelf')
  } catch {
    /* A browser without storage of its own shows no number. */
  }
  /* Some browsers ask the student: once when something was put there, not at every picture of the page. */
  const isMore = count.length > before.length || (count.length === before.length && count > before)
  if (isMore && !isPassing) await navigator.storage.persist?.().catch(() => false)
}

/** Whether something of the shelf waits to be loaded. */
export async function isWaiting(): Promise<boolean> {
  const { items } = await readShelf()
  return items.some(({ state }) => state === 'wanted')
}
