import { byBytes } from './byte-order.ts'
import { patternShare } from './pattern-share.ts'
import type { Operand } from './query-tree.ts'

/** Where a word stands in records: the record's number, and the number of the pattern of its places there. */
interface Places {
  /** Shape: `record << patternBits | pattern`, rising. */
  list: Uint32Array
  size: number
}

const patternBits = 8
const mostPatterns = 1 << patternBits
const patternMask = mostPatterns - 1
const mostRecords = 2 ** (32 - patternBits)
const growth = 1.3
const bytesOfWord = 330
const wordWithPlaces = /'([^']*)'(?::([0-9A-D,]+))?/g

/** Where words stand in records, for those who look for words and for how well they match. */
export class WordPlaces {
  readonly #byWord = new Map<string, Places>()
  /** The words by their bytes, as far as they were put in order. */
  #ordered: string[] = []
  #unordered: string[] = []
  readonly #patterns = new Map<string, number>()
  /** What a word of a pattern adds to the rank. */
  readonly #shares = new Float64Array(mostPatterns)
  /** Whether a word of a pattern stands in title, keywords or teacher. */
  readonly #areNamed = new Uint8Array(mostPatterns)
  #room = 0

  /** About what all of it holds in memory. */
  get bytes(): number {
    return this.#room * Uint32Array.BYTES_PER_ELEMENT + this.#byWord.size * bytesOfWord
  }

  /**
   * Adds a record of a higher number than those before. Shape: `lexemes` is the text of a `tsvector`.
   * Errors: throws, with the record half added, where there are more records or patterns than can be told apart.
   */
  add(record: number, lexemes: string): void {
    if (record >= mostRecords) throw new Error('more records were changed than can be held')
    for (const [, word = '', places = ''] of lexemes.matchAll(wordWithPlaces)) {
      this.#add(word, record * mostPatterns + this.#patternOf(places))
    }
  }

  /** Marks the records that hold a word. Shape: `marks` has a bit for each record. */
  mark(operand: Operand, marks: Uint32Array): void {
    const { isNamed } = operand
    for (const word of this.#wordsOf(operand)) {
      const places = this.#byWord.get(word)
      if (!places) continue
      const { list, size } = places
      for (let i = 0; i < size; i += 1) {
        const place = list[i] ?? 0
        if (isNamed && this.#areNamed[place & patternMask] === 0) continue
        const record = place >>> patternBits
        marks[record >>> 5] = (marks[record >>> 5] ?? 0) | (1 << (record & 31))
      }
    }
  }

  /** Adds to the sums of records what a word adds to their rank. */
  addShares(operand: Operand, sums: Float32Array): void {
    for (const word of this.#wordsOf(operand)) {
      const places = this.#byWord.get(word)
      if (!places) continue
      const { list, size } = places
      for (let i = 0; i < size; i += 1) {
        const place = list[i] ?? 0
        const record = place >>> patternBits
        sums[record] = (sums[record] ?? 0) + (this.#shares[place & patternMask] ?? 0)
      }
    }
  }

  #add(word: string, place: number): void {
    const known = this.#byWord.get(word)
    const places = known ?? { list: new Uint32Array(0), size: 0 }
    if (!known) {
      // Of a longer text a part is kept by keeping all of it.
      const own = Buffer.from(word).toString()
      this.#byWord.set(own, places)
      this.#unordered.push(own)
    }
    if (places.size === places.list.length) {
      const longer = new Uint32Array(Math.ceil(places.size * growth) + 1)
      longer.set(places.list)
      this.#room += longer.length - places.list.length
      places.list = longer
    }
    places.list[places.size] = place
    places.size += 1
  }

  #wordsOf({ word, isPrefix }: Operand): readonly string[] {
    if (!isPrefix) return [word]
    const ordered = this.#inOrder()
    const from = firstNotBefore(ordered, word)
    let past = from
    while (past < ordered.length && ordered[past]?.startsWith(word) === true) past += 1
    return ordered.slice(from, past)
  }

  #inOrder(): readonly string[] {
    const { length } = this.#unordered
    if (length === 0) return this.#ordered
    if (length * 20 < this.#ordered.length)
      for (const word of this.#unordered) this.#ordered.splice(firstNotBefore(this.#ordered, word), 0, word)
    else this.#ordered = [...this.#ordered, ...this.#unordered].sort(byBytes)
    this.#unordered = []
    return this.#ordered
  }

  #patternOf(places: string): number {
    const known = this.#patterns.get(places)
    if (known !== undefined) return known
    const next = this.#patterns.size
    if (next === mostPatterns) throw new Error('words stand in more ways than can be held')
    this.#patterns.set(places, next)
    this.#shares[next] = patternShare(places)
    this.#areNamed[next] = /[ABC]/.test(places) ? 1 : 0
    return next
  }
}

function firstNotBefore(ordered: readonly string[], word: string): number {
  let from = 0
  let to = ordered.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (byBytes(ordered[middle] ?? '', word) < 0) from = middle + 1
    else to = middle
  }
  return from
}
