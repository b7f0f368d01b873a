import { limits } from '#contract/limits.ts'
import { onChange, readShelf } from '#web/shelf/shelf.ts'
import { canKeep, isWaiting, tellWorker } from '#web/shelf/worker-line.ts'
import { paintShelf } from './keep-paint.ts'

let isAttached = false

/**
 * Keeps the number in the header and the states of all buttons true while the page is open, also those that come later,
 * and reminds the worker of what waits.
 */
export function attachShelfMark(): void {
  if (isAttached || !canKeep()) return
  isAttached = true
  let frame = 0
  const paint = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => void readShelf().then(paintShelf, () => {}))
  }
  const remind = async () => {
    if (await isWaiting()) await tellWorker()
  }
  onChange(paint)
  document.addEventListener('shelf', paint)
  const content = document.querySelector('main')
  if (content) {
    new MutationObserver(changes => {
      const isNew = (node: Node) =>
        node instanceof Element && node.querySelector('[data-shelved],[data-place]') !== null
      if (changes.some(({ addedNodes }) => [...addedNodes].some(isNew))) paint()
    }).observe(content, { childList: true, subtree: true })
  }
  addEventListener('online', () => void remind().catch(() => {}))
  setInterval(() => void (document.hidden || remind().catch(() => {})), limits.shelfReminderMs)
  paint()
  void remind().catch(() => {})
}
