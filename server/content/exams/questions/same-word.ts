import { areOpposite } from './opposite-words.ts'
import type { QuestionWord } from './question-word.ts'
import { arePlural } from './word-forms.ts'
import { areSalts, bodyOf, distance, isSpelledApart } from './word-stems.ts'

/** «المكتب», «المكتبة»; «القوم», «القومية»; «ضغط واحد», «ضغطان»: the ending makes a noun another one. */
export function areOtherForms(one: QuestionWord, other: QuestionWord): boolean {
  if ((one.isOne && dual.test(other.written)) || (other.isOne && dual.test(one.written))) return true
  if (one.word !== other.word || !one.isHead || !other.isHead) return false
  return one.ending !== undefined && other.ending !== undefined && one.ending !== other.ending
}

const dual = /(?:ين|ان)$/u

/** In a question of grammar «المعلم» is not «المعلمين»; dots may be read wrong. */
export function isSameForm(one: QuestionWord, other: QuestionWord): boolean {
  return one.written.length === other.written.length && bodyOf(one.written) === bodyOf(other.written)
}

/** One of them may have a particle before it, and dots may be read wrong. */
export function isSameWord(one: QuestionWord, other: QuestionWord): boolean {
  if (one.word === other.word) return true
  if (areSalts(one.written, other.written)) return false
  if (one.word.length === other.word.length && one.word.length > 2 && one.body === other.body) return true
  if (isSpelledApart(one.word, other.word)) return true
  const [short, long] = one.word.length < other.word.length ? [one.word, other.word] : [other.word, one.word]
  if (short.length > 2 && particle.test(long) && long.slice(1) === short) return true
  return isLong(one) && isLong(other) && one.word.slice(1) === other.word.slice(1)
}

const particle = /^[بلكوف]/u
/** «وسرعته», «بسرعة», but not «وسيط», «بسيط». */
const isLong = ({ written }: QuestionWord) => written.length > 4 && particle.test(written)

/** Words that mean the same, and a noun and its plural. */
export function isOfOneMeaning(one: QuestionWord, other: QuestionWord): boolean {
  if (areSalts(one.written, other.written)) return false
  return (one.meaning !== undefined && one.meaning === other.meaning) || arePlural(one.word, other.word)
}

/**
 * A verb and its noun: «لماذا هاجر», «ما سبب هجرة»; or a verb of two persons: «ينتشر», «تنتشر». Nouns that share a root are
 * often other things («علم», «تعليم»), and so are verbs («كتب», «كاتب»).
 */
export function isOfOneRoot(one: QuestionWord, other: QuestionWord): boolean {
  if (one.isVerb && other.isVerb) return one.word.replace(person, '') === other.word.replace(person, '')
  return one.isVerb !== other.isVerb && !one.roots.isDisjointFrom(other.roots)
}

const person = /^[يتن]/u

/** Whether one word is the other with a letter or two read wrong. */
export function isSlip(one: QuestionWord, other: QuestionWord): boolean {
  const longest = Math.max(one.word.length, other.word.length)
  if (longest < 4 || areOpposite(one.written, other.written) || areSalts(one.written, other.written))
    return false
  return distance(one.body, other.body) <= (longest < 7 ? 1 : 2)
}

/** Whether a word only tells what kind of thing another word names. */
export const isKindOnly = ({ isKind, isRelative }: QuestionWord) => isKind || isRelative
