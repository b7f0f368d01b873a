import { latinSteps } from './latin-letters.ts'
import { cheapestInsertion, insertionCost, slipCosts, substitutionCost } from './slip-costs.ts'

/** A word of the lexicon that is close to another. */
export interface NearWord {
  word: string
  /** What the slips between the two cost. Units: tenths of a wrong letter. */
  cost: number
  documents: number
}

const initialCapacity = 1 << 12
// As long as the longest word of the index, or a long word would be known to the records and not here.
const maxWordLength = 40
const maxVisitedNodes = 40_000
const mostLatinWords = 4
const latinSlip = 0.5
const maxRememberedWords = 5000

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
  #taught = new Int32Array(initialCapacity)
  #size = 1
  /** What `near` found since the last change: one query asks for the same word several times. */
  readonly #near = new Map<string, readonly NearWord[]>()
  #wordCount = 0

  /** How many different words are known. */
  get wordCount(): number {
    return this.#wordCount
  }

  /**
   * Sets how many records hold a word, how many of them in their title, teacher or keywords, and how many in the name
   * of their teacher; zero forgets it. Only words of the second kind are offered as neighbours and continuations.
   */
  set(word: string, documents: number, named = documents, taught = 0): void {
    if (word.length === 0 || word.length > maxWordLength) return
    this.#near.clear()
    let node = 0
    for (let i = 0; i < word.length; i += 1) node = this.#childOrNew(node, word.charCodeAt(i))
    const before = this.#documents[node] ?? 0
    if (before === 0 && documents > 0) this.#wordCount += 1
    if (before > 0 && documents <= 0) this.#wordCount -= 1
    this.#documents[node] = Math.max(0, documents)
    this.#named[node] = Math.max(0, named)
    this.#taught[node] = Math.max(0, taught)
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

  /** How many records hold the word in the name of their teacher. */
  taught(word: string): number {
    const node = this.#find(word)
    return node < 0 ? 0 : (this.#taught[node] ?? 0)
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
        if (documents > 0) found.push({ word: longer, cost: 0, documents })
        visit(child, longer)
      }
    }
    visit(start, prefix)
    return found.sort((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1)).slice(0, limit)
  }

  /**
   * The words that slips of at most `maxCost` lead to: insertions, deletions, substitutions, swaps of neighbours.
   *
   * Shape: nearest first, then commonest; more than one wrong letter only in words that begin as was typed. Units: tenths of a wrong letter. Source: optimal string alignment with the
   * costs of `slip-costs.ts`, walked over the tree row by row.
   */
  near(word: string, maxCost: number, limit = 8): readonly NearWord[] {
    if (maxCost <= 0 || word.length > maxWordLength) return []
    const key = `${word} ${maxCost} ${limit}`
    const known = this.#near.get(key)
    if (known) return known
    return this.#remember(key, this.#findNear(word, maxCost).slice(0, limit))
  }

  /**
   * The beginnings of words that slips of at most `maxCost` lead to from what has been typed of one.
   *
   * Shape: nearest first; a beginning stands for every word that goes on from it.
   */
  nearBeginnings(typed: string, maxCost: number, limit = 6): readonly NearWord[] {
    if (maxCost <= 0 || typed.length > maxWordLength) return []
    const key = `${typed}* ${maxCost} ${limit}`
    const known = this.#near.get(key)
    if (known) return known
    return this.#remember(key, this.#findNear(typed, maxCost, true).slice(0, limit))
  }

  #remember(key: string, found: readonly NearWord[]): readonly NearWord[] {
    for (const oldest of this.#near.size < maxRememberedWords ? [] : this.#near.keys()) {
      this.#near.delete(oldest)
      break
    }
    this.#near.set(key, found)
    return found
  }

  #findNear(word: string, maxCost: number, isBeginning = false): NearWord[] {
    const target = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i))
    const width = target.length + 1
    const typed: TypedWord = {
      target,
      insertions: target.map((letter, i) => insertionCost(letter, target[i - 1] ?? 0)),
    }
    const first = new Uint16Array(width)
    for (let i = 1; i < width; i += 1) first[i] = (first[i - 1] ?? 0) + (typed.insertions[i - 1] ?? 0)
    const rows: Uint16Array[] = [first]
    const path = new Uint16Array(maxWordLength + 1)
    const found: NearWord[] = []
    let visited = 0
    /* Farther from the place that a letter was typed at, so many are missing or too many that it is dearer. */
    const reach = Math.floor(maxCost / cheapestInsertion)
    const visit = (node: number, depth: number, letterBefore: number, bestBefore: number, limit: number) => {
      const previous = rows[depth]
      const beforePrevious = rows[depth - 1]
      if (!previous) return
      const row = (rows[depth + 1] ??= new Uint16Array(width))
      const from = Math.max(1, depth + 1 - reach)
      const to = Math.min(width - 1, depth + 1 + reach)
      if (from > width - 1) return
      for (let child = this.#firstChild[node] ?? 0; child > 0; child = this.#sibling[child] ?? 0) {
        if ((visited += 1) > maxVisitedNodes) return
        const letter = this.#letters[child] ?? 0
        const best = fillRow(row, previous, beforePrevious, typed, letter, letterBefore, from, to)
        // A swap reaches two rows back: what the row before can still afford is followed one letter further.
        const most = depth === 0 && !mayBegin(letter, target) ? Math.min(limit, slipCosts.letter) : limit
        if (best > most && bestBefore + slipCosts.swapped > most) continue
        path[depth] = letter
        const cost = to < width - 1 ? tooDear : (row[width - 1] ?? tooDear)
        const documents = this.#named[child] ?? 0
        if (cost <= most && (documents > 0 || isBeginning))
          found.push({ word: String.fromCharCode(...path.subarray(0, depth + 1)), cost, documents })
        // Past the nearest end of a beginning every letter only adds to what is typed already.
        if (isBeginning && cost <= most && cost <= best) continue
        visit(child, depth + 1, letter, best, most)
      }
    }
    visit(0, 0, 0, 0, maxCost)
    return found.sort((a, b) => a.cost - b.cost || b.documents - a.documents || (a.word < b.word ? -1 : 1))
  }

  /**
   * The words that a word in Latin letters and digits stands for: `fizya`, `riyathiyat`, `3arabi`.
   *
   * Shape: likeliest first; `cost` in tenths, as `near` has it; `slips` letters may be wrong, missing or too many.
   * `budget` is how many steps may be tried, and is used up: what is tried for one typed word has one together.
   */
  spelledInLatin(latin: string, slips: 0 | 1, budget: { steps: number }): NearWord[] {
    const best = new Map<string, NearWord>()
    const visit = (node: number, at: number, word: string, cost: number, left: number) => {
      if ((budget.steps -= 1) < 0 || cost > 1) return
      const documents = this.#named[node] ?? 0
      if (at >= latin.length && documents > 0 && cost < (best.get(word)?.cost ?? Infinity)) {
        best.set(word, { word, cost, documents })
      }
      const isAtTheEnd = at >= latin.length
      for (const { length, letters, cost: own } of isAtTheEnd ? [] : latinSteps(latin, at)) {
        if (at + length > latin.length) continue
        let next = node
        for (let i = 0; i < letters.length && next >= 0; i += 1)
          next = this.#child(next, letters.charCodeAt(i))
        if (next >= 0) visit(next, at + length, word + letters, cost + own, left)
      }
      if (left === 0) return
      if (!isAtTheEnd) visit(node, at + 1, word, cost + latinSlip, left - 1)
      for (let child = this.#firstChild[node] ?? 0; child > 0; child = this.#sibling[child] ?? 0) {
        const letter = String.fromCharCode(this.#letters[child] ?? 0)
        visit(child, at, word + letter, cost + latinSlip, left - 1)
        if (!isAtTheEnd) visit(child, at + 1, word + letter, cost + latinSlip, left - 1)
      }
    }
    visit(0, 0, '', 0, slips)
    return [...best.values()]
      .map(found => ({ ...found, cost: found.cost * slipCosts.letter }))
      .sort((a, b) => a.cost - b.cost || b.documents - a.documents || (a.word < b.word ? -1 : 1))
      .slice(0, mostLatinWords)
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
    this.#taught = copy(this.#taught)
  }
}

/**
 * Whether a word may begin with this letter and have more than one letter wrong: what was typed first, or second, or
 * sounds like the first, or a vowel that was left out.
 */
export function mayBegin(letter: number, typed: ArrayLike<number>): boolean {
  const { 0: first = 0, 1: second } = typed
  return (
    letter === second ||
    substitutionCost(first, letter) < slipCosts.letter ||
    insertionCost(letter, 0) < slipCosts.letter
  )
}

/** A typed word and what each of its letters costs as one too many. */
interface TypedWord {
  target: Uint16Array
  insertions: Uint16Array
}

const tooDear = 1000

/** Fills the row of one more letter of the tree where it may be within reach; gives the least that any end of it costs. */
function fillRow(
  row: Uint16Array,
  previous: Uint16Array,
  beforePrevious: Uint16Array | undefined,
  word: TypedWord,
  letter: number,
  letterBefore: number,
  from: number,
  to: number,
): number {
  const { target, insertions } = word
  const missing = insertionCost(letter, letterBefore)
  let before = previous[from - 1] ?? 0
  let left = from === 1 ? before + missing : tooDear
  let best = left
  row[from - 1] = left
  row[to + 1] = tooDear
  for (let i = from; i <= to; i += 1) {
    const above = previous[i] ?? 0
    let cost = left + (insertions[i - 1] ?? 0)
    if (above + missing < cost) cost = above + missing
    const substituted = before + substitutionCost(target[i - 1] ?? 0, letter)
    if (substituted < cost) cost = substituted
    if (beforePrevious && i > 1 && target[i - 2] === letter && target[i - 1] === letterBefore) {
      const swapped = (beforePrevious[i - 2] ?? 0) + slipCosts.swapped
      if (swapped < cost) cost = swapped
    }
    row[i] = cost
    if (cost < best) best = cost
    left = cost
    before = above
  }
  return best
}
