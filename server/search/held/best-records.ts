/** Whether a record stands before another. */
type IsBefore = (left: number, right: number) => boolean

/** The first so many of records in an order, without sorting the others. */
export class BestRecords {
  readonly #count: number
  readonly #isBefore: IsBefore
  /** A heap whose first is the last of them. */
  readonly #heap: number[] = []

  constructor(count: number, isBefore: IsBefore) {
    this.#count = count
    this.#isBefore = isBefore
  }

  add(record: number): void {
    const heap = this.#heap
    if (heap.length < this.#count) {
      heap.push(record)
      this.#rise(heap.length - 1)
    } else if (heap[0] !== undefined && this.#isBefore(record, heap[0])) {
      heap[0] = record
      this.#sink()
    }
  }

  /** All of them in order; nothing may be added any more. */
  inOrder(): number[] {
    return this.#heap.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1))
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#isSwapped(parent, at)) return
      at = parent
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      const right = left + 1
      const heap = this.#heap
      const a = heap[left]
      if (a === undefined) return
      const b = heap[right]
      const last = b !== undefined && this.#isBefore(a, b) ? right : left
      if (!this.#isSwapped(at, last)) return
      at = last
    }
  }

  /** Puts two in the order of the heap, which has the last first. */
  #isSwapped(parent: number, child: number): boolean {
    const heap = this.#heap
    const above = heap[parent]
    const below = heap[child]
    if (above === undefined || below === undefined || !this.#isBefore(above, below)) return false
    heap[parent] = below
    heap[child] = above
    return true
  }
}
