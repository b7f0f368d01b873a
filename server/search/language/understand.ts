import { grades, stages } from '#contract/codes/grades.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import { searchTypeNames, type RecognisedPart, type TextRange } from '#contract/resources/search.ts'
import { isAttribute } from './attributes.ts'
import { buildUnits, type WordUnit } from './build-units.ts'
import { asArabicKeys, asLatinKeys } from './keyboard.ts'
import { repairKeyboard } from './repair-keyboard.ts'
import { letOthersRun } from '../let-others-run.ts'
import type { Lexicon } from './lexicon.ts'
import { readSegments } from './readings.ts'
import { meantWords } from './meant-words.ts'
import { segment, type MeaningReading } from './segments.ts'
import { garbledBeginnings, garbledCompletions, recordSpellings, vocabularySpellings } from './spelling.ts'
import { joinTokens } from './join-tokens.ts'
import { partedByVocabulary, partedFather, partedWord } from './parted-words.ts'
import { vocabularyWords } from './vocabulary.ts'
import { tokenise, type Token } from './tokens.ts'
import { withoutArticle } from '#contract/arabic/words.ts'
import type { ConceptUnit, Wish } from './units.ts'
import { parts } from './words/parts.ts'
import { placeLabels } from './words/places.ts'
import { topics } from './words/topics.ts'

/** A query as search understands it. */
export interface Understanding {
  /** The words of the query as they are to be read, repaired where a single reading is sure. */
  tokens: Token[]
  /** The same as titles may say them: a word that no record holds as it is meant, its slip mended. */
  meantWords: string[]
  concepts: ConceptUnit[]
  words: WordUnit[]
  /** Words that are no condition: how the file is made, and the words by which a topic was named. */
  softWords: WordUnit[]
  /** Words of another world that no record holds. */
  foreignWords: number
  recognised: RecognisedPart[]
  /** Some understood part is a repair, which might have been a word of the records instead. */
  isGuess: boolean
  /** An understood part may only say what the word before it is like: `الدولة العربية`. */
  hasAttribute: boolean
  /** The last word was completed to an understood part right after a free word: `سرمد الح`. */
  isCompletionAfterWord: boolean
}

/** How a query is to be read, where the usual way is not the one that finds most. */
export interface ReadingManner {
  /** What must be repaired is rather a word of the records than one of the vocabulary. */
  prefersWords?: boolean
  /** Several slips in a word are forgiven, for when nothing is found without. */
  isForgiving?: boolean
}

const repairedQuality = 0.87
const completionQuality = 0.89

function isOnlyGuessed(meanings: MeaningReading[], upTo: number): boolean {
  return meanings.length > 0 && meanings.every(({ quality }) => quality < upTo)
}

const maxTokens = 24

function isReadable(token: Token, lexicon: Lexicon): boolean {
  if (/^\p{N}+$/u.test(token.word)) return true
  return (
    lexicon.documents(token.word) > 0 ||
    vocabularySpellings(token.written, token.word).some(({ quality }) => quality > 0.8) ||
    recordSpellings(token.written, token.word, lexicon).some(({ quality }) => quality > 0.8)
  )
}

const loneArticle = /^[وبكف]?ال$|^لل$/u

/** Without an article of which nothing but itself is typed yet: `التأكسد وال`. */
function withoutLoneArticle(tokens: Token[]): Token[] {
  const last = tokens.at(-1)
  return tokens.length > 1 && last && loneArticle.test(last.written) ? tokens.slice(0, -1) : tokens
}

const minTypedOfWord = 4

/** Whether a word being typed may become one of the vocabulary, a slip forgiven. */
function mayBecome({ written, word }: Token): boolean {
  return word.length >= minTypedOfWord && garbledCompletions(written, word).length > 0
}

function partTokens(tokens: Token[], lexicon: Lexicon, lastIsOpen: boolean): Token[] {
  return tokens.flatMap((token, at) => {
    if (vocabularyWords.has(token.word) || lexicon.documents(token.word) > 0) return [token]
    const isOpen = lastIsOpen && at === tokens.length - 1
    const parts =
      (isOpen ? partedFather(token.written, lexicon) : undefined) ??
      partedByVocabulary(token.written) ??
      (isReadable(token, lexicon) || (isOpen && mayBecome(token))
        ? undefined
        : partedWord(token.written, lexicon, isOpen))
    if (!parts) return [token]
    return parts.map(written => ({
      written,
      word: withoutArticle(written),
      kurdish: undefined,
      whole: undefined,
      range: token.range,
    }))
  })
}

function labelOfGrades(wishes: Extract<Wish, { by: 'grade' }>[]): string {
  const codes = wishes.map(({ grade }) => grade)
  const [first] = codes
  if (!first) return ''
  if (codes.length === 1) return grades[first].shortLabel
  const stage = grades[first].stage
  if (codes.every(code => grades[code].stage === stage)) return stages[stage].label
  return codes.map(code => grades[code].shortLabel).join(' أو ')
}

function codeAndLabel(wish: Wish, unit: ConceptUnit): [code: string, label: string] {
  switch (wish.by) {
    case 'subject':
      return [wish.subject, subjectLabels[wish.subject]]
    case 'part':
      return [parts[wish.part].subject ?? 'ARABIC', parts[wish.part].label]
    case 'place':
      return [wish.place, placeLabels[wish.place]]
    case 'grade': {
      const all = unit.wishes.filter(each => each.by === 'grade')
      return [all.map(({ grade }) => grade).join(','), labelOfGrades(all)]
    }
    case 'branch':
      return [
        wish.branch,
        wish.track === 'BIOLOGICAL'
          ? 'أحيائي'
          : wish.track === 'APPLIED'
            ? 'تطبيقي'
            : branchLabels[wish.branch],
      ]
    case 'type':
      return [wish.type, searchTypeNames[wish.type]]
    case 'topic':
      return [wish.topic, topics[wish.topic].label]
    case 'category':
      return [wish.category, newsCategoryLabels[wish.category]]
    case 'round':
      return [String(wish.round), roundLabel(wish.round)]
    case 'year':
      return wish.from === wish.to
        ? [String(wish.to), formatPlainNumber(wish.to)]
        : [`${wish.from}-${wish.to}`, `${formatPlainNumber(wish.from)}–${formatPlainNumber(wish.to)}`]
  }
}

function textOf(query: string, ranges: TextRange[]): string {
  return ranges.map(([from, to]) => query.slice(from, to)).join(' ')
}

function recognisedPart(unit: ConceptUnit, query: string): RecognisedPart | undefined {
  const [best] = [...unit.wishes].sort((a, b) => b.quality - a.quality)
  if (!best) return undefined
  const kinds = new Set(unit.wishes.map(({ by }) => by))
  if (kinds.size > 1) return undefined
  const [code, label] = codeAndLabel(best, unit)
  return { kind: unit.kind, code, label, text: textOf(query, unit.ranges), spans: unit.ranges }
}

const longestTurnMs = 2

/**
 * Looks up what each word of a query may be a slip of, and lets other work in between: `understand` then finds it
 * remembered, so that a long text pasted into the search holds nobody up.
 */
export async function lookUpWords(query: string, lexicon: Lexicon): Promise<void> {
  let since = performance.now()
  const chunks = query.split(/\s+/).slice(0, maxTokens)
  const typed = chunks.flatMap(chunk => [chunk, asArabicKeys(chunk) ?? asLatinKeys(chunk) ?? ''])
  const tokens = typed.flatMap(tokenise)
  const begun = new Set(typed.slice(-2).flatMap(chunk => tokenise(chunk).at(-1)?.word ?? []))
  for (const { written, word } of tokens) {
    if (vocabularyWords.has(word) || lexicon.documents(word) > 0) continue
    for (const isHelped of [false, true]) {
      vocabularySpellings(written, word, isHelped)
      recordSpellings(written, word, lexicon, isHelped)
      if (begun.has(word)) garbledBeginnings(word, lexicon, isHelped)
      if (performance.now() - since < longestTurnMs) continue
      await letOthersRun()
      since = performance.now()
    }
  }
  await letOthersRun()
}

/**
 * Reads a query: what it asks of a record's facts, which words it looks for, and which parts to show as chips.
 *
 * Shape: ranges are positions in the given text. `lexicon` holds the words of the records.
 */
export function understand(
  query: string,
  lexicon: Lexicon,
  { prefersWords = false, isForgiving = false }: ReadingManner = {},
): Understanding {
  const typed = repairKeyboard(query, lexicon).slice(0, maxTokens)
  const lastIsOpen = !/[\s\p{P}]$/u.test(query)
  const parted = joinTokens(partTokens(typed, lexicon, lastIsOpen), lexicon).slice(0, maxTokens)
  const tokens = lastIsOpen ? withoutLoneArticle(parted) : parted
  const isHelped =
    tokens.length > 1 &&
    (isForgiving ||
      tokens.some(
        (token, at) =>
          token.word.length >= 3 &&
          (isReadable(token, lexicon) || (lastIsOpen && at === tokens.length - 1 && mayBecome(token))),
      ))
  const segments = segment(tokens, {
    lexicon,
    lastIsOpen,
    repairs: true,
    isHelped,
    prefersWords,
    isForgiving,
  })
  const readings = readSegments(segments, tokens, query)
  const foreignWords = readings.foreign.filter(({ word }) => lexicon.documents(word) === 0).length
  const { concepts, words, softWords } = buildUnits(readings, lexicon)
  const recognised = concepts.flatMap(unit => recognisedPart(unit, query) ?? [])
  const isGuess = segments.some(({ meanings }) => isOnlyGuessed(meanings, repairedQuality))
  const hasAttribute = segments.some(
    ({ from, to, meanings }) => meanings.length > 0 && isAttribute(tokens, from, to, lexicon),
  )
  const last = segments.at(-1)
  const before = segments.at(-2)
  const isCompletionAfterWord =
    lastIsOpen && before?.meanings.length === 0 && isOnlyGuessed(last?.meanings ?? [], completionQuality)
  return {
    tokens,
    meantWords: meantWords(segments, tokens, lexicon),
    concepts,
    words,
    softWords,
    foreignWords,
    recognised,
    isGuess,
    hasAttribute,
    isCompletionAfterWord,
  }
}
