import { setImmediate as letOthersRun } from 'node:timers/promises'
import { branchLabels } from '#contract/codes/branches.ts'
import { comparedWords } from '#contract/arabic/words.ts'
import { Lexicon } from '#server/search/language/lexicon.ts'
import { garbledBeginnings, recordSpellings } from '#server/search/language/spelling.ts'
import { isGeneralWord } from '#server/search/result-question.ts'
import { foldedTerms } from '#server/search/list-text.ts'
import type { SchoolRow } from './schools.repository.ts'

/** What a search among schools found. */
export interface FoundSchools {
  /** Best first. */
  rows: SchoolRow[]
  /** The words of the records that answer, or begin as was typed. */
  words: ReadonlySet<string>
  /** Every word that was typed is in what was found, whole or begun. */
  isSure: boolean
  /** How a school is named by it. */
  names: SchoolNaming
}

/** How well a text names schools. */
export interface SchoolNaming {
  /** Every word that was typed answers, slips forgiven. */
  isWhole: boolean
  /** Every word that was typed is one of what was found, letter for letter as far as folding goes. */
  isExact: boolean
  /** Some word is of few schools: not the city, nor what all schools are called by. */
  isOwn: boolean
}

const rowsAtOnce = 500
const continuations = 400
const quality = { whole: 1, begun: 0.85, slipped: 0.6 }
/** A word of the city or branch says less of one school than a word of its name. */
const placeWeight = 0.5
const leastShare = 0.5
/** A word of more schools than this, and than this share of them, names none. */
const ownWord = { schools: 20, share: 0.05 }

/** The schools of a release by the words of their names, groups, cities and branches. */
export class SchoolIndex {
  readonly rows: readonly SchoolRow[]
  readonly #byWord = new Map<string, Map<number, number>>()
  readonly #lexicon = new Lexicon()
  #reading: Promise<void> | undefined

  constructor(rows: readonly SchoolRow[]) {
    this.rows = rows
  }

  /** Reads the words of all rows, letting others run meanwhile. */
  async #read(): Promise<void> {
    const wordsOfPlace = new Map<string, string[]>()
    for (const [at, { searchText, city, branch }] of this.rows.entries()) {
      if (at % rowsAtOnce === rowsAtOnce - 1) await letOthersRun()
      const place = branch === null ? city : `${city} ${branchLabels[branch]}`
      const placeWords = wordsOfPlace.get(place) ?? comparedWords(place)
      wordsOfPlace.set(place, placeWords)
      for (const word of placeWords) this.#add(word, at, placeWeight)
      for (const word of searchText.split(' ')) if (word !== '') this.#add(word, at, 1)
    }
    let count = 0
    for (const [word, places] of this.#byWord) {
      this.#lexicon.set(word, places.size)
      if ((count += 1) % rowsAtOnce === 0) await letOthersRun()
    }
  }

  #add(word: string, at: number, weight: number): void {
    const places = this.#byWord.get(word) ?? new Map<number, number>()
    places.set(at, weight)
    this.#byWord.set(word, places)
  }

  /**
   * The schools that a text names: whole words first, then begun ones, then words with a slip; undefined without words.
   * Shape: the first to search waits until the words of all rows are read.
   */
  async search(text: string): Promise<FoundSchools | undefined> {
    const terms = foldedTerms(text)
    if (terms.length === 0) return undefined
    this.#reading ??= this.#read()
    await this.#reading
    const read = terms.map(term => this.#wordsFor(term)).filter(({ size }) => size > 0)
    const found = new Map<number, { count: number; score: number }>()
    for (const words of read) {
      for (const [at, score] of this.#bestOf(words)) {
        const before = found.get(at)
        found.set(at, { count: (before?.count ?? 0) + 1, score: (before?.score ?? 0) + score })
      }
    }
    const most = [...found.values()].reduce((max, { count }) => Math.max(max, count), 0)
    const isEnough = most > 0 && most / terms.length >= leastShare
    const best = isEnough ? [...found].filter(([, { count }]) => count === most) : []
    best.sort(([a, left], [b, right]) => right.score - left.score || a - b)
    const words = new Set(read.flatMap(of => [...of.keys()]))
    const isSure =
      most === terms.length && read.every(of => [...of.values()].some(value => value > quality.slipped))
    const unsaid = terms.filter(term => !term.some(isGeneralWord)).length
    const isWhole = most === read.length && (most === terms.length || most >= unsaid)
    const names = {
      isWhole,
      isExact: isWhole && read.every(of => [...of.values()].includes(quality.whole)),
      isOwn: read.some(of => this.#isOwn(of)),
    }
    return { rows: best.flatMap(([at]) => this.rows[at] ?? []), words, isSure, names }
  }

  #isOwn(words: ReadonlyMap<string, number>): boolean {
    const most = Math.max(ownWord.schools, this.rows.length * ownWord.share)
    const best = Math.max(...words.values())
    return [...words].some(([word, value]) => {
      const places = this.#byWord.get(word)
      const isOfNames = places !== undefined && [...places.values()].includes(1)
      return value === best && isOfNames && places.size <= most && !isGeneralWord(word)
    })
  }

  #bestOf(words: ReadonlyMap<string, number>): Map<number, number> {
    const best = new Map<number, number>()
    for (const [word, value] of words) {
      for (const [at, weight] of this.#byWord.get(word) ?? [])
        best.set(at, Math.max(best.get(at) ?? 0, value * weight))
    }
    return best
  }

  #wordsFor(alternatives: readonly string[]): Map<string, number> {
    const words = new Map<string, number>()
    const add = (word: string, value: number) => words.set(word, Math.max(words.get(word) ?? 0, value))
    const addBegun = (beginning: string, value: number) => {
      for (const { word } of this.#lexicon.startingWith(beginning, continuations)) add(word, value)
    }
    for (const term of alternatives) {
      if (this.#byWord.has(term)) add(term, quality.whole)
      addBegun(term, quality.begun)
    }
    if (words.size > 0) return words
    for (const term of alternatives) {
      for (const near of recordSpellings(term, term, this.#lexicon))
        add(near.word, quality.slipped * near.quality)
      for (const near of garbledBeginnings(term, this.#lexicon)) {
        if (this.#byWord.has(near.word)) add(near.word, quality.slipped * near.quality)
        addBegun(near.word, quality.slipped * near.quality)
      }
    }
    return words
  }
}
