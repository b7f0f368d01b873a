import { formatFileSize, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { ShelfItem } from '#web/shelf/shelf-item.ts'
import type { Shelf } from '#web/shelf/shelf.ts'

const groups = [
  { name: 'كتب', kinds: ['book'] },
  { name: 'وزاري', kinds: ['exam'] },
  { name: 'غيرها', kinds: [] },
] as const

function groupOf({ kind }: ShelfItem): number {
  const found = groups.findIndex(group => (group.kinds as readonly string[]).includes(kind))
  return found < 0 ? groups.length - 1 : found
}

let asked = 0

/** Shows how much of the device is used by what, and how much is left as soon as the browser tells. */
export function showRoom(root: HTMLElement, { items, files }: Shelf): void {
  const slot = (name: string) => root.querySelector<HTMLElement>(`[data-slot=${name}]`)
  const sizes = groups.map((_, index) =>
    items.filter(item => groupOf(item) === index).reduce((sum, item) => sum + sizeOf(item, files), 0),
  )
  const used = sizes.reduce((sum, size) => sum + size, 0)
  const room = slot('room')
  if (room) room.hidden = items.length === 0
  slot('used')?.replaceChildren(`${formatFileSize(used)} على جهازك`)
  const shown = groups
    .map(({ name }, index) => ({ name, size: sizes[index] ?? 0, index }))
    .filter(({ size }) => size > 0)
  slot('legend')?.replaceChildren(
    ...shown.map(({ name, size, index }) => {
      const line = Object.assign(document.createElement('li'), {
        textContent: `${name} ${formatFileSize(size)}`,
      })
      line.dataset.group = String(index)
      return line
    }),
  )
  const saving = slot('saving')
  if (saving) saving.hidden = !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData
  asked += 1
  const own = asked
  const showLeft = ({ quota = 0, usage = 0 }: StorageEstimate = {}) => {
    if (own !== asked) return
    const left = Math.max(0, quota - usage - limits.shelfSpareBytes)
    slot('left')?.replaceChildren(quota > 0 ? `يتسع لـ ${formatFileSize(left)} أخرى` : '')
    const bars = shown.map(({ size, index }) => {
      const bar = document.createElement('i')
      bar.dataset.group = String(index)
      bar.style.setProperty('--share', String(size / Math.max(1, used + left)))
      return bar
    })
    slot('meter')?.replaceChildren(...bars)
  }
  const estimate = navigator.storage?.estimate?.() ?? Promise.resolve({})
  estimate.then(showLeft, () => showLeft())
}

/** What did not fit and stays where it stopped, in a sentence. */
export function textOfFull(full: readonly ShelfItem[]): string {
  const [first] = full
  const missing = formatFileSize(full.reduce((sum, item) => sum + sizeOf(item), 0))
  const names = full.length === 1 && first ? `«${first.title}»` : `${formatNumber(full.length)} مما طلبت`
  return `توقف حفظ ${names} (${missing})، ولم يضع مما على رفّك شيء. أزل مما لم تفتحه من زمن، ثم اضغط «أكمل».`
}
