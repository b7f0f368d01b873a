import { isShelfOrder } from '#web/shelf/order-shelf.ts'
import type { ShelfOrder } from '#web/shelf/order-shelf.ts'

const orderName = 'shelf-order'

function keptOrder(): string {
  try {
    const kept = localStorage.getItem(orderName) ?? ''
    return isShelfOrder(kept) ? kept : 'newest'
  } catch {
    return 'newest'
  }
}

function keepOrder(order: string): void {
  try {
    localStorage.setItem(orderName, order)
  } catch {
    /* A browser that keeps nothing begins with the newest again. */
  }
}

/** The order that a field says. */
export function orderOf(field: HTMLSelectElement | null | undefined): ShelfOrder {
  return field && isShelfOrder(field.value) ? field.value : 'newest'
}

/** Gives the field the order that this device keeps, and keeps what is chosen. */
export function attachOrder(field: HTMLSelectElement | null | undefined, draw: () => void): void {
  if (!field) return
  field.value = keptOrder()
  field.addEventListener('change', () => {
    keepOrder(field.value)
    draw()
  })
}
