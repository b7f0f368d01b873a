import { areInOtherPlaces } from './changed-places.ts'
import { isAskedAnew } from './asked-anew.ts'
import type { Act, Aspect } from './exam-language.ts'
import { isSide } from './opposite-words.ts'
import type { QuestionWord, QuestionWords } from './question-word.ts'
import {
  areOtherForms,
  isKindOnly,
  isOfOneMeaning,
  isOfOneRoot,
  isSameForm,
  isSameWord,
  isSlip,
} from './same-word.ts'
import { areOthersBehind, isSoughtIn } from './sought-words.ts'

/** So long must a question be that a word may be read wrong in it. */
const wordsOfOneSlip = 6
const wordsOfOneMore = 6
const mostKinds = 2

/** Whether two questions ask the same, however they are worded. */
export function isSameQuestion(one: QuestionWords, other: QuestionWords): boolean {
  return (
    isSameReading(one, other) ||
    (one.named !== undefined && isSameReading(one.named, other)) ||
    (other.named !== undefined && isSameReading(one, other.named))
  )
}

const isSameReading = (one: QuestionWords, other: QuestionWords): boolean =>
  (areInSameWords(one, other) || isAskedAnew(one, other)) && !areInOtherPlaces(one, other)

function areInSameWords(one: QuestionWords, other: QuestionWords): boolean {
  if (one.exact !== other.exact) return false
  if (one.names !== other.names && one.names !== '' && other.names !== '') return false
  if (one.count !== other.count && one.count !== undefined && other.count !== undefined) return false
  if (!isSameTask(one, other)) return false
  if ((one.isItself || other.isItself) && one.hasMore !== other.hasMore) return false
  const [shorter, longer] =
    one.words.length <= other.words.length ? [one.words, other.words] : [other.words, one.words]
  if (longer.length - shorter.length > mostKinds + Math.floor(longer.length / wordsOfOneMore)) return false
  const left = [...longer]
  const take = (
    words: readonly QuestionWord[],
    isAlike: (one: QuestionWord, other: QuestionWord) => boolean,
  ) =>
    words.filter(word => {
      const at = left.findIndex(each => isAlike(word, each) && !areOtherForms(word, each))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  if (areOthersBehind(one.behind, other.behind)) return false
  const isProblem = one.given >= leastGiven && isSameSought(one, other)
  let missed = take(shorter, one.act === 'parse' ? isSameForm : isSameWord)
  if (one.act === 'parse') return missed.length === 0 && left.length === 0
  if (one.act !== 'define' || shorter.filter(each => !isKindOnly(each)).length > 1) {
    missed = take(missed, isOfOneMeaning)
    missed = take(missed, isOfOneRoot)
  }
  const slips = missed.filter(each => !isKindOnly(each))
  if (isProblem && isRetold(slips, left, longer.length)) return true
  if (slips.length > Math.floor(shorter.length / wordsOfOneSlip)) return false
  const unread = take(slips, isSlip)
  if (unread.length > 0) return false
  const kindsMissed = missed.length - slips.length
  const kindsLeft = left.filter(isKindOnly).length
  if (kindsMissed > 0 && left.length > 0) return false
  if (Math.max(kindsMissed, kindsLeft) > mostKinds) return false
  const more = left.filter(each => !isKindOnly(each))
  if (more.some(({ word, isJoined }) => isJoined || isSide(word))) return false
  if (more.length > Math.floor(longer.length / wordsOfOneMore)) return false
  return (
    shorter.length > missed.length ||
    (/[a-z0-9]/u.test(one.exact + (one.names === other.names ? one.names : '')) && slips.length === 0)
  )
}

/** So many numbers that are all the same are hardly those of another problem. */
const leastGiven = 2
const wordsOfOneRetold = 4

function isSameSought(one: QuestionWords, other: QuestionWords): boolean {
  return isSoughtIn(one, other) && isSoughtIn(other, one)
}

/** Whether a problem with the same numbers, and the same that is sought, only tells more: words of both sides make it another. */
function isRetold(missed: readonly QuestionWord[], left: readonly QuestionWord[], length: number): boolean {
  const more = left.filter(each => !isKindOnly(each))
  return (
    Math.min(missed.length, more.length) === 0 &&
    Math.max(missed.length, more.length) <= Math.floor(length / wordsOfOneRetold)
  )
}

/** Acts that may stand for one another: what has no word for it is asked openly. */
const openly = new Set<Act>(['list', 'state', 'explain', 'define', 'compute', 'choose', 'point', 'prove'])
/** Where these are asked, to list and to explain is the same. */
const told = new Set<Aspect>([
  'cause',
  'effect',
  'role',
  'function',
  'benefit',
  'harm',
  'how',
  'method',
  'remedy',
  'happens',
  'goal',
])
const alikeAspects: readonly (readonly [Aspect, Aspect])[] = [
  ['role', 'effect'],
  ['role', 'function'],
  ['merit', 'property'],
  ['case', 'when'],
  ['how', 'method'],
  ['how', 'remedy'],
  ['method', 'remedy'],
]
const optional = new Set<Aspect>(['how'])

function isSameTask(one: QuestionWords, other: QuestionWords): boolean {
  const left = [...other.aspects]
  const missed = one.aspects.filter(aspect => {
    let at = left.indexOf(aspect)
    if (at < 0)
      at = left.findIndex(each =>
        alikeAspects.some(([a, b]) => (a === aspect && b === each) || (b === aspect && a === each)),
      )
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  if ([...missed, ...left].some(aspect => !optional.has(aspect))) return false
  return isSameAct(one, other)
}

function isSameAct(
  { act: one, aspects }: QuestionWords,
  { act: other, aspects: others }: QuestionWords,
): boolean {
  if (one === other) return true
  if (!one || !other) return openly.has(one ?? other ?? 'list')
  const both = new Set([one, other])
  const isTold = [...aspects, ...others].some(aspect => told.has(aspect))
  if (both.has('state')) return both.has('list') || both.has('explain') || both.has('point')
  if (both.has('list') && both.has('explain')) return isTold
  return false
}
