import { sizeOf } from '#web/shelf/shelf-item.ts'
import type { Shelf } from '#web/shelf/shelf.ts'

/** How fast each item comes. Units: bytes; milliseconds; bytes a second. */
export class Speeds {
  readonly now = new Map<string, number>()
  private readonly seen = new Map<string, { bytes: number; atMs: number }>()

  /** Looks how many bytes are there now. */
  look({ items, files }: Shelf): void {
    const atMs = performance.now()
    for (const item of items) {
      const bytes = sizeOf(item, files)
      const before = this.seen.get(item.id)
      if (before && bytes > before.bytes) {
        this.now.set(item.id, ((bytes - before.bytes) / Math.max(1, atMs - before.atMs)) * 1000)
      }
      if (!before || bytes !== before.bytes) this.seen.set(item.id, { bytes, atMs })
    }
  }
}
