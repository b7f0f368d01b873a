/** A word of the lexicon that is close to another. */
export interface NearWord {
  word: string
  edits: number
  documents: number
}

const initialCapacity = 1 << 12
const maxWordLength = 24
const maxVisitedNodes = 40_000

/**
 * The words that records hold, in a tree of letters: counts, prefixes and neighbours within a few edits.
 *
 * A tree takes one word at a time, so that a staff write costs microseconds and nothing is ever rebuilt.
 */
export class Lexicon {
  #letters = new Uint16Array(initialCapacity)
  #firstChild = new Int32Array(initialCapacity)
  #sibling = new Int32Array(initialCapacity)
  #documents = new Int32Array(initialCapacity)
  #named = new Int32Array(initialCapacity)
  #size = 1
  #wordCount = 0

  /** How many different words are known. */
  get wordCount(): number {
    return this.#wordCount
  }

  /**
   * Sets how many records hold a word, and how many of them in their title, teacher or keywords; zero forgets it.
   * Only words of the second kind are offered as neighbours and continuations.
   */
  set(word: string, documents: number, named = documents): void {
    if (word.length === 0 || word.length > maxWordLength) return
    let node = 0
    for (let i = 0; i < word.length; i += 1) node = this.#childOrNew(node, word.charCodeAt(i))
    const before = this.#documents[node] ?? 0
    if (before === 0 && documents > 0) this.#wordCount += 1
    if (before > 0 && documents <= 0) this.#wordCount -= 1
    this.#documents[node] = Math.max(0, documents)
    this.#named[node] = Math.max(0, named)
  }

  /** How many records hold the word. */
  documents(word: string): number {
    const node = this.#find(word)
    return node < 0 ? 0 : (this.#documents[node] ?? 0)
  }

  /** How many records hold the word in their title, teacher or keywords. */
  named(word: string): number {
    const node = this.#find(word)
    return node < 0 ? 0 : (this.#named[node] ?? 0)
  }

  /** The commonest words that begin with a prefix, the prefix itself left out. */
  startingWith(prefix: string, limit: number): NearWord[] {
    const start = this.#find(prefix)
    if (start < 0) return []
    const found: NearWord[] = []
    let visited = 0
    const visit = (node: number, word: string) => {
      for (let child = this.#firstChild[node] ?? 0; child > 0; child = this.#sibling[child] ?? 0) {
        if ((visited += 1) > maxVisitedNodes) return
        const longer = word + String.fromCharCode(this.#letters[child] ?? 0)
        const documents = this.#named[child] ?? 0
        if (documents > 0) found.push({ word: longer, edits: 0, documents })
        visit(child, longer)
      }
    }
    visit(start, prefix)
    return found.sort((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1)).slice(0, limit)
  }

  /**
   * The words within `maxEdits` insertions, deletions, substitutions or swaps of neighbours.
   *
   * Shape: nearest first, then commonest. Source: optimal string alignment, walked over the tree row by row.
   */
  near(word: string, maxEdits: number, limit = 8): NearWord[] {
    if (maxEdits <= 0 || word.length > maxWordLength) return []
    const target = Array.from({ length: word.length }, (_, i) => word.charCodeAt(i))
    const width = target.length + 1
    const rows: Uint8Array[] = [Uint8Array.from({ length: width }, (_, i) => i)]
    const found: NearWord[] = []
    let visited = 0
    const visit = (node: number, depth: number, letterBefore: number, prefix: string) => {
      const previous = rows[depth]
      const beforePrevious = rows[depth - 1]
      if (!previous) return
      const row = (rows[depth + 1] ??= new Uint8Array(width))
      for (let child = this.#firstChild[node] ?? 0; child > 0; child = this.#sibling[child] ?? 0) {
        if ((visited += 1) > maxVisitedNodes) return
        const letter = this.#letters[child] ?? 0
        const best = fillRow(row, previous, beforePrevious, target, letter, letterBefore, depth + 1)
        if (best > maxEdits) continue
        const longer = prefix + String.fromCharCode(letter)
        const edits = row[width - 1] ?? maxEdits + 1
        const documents = this.#named[child] ?? 0
        if (edits <= maxEdits && documents > 0) found.push({ word: longer, edits, documents })
        if (depth + 1 < width + maxEdits) visit(child, depth + 1, letter, longer)
      }
    }
    visit(0, 0, -1, '')
    return found
      .sort((a, b) => a.edits - b.edits || b.documents - a.documents || (a.word < b.word ? -1 : 1))
      .slice(0, limit)
  }

  #find(word: string): number {
    let node = 0
    for (let i = 0; i < word.length; i += 1) {
      node = this.#child(node, word.charCodeAt(i))
      if (node < 0) return -1
    }
    return node
  }

  #child(node: number, letter: number): number {
    for (let child = this.#firstChild[node] ?? 0; child > 0; child = this.#sibling[child] ?? 0) {
      if (this.#letters[child] === letter) return child
    }
    return -1
  }

  #childOrNew(node: number, letter: number): number {
    const existing = this.#child(node, letter)
    if (existing >= 0) return existing
    if (this.#size === this.#letters.length) this.#grow()
    const child = this.#size
    this.#size += 1
    this.#letters[child] = letter
    this.#sibling[child] = this.#firstChild[node] ?? 0
    this.#firstChild[node] = child
    return child
  }

  #grow(): void {
    const capacity = this.#letters.length * 2
    const letters = new Uint16Array(capacity)
    letters.set(this.#letters)
    this.#letters = letters
    const copy = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(capacity)
      to.set(from)
      return to
    }
    this.#firstChild = copy(this.#firstChild)
    this.#sibling = copy(this.#sibling)
    this.#documents = copy(this.#documents)
    this.#named = copy(this.#named)
  }
}

function fillRow(
  row: Uint8Array,
  previous: Uint8Array,
  beforePrevious: Uint8Array | undefined,
  target: number[],
  letter: number,
  letterBefore: number,
  depth: number,
): number {
  row[0] = depth
  let best = depth
  for (let i = 1; i < row.length; i += 1) {
    const same = target[i - 1] === letter
    let cost = Math.min(
      (row[i - 1] ?? 0) + 1,
      (previous[i] ?? 0) + 1,
      (previous[i - 1] ?? 0) + (same ? 0 : 1),
    )
    if (beforePrevious && i > 1 && target[i - 2] === letter && target[i - 1] === letterBefore) {
      cost = Math.min(cost, (beforePrevious[i - 2] ?? 0) + 1)
    }
    row[i] = cost
    if (cost < best) best = cost
  }
  return best
}
