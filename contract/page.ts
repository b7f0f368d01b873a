import { limits } from './limits.ts'

/** One page of a list and the count of the whole set. */
export interface ListPage<Item> {
  items: Item[]
  total: number
  /** Where a search that found enough has stopped: `total` counts only what it has looked at. */
  searchedTo?: string | null
}

/** Total pages: the total divided by the page size, rounded up; at least one. Source: A1.4. */
export function pageCount(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

export type PageSlot = number | 'gap'

/**
 * The slots of a pagination control, in document order.
 * With 5 pages or fewer all; otherwise the first, a window of one either side of the current page (widened to
 * reach page 4 near the start, or the last 3 near the end), the last, and a gap where numbers are left out.
 * Source: P4.5.
 */
export function pageSlots(current: number, pages: number): PageSlot[] {
  if (pages <= limits.allPagesUpTo) return Array.from({ length: pages }, (_, index) => index + 1)
  let from = Math.max(2, current - 1)
  let to = Math.min(pages - 1, current + 1)
  if (current <= 3) to = 4
  if (current >= pages - 2) from = pages - 2
  from = Math.max(2, from)
  to = Math.min(pages - 1, to)
  const slots: PageSlot[] = [1]
  if (from > 2) slots.push('gap')
  for (let page = from; page <= to; page += 1) slots.push(page)
  if (to < pages - 1) slots.push('gap')
  slots.push(pages)
  return slots
}
