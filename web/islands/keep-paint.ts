import { formatNumber } from '#contract/format.ts'
import { rememberCount } from '#web/shelf/worker-line.ts'
import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { ShelfState } from '#web/shelf/shelf-item.ts'
import type { Shelf } from '#web/shelf/shelf.ts'

const labels: Record<ShelfState | 'free', (name: string) => string> = {
  free: name => `احفظ «${name}» في رفّي`,
  wanted: name => `يُحفظ «${name}» الآن، أوقفه مؤقتاً`,
  paused: name => `توقف حفظ «${name}»، أكمله`,
  kept: name => `«${name}» محفوظ، افتح رفّي`,
  full: name => `لا تتسع مساحة الجهاز لـ «${name}»، افتح رفّي`,
  failed: name => `تعذر حفظ «${name}»، أعد المحاولة`,
}

const keptWords = '، على رفّك'

/** A place in a table that leads to something says whether that is on the shelf, to the eye and to the ear. */
function paintPlace(cell: HTMLElement, items: Shelf['items']): void {
  const isKept = items.some(({ id, state }) => id === cell.dataset.place && state === 'kept')
  const name = cell.getAttribute('aria-label')?.replace(keptWords, '') ?? ''
  cell.toggleAttribute('data-on-shelf', isKept)
  cell.setAttribute('aria-label', isKept ? name + keptWords : name)
}

/** Gives every button of the page the state of what it keeps, and the header the number of things kept. */
export function paintShelf({ items, files }: Shelf): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-shelved]')) {
    const item = items.find(({ id }) => id === button.dataset.shelved)
    const state = item?.state ?? 'free'
    button.dataset.state = state
    button.setAttribute('aria-label', labels[state](button.dataset.name ?? ''))
    const share = item ? sizeOf(item, files) / Math.max(1, sizeOf(item)) : 0
    button.style.setProperty('--share', String(Math.min(1, share)))
  }
  for (const cell of document.querySelectorAll<HTMLElement>('[data-place]')) paintPlace(cell, items)
  const count = items.length === 0 ? '' : formatNumber(items.length)
  const mark = document.querySelector<HTMLElement>('.shelf-link')
  const badge = mark?.querySelector('.shelf-count')
  if (badge) badge.textContent = count
  mark?.classList.toggle(
    'is-loading',
    items.some(({ state }) => state === 'wanted'),
  )
  mark?.setAttribute('aria-label', count ? `رفّي، المحفوظ ${count}` : 'رفّي')
  void rememberCount(count, items[0]?.kind === 'file')
}
