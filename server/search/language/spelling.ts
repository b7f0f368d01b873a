import { comparedWords, withoutArticle } from '#contract/arabic/words.ts'
import { Lexicon } from './lexicon.ts'
import { slipCosts } from './slip-costs.ts'
import { completableWords, repairableWords, vocabularyWords } from './vocabulary.ts'
import { subjectForms } from './words/subjects.ts'

/** A spelling that a typed word may stand for; `quality` falls with every liberty taken. */
export interface Spelling {
  word: string
  quality: number
}

const vocabularyLexicon = new Lexicon()
const minSkeleton = 4
const minSubjectSkeleton = 3
const subjectWords = new Set(Object.values(subjectForms).flatMap(comparedWords))
const bySkeleton = new Map<string, string[]>()
for (const word of repairableWords) {
  vocabularyLexicon.set(word, 1)
  const skeleton = skeletonOf(word)
  if (skeleton.length < (subjectWords.has(word) && word.length > 4 ? minSubjectSkeleton : minSkeleton))
    continue
  bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), word])
}

const qualityPerWrongLetter = { short: 0.4, four: 0.32, long: 0.15 }
const qualityOfSecond = 0.23
const sameSkeleton = 0.6
const oneLetter = slipCosts.letter
const vocabularyNeighbours = 24
/** A word of three letters of which one is missing. */
const oneLetterOfThree = 0.5
const costPerFurtherLetter = 4
const garbledArticle = 0.84
const joinedParticle = 0.92
const garbledPrefix = 0.6
/** The longer a beginning is, the more of it is right. */
const perFurtherLetter = 0.06
const mostOfGarbledPrefix = 0.76
const afterGarbledArticle = 0.62
const afterParticle = 0.6
const articles = ['ال', 'لل', 'وال', 'بال', 'فال', 'كال']
const particle = /^[ولبف]/u
const number = /^\p{N}+$/u

/** The consonants of a word, each once: long vowels are what people drop, double and confuse most. */
function skeletonOf(word: string): string {
  return word.replace(/[اويى]/gu, '').replace(/(.)\1+/gu, '$1')
}

/**
 * What slips a word of this length is forgiven. Units: tenths of a wrong letter.
 *
 * Shape: three letters only beside words that are known (`isHelped`): alone they could become anything.
 */
export function forgivenCost(word: string, isHelped = false): number {
  if (number.test(word) || word.length < (isHelped ? 3 : 4)) return 0
  if (word.length < 5) return oneLetter
  return Math.min(2 * oneLetter, oneLetter + (word.length - 4) * costPerFurtherLetter)
}

/**
 * How surely a word is meant after slips of this cost; short words keep less of themselves.
 *
 * Shape: where a single letter differs the longer of both counts: four right ones of five tell as much, whichever has them.
 */
function qualityAfter(cost: number, typed: string, meant: string, isVocabulary: boolean): number {
  const length = isOneEditApart(typed, meant) ? Math.max(typed.length, meant.length) : typed.length
  const perLetter =
    length < 4
      ? qualityPerWrongLetter.short
      : length === 4 && !isVocabulary
        ? qualityPerWrongLetter.four
        : qualityPerWrongLetter.long
  const first = Math.min(1, cost / oneLetter)
  const second = Math.max(0, cost / oneLetter - 1)
  return 1 - first * perLetter - second * qualityOfSecond
}

/** Shape: of `a` only the first `length` letters are looked at. */
function isOneEditApart(a: string, b: string, length = a.length): boolean {
  if (Math.abs(length - b.length) > 1) return false
  let start = 0
  while (start < length && start < b.length && a[start] === b[start]) start += 1
  let endA = length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const left = endA - start
  const right = endB - start
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}

/** The word without an article that was itself mistyped, for each way to read it: `لارياضيات`, `ارياضيات`, `ارلياضيات`. */
function withoutGarbledArticle(written: string): string[] {
  const readings: string[] = []
  for (let cut = 1; cut <= 4 && written.length - cut >= 3; cut += 1) {
    const head = written.slice(0, cut)
    if (articles.some(article => article !== head && isOneEditApart(article, head)))
      readings.push(written.slice(cut))
  }
  if (written.length >= 5 && written[0] === 'ا' && written[2] === 'ل')
    readings.push(`${written[1]}${written.slice(3)}`)
  return readings
}

interface Repair {
  isKnown(word: string): boolean
  lexicon: Lexicon
  /** Words with the same consonants, where a list of them is kept. */
  skeletons: ReadonlyMap<string, string[]> | undefined
  isHelped: boolean
}

function repaired(
  written: string,
  word: string,
  { isKnown, lexicon, skeletons, isHelped }: Repair,
): Spelling[] {
  const found = new Map<string, number>()
  const add = (spelling: string, quality: number) => {
    if ((found.get(spelling) ?? 0) < quality) found.set(spelling, quality)
  }
  const readings = number.test(written) ? [] : withoutGarbledArticle(written)
  if (particle.test(written) && written.length >= 5) {
    const rest = withoutArticle(written.slice(1))
    if (isKnown(rest)) add(rest, joinedParticle)
  }
  for (const rest of readings) if (isKnown(rest)) add(rest, garbledArticle)
  const isVocabulary = skeletons !== undefined
  const addNear = (typed: string, maxCost: number, most: number) => {
    for (const near of lexicon.near(typed, maxCost, isVocabulary ? vocabularyNeighbours : undefined))
      if (near.cost <= oneLetter || hasAnEndOf(near.word, typed))
        add(near.word, Math.min(most, qualityAfter(near.cost, typed, near.word, isVocabulary)))
  }
  const rest = /^(?:ال)?(.{2})$/u.exec(written)?.[1]
  if (rest !== undefined && isVocabulary && isHelped && !number.test(rest))
    for (const near of lexicon.near(rest, oneLetter, vocabularyNeighbours))
      if (near.word.length === 3) add(near.word, oneLetterOfThree)
  addNear(word, Math.min(oneLetter, forgivenCost(word, isHelped)), 1)
  if (found.size > 0 && !(isVocabulary && isHelped)) return asSpellings(found)
  addNear(word, forgivenCost(isVocabulary && (isHelped || word.length > 5) ? `${word} ` : word), 1)
  if (isVocabulary && isHelped && particle.test(written) && written.length >= 4)
    addNear(written.slice(1), Math.min(oneLetter, forgivenCost(written.slice(1), true)), afterParticle)
  for (const rest of readings) {
    if (isVocabulary || rest.length > 4)
      addNear(rest, Math.min(oneLetter, forgivenCost(rest, isHelped)), afterGarbledArticle)
  }
  for (const form of [word, ...readings]) {
    const skeleton = skeletonOf(form)
    if (form.length > minSkeleton) for (const same of skeletons?.get(skeleton) ?? []) add(same, sameSkeleton)
  }
  return asSpellings(found)
}

// Slips that take both ends with them leave too little to know a word by.
function hasAnEndOf(left: string, right: string): boolean {
  return left.at(0) === right.at(0) || left.at(-1) === right.at(-1)
}

function asSpellings(found: ReadonlyMap<string, number>): Spelling[] {
  return [...found].map(([word, quality]) => ({ word, quality }))
}

/** The words of the vocabulary that a typed word may stand for; itself alone when it is one of them. */
export function vocabularySpellings(written: string, word: string, isHelped = false): Spelling[] {
  if (vocabularyWords.has(word)) return [{ word, quality: 1 }]
  const isKnown = (candidate: string) => repairableWords.has(candidate)
  return repaired(written, word, { isKnown, lexicon: vocabularyLexicon, skeletons: bySkeleton, isHelped })
}

/** The words of the vocabulary one slip away from a word that is known itself: `لسنة` in `نصف لسنة`. */
export function neighbouringWords(word: string): string[] {
  if (word.length < 3 || number.test(word)) return []
  return vocabularyLexicon
    .near(word, oneLetter, vocabularyNeighbours)
    .flatMap(near => (near.cost > 0 ? near.word : []))
}

const otherSpelling = 0.9
const namedSounds = ['ضظ', 'قك']

/**
 * The other spellings of a name that records hold too: `مظفر`, `مضفر`; `القريطي`, `الگريطي`. A known one hides none.
 */
export function otherSpellings(word: string, lexicon: Lexicon, isBeginning = false): Spelling[] {
  if (word.length < (isBeginning ? 2 : 4)) return []
  const found: Spelling[] = []
  for (const [at, letter] of [...word].entries()) {
    for (const other of namedSounds.find(group => group.includes(letter)) ?? '') {
      const spelling = word.slice(0, at) + other + word.slice(at + 1)
      const isHeld = isBeginning ? lexicon.startingWith(spelling, 1).length > 0 : lexicon.named(spelling) > 0
      if (other !== letter && isHeld) found.push({ word: spelling, quality: otherSpelling })
    }
  }
  return found
}

/** The words of the records that a typed word may stand for; itself alone when records hold it. */
export function recordSpellings(
  written: string,
  word: string,
  lexicon: Lexicon,
  isHelped = false,
): Spelling[] {
  if (lexicon.documents(word) > 0) return [{ word, quality: 1 }]
  const isKnown = (candidate: string) => lexicon.documents(candidate) > 0
  return repaired(written, word, { isKnown, lexicon, skeletons: undefined, isHelped })
}

const completableByFirst = Map.groupBy(completableWords, word => word.charAt(0))

/** The words of the vocabulary that a word being typed may become. */
export function vocabularyCompletions(prefix: string, quality: number): Spelling[] {
  return (completableByFirst.get(prefix.charAt(0)) ?? [])
    .filter(word => word.startsWith(prefix) && word !== prefix)
    .map(word => ({ word, quality }))
}

const garbledBeginning = 0.85
const perSlipOfBeginning = 0.24

/** The beginnings of the records' words that a word being typed may be when one letter of it is wrong. */
export function garbledBeginnings(typed: string, lexicon: Lexicon, isHelped = false): Spelling[] {
  if (typed.length < (isHelped ? 3 : 5) || number.test(typed)) return []
  return lexicon
    .nearBeginnings(typed, oneLetter)
    .map(({ word, cost }) => ({ word, quality: garbledBeginning - (perSlipOfBeginning * cost) / oneLetter }))
}

/** The beginnings of the records' words after an article with a slip in it: `املكهر`. */
export function beginningsAfterArticle(written: string, lexicon: Lexicon): Spelling[] {
  return withoutGarbledArticle(written)
    .filter(rest => rest.length >= 3 && lexicon.startingWith(rest, 1).length > 0)
    .map(word => ({ word, quality: afterGarbledArticle }))
}

const garbledShortPrefix = 0.5

/** The words that begin as three letters do but for the last: `جغز`. */
function shortGarbledCompletions(prefix: string): Spelling[] {
  return completableWords
    .filter(word => word.length > prefix.length && word.startsWith(prefix.slice(0, -1)))
    .map(word => ({ word, quality: garbledShortPrefix }))
}

/** The words of the vocabulary that a word being typed may become when one letter of it is wrong. */
export function garbledCompletions(written: string, prefix: string, isHelped = false): Spelling[] {
  const shortest = isHelped ? 3 : 4
  const rests = withoutGarbledArticle(written).filter(rest => rest.length >= shortest)
  const afterArticle = rests.flatMap(rest => vocabularyCompletions(rest, garbledPrefix))
  if (afterArticle.length > 0) return afterArticle
  if (prefix.length < 4) return isHelped && prefix.length === 3 ? shortGarbledCompletions(prefix) : []
  const quality = Math.min(mostOfGarbledPrefix, garbledPrefix + (prefix.length - 4) * perFurtherLetter)
  return completableWords
    .filter(word => {
      /* With one slip one of the first two letters is in its place or in the other's. */
      if (word[0] !== prefix[0] && word[1] !== prefix[1] && word[0] !== prefix[1] && word[1] !== prefix[0])
        return false
      return [-1, 0, 1].some(more =>
        isOneEditApart(word, prefix, Math.min(word.length, prefix.length + more)),
      )
    })
    .map(word => ({ word, quality }))
}
