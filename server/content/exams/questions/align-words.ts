import { areSides } from './opposite-words.ts'
import type { QuestionWord, QuestionWords } from './question-word.ts'
import { areOtherForms, isOfOneMeaning, isOfOneRoot, isSameWord } from './same-word.ts'
import { areSalts } from './word-stems.ts'

/** What two questions say alike. */
export interface Aligned {
  /** Words that say something and stand on one side alone. */
  here: QuestionWord[]
  there: QuestionWord[]
  alike: number
  /** How many of those are the same word. */
  same: number
  /** How many of those share more than a root. */
  sure: number
  /** How many of those are nouns that share no more than a root. */
  ofRoot: number
  areOpposed: boolean
  /** Each side has nouns that the other one has not, if only one more time. */
  areBothMissed: boolean
  isInOrder: boolean
}

const isAlike = (one: QuestionWord, other: QuestionWord): boolean =>
  !areOtherForms(one, other) &&
  (isSameWord(one, other) || isOfOneMeaning(one, other) || one.core === other.core || isOfOneRoot(one, other))

const leastRoot = 3

/** Two names of doing are two things that are done: «تسليم», «إسلام». */
const doing = /^[وفبلك]?(?:ت..ي.|ا..ا.|است..ا.|ا.ت.ا.|ان..ا.|ت...)$/u

/** «حرم الإسلام الربا», «تحريم الإسلام للربا»: what begins what is to be explained is done, or the name of doing it. */
const isDone = (one: QuestionWord, other: QuestionWord): boolean =>
  making.test(one.written) !== making.test(other.written) &&
  Math.min(one.written.length, other.written.length) <= lettersOfAVerb &&
  [...one.roots].some(root => root.length >= leastRoot && other.roots.has(root))

const lettersOfAVerb = 3
const making = /^ت..ي.$/u

/** «نعومة», «ناعمة»: nouns that share three letters. */
const isOfRoot = (one: QuestionWord, other: QuestionWord): boolean =>
  !(doing.test(one.written) && doing.test(other.written)) &&
  !areSalts(one.written, other.written) &&
  !areSides(one.written, other.written) &&
  [...one.roots].some(root => root.length >= leastRoot && other.roots.has(root))

/** Lays each word of a question beside one of another that says the same: the surest first. */
export function align({ words: some, aspects }: QuestionWords, { words: others }: QuestionWords): Aligned {
  const left = new Set(others)
  const places: number[] = []
  let ofRoot = 0
  const take = (words: readonly QuestionWord[], is: (one: QuestionWord, other: QuestionWord) => boolean) =>
    words.filter(word => {
      const found = [...left].find(each => is(word, each))
      if (!found) return true
      left.delete(found)
      if (!word.isLight) places.push(others.indexOf(found))
      return false
    })
  let missed = take(some, (word, each) => isSameWord(word, each) && !areOtherForms(word, each))
  const same = places.length
  missed = take(missed, (word, each) => isAlike(word, each) && !isOfOneRoot(word, each))
  const sure = places.length
  missed = take(missed, isAlike)
  if (aspects.includes('cause'))
    missed = take(missed, (word, each) => word === some[0] && each === others[0] && isDone(word, each))
  const before = places.length
  missed = take(missed, (word, each) => !isIdle(word) && !isIdle(each) && isOfRoot(word, each))
  ofRoot = places.length - before
  /* What is said again says nothing more. */
  const here = missed.filter(each => !isIdle(each) && !others.some(word => isAlike(each, word)))
  const there = [...left].filter(each => !isIdle(each) && !some.some(word => isAlike(each, word)))
  return {
    here,
    there,
    alike: places.length,
    same,
    sure,
    ofRoot,
    areBothMissed: [missed, [...left]].every(words =>
      words.some(({ isVerb, isLight }) => !isVerb && !isLight),
    ),
    areOpposed: here.some(one => there.some(another => areSides(one.written, another.written))),
    isInOrder: places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0)),
  }
}

const isIdle = ({ isLight, isKind, isRelative }: QuestionWord): boolean => isKind || isRelative || isLight
