import type { Lexicon } from './lexicon.ts'
import type { WordReading } from './segments.ts'
import { slipCosts } from './slip-costs.ts'
import { otherSpellings } from './spelling.ts'
import { tokenise, type Token } from './tokens.ts'
import type { Understanding } from './understand.ts'
import { vocabulary } from './vocabulary.ts'

const mostWords = 3
const shortestWord = 3
/** Of a name half may be wrong, as another word must agree; of other words less. Units: tenths of a wrong letter, for each letter. */
const forgivenPerLetter = { name: 5, title: 3.5 }
const mostForgiven = 2 * slipCosts.letter
const qualityPerCost = 0.025
const begunQuality = 0.8
const mostReadings = 8
const mostContinuations = 100
const unsaid = new Set(['filler', 'manner', 'counter', 'foreign', 'place'])
/** The one or two letters typed so far after an article. */
const shortRest = /^ال(.{1,2})$/u

/** Which words a query is looked for among: those of teachers' names, or all of titles, names and keywords. */
export type Among = 'name' | 'title'

function isOf(among: Among, word: string, lexicon: Lexicon): boolean {
  return among === 'title' ? lexicon.named(word) > 0 : lexicon.taught(word) > 0
}

function saysAFact({ word }: Token): boolean {
  return vocabulary.next.get(word)?.meanings.some(({ kind }) => !unsaid.has(kind)) === true
}

function isWordOfItsOwn(token: Token, lexicon: Lexicon, among: Among, isOpen: boolean): boolean {
  if (/\p{N}/u.test(token.word)) return true
  if (isOpen && shortRest.test(token.written)) return false
  if (among === 'title' && saysAFact(token)) return true
  return !isOf(among, token.word, lexicon) && (saysAFact(token) || lexicon.documents(token.word) > 0)
}

/** The word as typed, and without what may be an article: `الهم` is `الهام`, kept as `هام`. */
function formsOf({ written, word }: Token): string[] {
  const rest = /^ال(.{2,})$/u.exec(written)?.[1]
  return [...new Set([word, ...(rest === undefined ? [] : [rest])])]
}

function forgiven(form: string, among: Among): number {
  if (form.length < shortestWord) return slipCosts.vowel
  return Math.min(mostForgiven, Math.max(slipCosts.letter, form.length * forgivenPerLetter[among]))
}

function mayGoOn(beginning: string, lexicon: Lexicon, among: Among): boolean {
  return lexicon.startingWith(beginning, mostContinuations).some(({ word }) => isOf(among, word, lexicon))
}

function readingsOf(token: Token, lexicon: Lexicon, among: Among, isOpen: boolean): WordReading[] {
  const forms = formsOf(token)
  const whole = forms.flatMap(form =>
    lexicon
      .near(form, forgiven(form, among), 3 * mostReadings)
      .filter(({ word }) => word.length >= shortestWord && isOf(among, word, lexicon))
      .map(({ word, cost }) => ({ word, quality: 1 - qualityPerCost * cost, isPrefix: false })),
  )
  const beginnings = isOpen ? [...forms, ...(shortRest.exec(token.written)?.slice(1) ?? [])] : []
  const begun = beginnings.flatMap(form =>
    lexicon
      .nearBeginnings(form, form.length < 4 ? 1 : slipCosts.letter)
      .filter(({ word }) => (word === form || word.length >= shortestWord) && mayGoOn(word, lexicon, among))
      .map(({ word, cost }) => ({ word, quality: begunQuality - qualityPerCost * cost, isPrefix: true })),
  )
  const readings = [...whole, ...begun].sort((a, b) => b.quality - a.quality).slice(0, mostReadings)
  const others = readings.flatMap(({ word, quality, isPrefix }) =>
    otherSpellings(word, lexicon, isPrefix).map(other => ({
      word: other.word,
      quality: other.quality * quality,
      isPrefix,
    })),
  )
  return [...readings, ...others]
}

/**
 * A query read as words of one record with a slip in each of them: `مهد الطيجي`. Only a record that holds them all
 * tells that they are meant.
 *
 * Shape: undefined where a word means something else, or is near no word of the records.
 */
export function understandTogether(query: string, lexicon: Lexicon, among: Among): Understanding | undefined {
  const tokens = tokenise(query)
  const isOpen = !/[\s\p{P}]$/u.test(query)
  if (tokens.length < 2 || tokens.length > mostWords) return undefined
  const isLast = (at: number) => isOpen && at === tokens.length - 1
  if (tokens.some((token, at) => isWordOfItsOwn(token, lexicon, among, isLast(at)))) return undefined
  const words = tokens.map((token, at) => ({
    typed: token.word,
    ranges: [token.range],
    readings: readingsOf(token, lexicon, among, isLast(at)),
  }))
  if (words.some(({ readings }) => readings.length === 0)) return undefined
  return {
    tokens,
    meantWords: words.map(({ typed, readings }) => readings.find(({ isPrefix }) => !isPrefix)?.word ?? typed),
    concepts: [],
    words,
    softWords: [],
    foreignWords: 0,
    recognised: [],
    isGuess: true,
    hasAttribute: false,
    isCompletionAfterWord: false,
  }
}
