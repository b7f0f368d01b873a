import { withoutArticle } from '#contract/arabic/words.ts'
import { isAttribute } from './attributes.ts'
import { besideGrade, gradesBeside, type GradesBeside } from './grades-beside.ts'
import { farBeginnings, farRecordSpellings, farVocabularySpellings } from './far-spellings.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meanings.ts'
import {
  beginningsAfterArticle,
  garbledBeginnings,
  garbledCompletions,
  neighbouringWords,
  otherSpellings,
  recordSpellings,
  vocabularyCompletions,
  vocabularySpellings,
  type Spelling,
} from './spelling.ts'
import type { Token } from './tokens.ts'
import { vocabulary, vocabularyWords, type PhraseNode } from './vocabulary.ts'
import { ordinalSlip } from './ordinal-slips.ts'
import { withoutRepeats } from './without-repeats.ts'
import { topics } from './words/topics.ts'

/** What a stretch of words may mean, and how surely. */
export interface MeaningReading {
  meaning: Meaning
  quality: number
  /** The words of the vocabulary that say it, slips mended. */
  said: string
}

/** Which word of the records a typed word may be; `isPrefix` when the record's word only begins so. */
export interface WordReading {
  word: string
  quality: number
  isPrefix: boolean
}

/** A stretch of the query that is read as one: a phrase of the vocabulary, or a free word. */
export interface Segment {
  from: number
  to: number
  meanings: MeaningReading[]
  words: WordReading[]
}

export interface SegmentOptions {
  lexicon: Lexicon
  /** The last word may still be growing. */
  lastIsOpen: boolean
  /** Slips are repaired; records are read exactly as written. */
  repairs: boolean
  /** Some other word is known, so that a short one may be repaired too. */
  isHelped?: boolean
  /** A word that has to be repaired is rather one of the records' than one of the vocabulary. */
  prefersWords?: boolean
  /** Nothing was found: several slips in a word are forgiven too. */
  isForgiving?: boolean
}

const completionQuality = 0.88
const kurdishQuality = 0.97
/** A word that exists is a slip of another only where the phrase around it says so. */
const slipOfKnownWord = 0.8
/** How much less surely than the best another meaning of the same letters may be meant. */
const meaningsApart = 0.06
/** A word that says something is rather meant than one that does not. */
const valueLostByTalk = 0.8
/** A word of the vocabulary that no record holds is less likely meant. */
const unheld = 0.07
/** More than a word of talk typed as it is written. */
const valueOfSlippedOrdinal = 9.5
const maxPhraseWords = 6
/** A word several slips away stands behind every phrase. */
const valueOfFarWord = 4

interface Candidate extends Segment {
  value: number
}

interface PhraseSpelling extends Spelling {
  /** What was typed is a word itself: only a phrase with other words makes a slip of it. */
  isAWord?: boolean
}

function phraseSpellings(token: Token, isOpen: boolean, options: SegmentOptions): PhraseSpelling[] {
  const known = vocabularyWords.has(token.word)
  let spellings: PhraseSpelling[] = known ? [{ word: token.word, quality: 1 }] : []
  if (token.kurdish !== undefined) spellings.push({ word: token.kurdish, quality: kurdishQuality })
  if (!options.repairs) return spellings
  const isOrdinaryWord = options.lexicon.documents(token.word) > 0
  if ((known || isOrdinaryWord) && options.isHelped)
    for (const word of neighbouringWords(token.word))
      spellings.push({ word, quality: slipOfKnownWord, isAWord: true })
  if (known) return spellings
  const completions = isOpen ? openCompletions(token) : []
  if (!isOrdinaryWord && completions.length === 0) {
    const repaired = vocabularySpellings(token.written, token.word, options.isHelped).map(
      ({ word, quality }) => ({
        word,
        quality: options.lexicon.documents(word) > 0 ? quality : quality - unheld,
      }),
    )
    spellings = [
      ...spellings,
      ...repaired,
      ...(isOpen && (options.isHelped || token.word.length > 5)
        ? garbledCompletions(token.written, token.word, isShortHelped(token, options))
        : []),
    ]
    if (options.isForgiving && spellings.length === 0) spellings = farVocabularySpellings(token.word)
  }
  return [...spellings, ...completions]
}

/** Whether a word being typed may be known by three letters of which one is wrong: no word of the records begins so. */
function isShortHelped({ word }: Token, { isHelped, lexicon }: SegmentOptions): boolean {
  return isHelped === true && lexicon.startingWith(word, 1).length === 0
}

/** The one or two letters typed so far after an article. */
function shortAfterArticle(written: string): string | undefined {
  return /^(?:ال|لل|وال|بال)(.{1,2})$/u.exec(written)?.[1]
}

function openCompletions(token: Token): Spelling[] {
  const completions = token.word.length < 2 ? [] : vocabularyCompletions(token.word, completionQuality)
  const rest = shortAfterArticle(token.written)
  return rest === undefined
    ? completions
    : [...completions, ...vocabularyCompletions(rest, completionQuality)]
}

/** How much less surely a half-typed word is meant that counts pages, or says how a file is made. */
const doubtOfHalfTyped: Partial<Record<Meaning['kind'], number>> = { counter: 0.25, manner: 0.1 }

/** From here on a topic with a slip in it is taken for one. */
const leastQualityOfNews = 0.7

/** Whether some word surely names a topic of news, which are about places. */
function isOfNews(spellings: readonly (readonly PhraseSpelling[])[]): boolean {
  return spellings.some(ofWord =>
    ofWord.some(
      ({ word, quality, isAWord }) =>
        isAWord !== true &&
        quality >= leastQualityOfNews &&
        vocabulary.next
          .get(word)
          ?.meanings.some(each => each.kind === 'topic' && topics[each.topic].type === 'news'),
    ),
  )
}

/** What is true of the query wherever in it a phrase begins. */
interface WholeQuery {
  isNewsQuery: boolean
  grades: GradesBeside
}

function phraseCandidates(
  tokens: Token[],
  from: number,
  spellings: PhraseSpelling[][],
  { prefersWords, lexicon, lastIsOpen }: SegmentOptions,
  { isNewsQuery, grades }: WholeQuery,
): Candidate[] {
  const bySpan = new Map<number, Candidate>()
  const worths = new Map<MeaningReading, number>()
  const visit = (node: PhraseNode, at: number, quality: number, said: string, slips: number) => {
    const count = at - from
    // One known word of a phrase may be a slip, where the others are not.
    if (at > from && (slips === 0 || (slips === 1 && count > 1))) {
      for (const meaning of node.meanings) {
        const mean = quality / count
        const isGuess = mean <= completionQuality || isAttribute(tokens, from, at, lexicon)
        const isHalfTyped = lastIsOpen && at === tokens.length && count === 1 && mean < 1
        const worth =
          mean +
          (mean < 1 ? besideGrade(meaning, from, at, grades) : 0) -
          (isHalfTyped ? (doubtOfHalfTyped[meaning.kind] ?? 0) : 0)
        // Names of people are like names of towns: what is only near a town is rather a word of the records.
        const isDoubtfulTown = meaning.kind === 'place' && mean < 1 && !isNewsQuery
        const doubt = (prefersWords && isGuess ? 4 * count : 0) + (isDoubtfulTown ? 3 : 0)
        const talk = meaning.kind === 'filler' ? valueLostByTalk : 0
        const value = count * (3 + 7 * worth) + (count - 1) - doubt - talk
        const candidate = bySpan.get(at) ?? { from, to: at, meanings: [], words: [], value }
        if (candidate.meanings.length === 0) bySpan.set(at, candidate)
        candidate.value = Math.max(candidate.value, value)
        let reading = candidate.meanings.find(each => each.meaning === meaning)
        if (!reading) candidate.meanings.push((reading = { meaning, quality: mean, said }))
        else if (reading.quality < mean) Object.assign(reading, { quality: mean, said })
        worths.set(reading, Math.max(worth, worths.get(reading) ?? 0))
      }
    }
    if (at >= tokens.length || count >= maxPhraseWords) return
    for (const { word, quality: own, isAWord } of spellings[at] ?? []) {
      const next = node.next.get(word)
      if (!next || (isAWord && slips > 0)) continue
      visit(next, at + 1, quality + own, said === '' ? word : `${said} ${word}`, slips + (isAWord ? 1 : 0))
    }
  }
  visit(vocabulary, from, 0, '', 0)
  for (const candidate of bySpan.values()) {
    const worthOf = (reading: MeaningReading) => worths.get(reading) ?? 0
    const best = Math.max(...candidate.meanings.map(worthOf))
    candidate.meanings = candidate.meanings.filter(reading => worthOf(reading) >= best - meaningsApart)
  }
  return [...bySpan.values()]
}

function freeCandidates(tokens: Token[], at: number, options: SegmentOptions): Candidate[] {
  const token = tokens[at]
  if (!token) return []
  const { lexicon } = options
  const isLast = at === tokens.length - 1
  const readings: WordReading[] = []
  let value = 0
  if (lexicon.documents(token.word) > 0) {
    readings.push({ word: token.word, quality: 1, isPrefix: false })
    value = 8
    if (options.repairs)
      for (const other of otherSpellings(token.word, lexicon)) readings.push({ ...other, isPrefix: false })
  }
  if (token.kurdish !== undefined && lexicon.documents(token.kurdish) > 0) {
    readings.push({ word: token.kurdish, quality: kurdishQuality, isPrefix: false })
    value = 8
  }
  if (
    options.repairs &&
    isLast &&
    options.lastIsOpen &&
    token.word.length >= 2 &&
    !/^\p{N}$/u.test(token.word)
  ) {
    const rest = at > 0 ? shortAfterArticle(token.written) : undefined
    for (const beginning of rest === undefined ? [token.word] : [token.word, rest]) {
      if (!lexicon.startingWith(beginning, 2).some(({ word }) => word !== beginning)) continue
      readings.push({ word: beginning, quality: 0.8, isPrefix: true })
      for (const other of otherSpellings(beginning, lexicon, true))
        readings.push({ word: other.word, quality: 0.75, isPrefix: true })
      value = Math.max(value, 6.5)
    }
  }
  if (options.repairs && readings.length === 0) {
    const spellings = recordSpellings(token.written, token.word, lexicon, options.isHelped).slice(0, 6)
    for (const { word, quality } of spellings) {
      readings.push({ word, quality, isPrefix: false })
      for (const other of otherSpellings(word, lexicon))
        readings.push({ word: other.word, quality: other.quality * quality, isPrefix: false })
    }
    const isGrowing = isLast && options.lastIsOpen
    const garbled = isGrowing ? garbledBeginnings(token.word, lexicon, options.isHelped) : []
    const beginnings =
      garbled.length === 0 && isGrowing && options.isHelped
        ? beginningsAfterArticle(token.written, lexicon)
        : garbled
    for (const { word, quality } of beginnings) readings.push({ word, quality, isPrefix: true })
    const best = Math.max(0, ...[...spellings, ...beginnings].map(({ quality }) => quality))
    value = best === 0 ? 0 : 2.5 + 6 * best
  }
  if (options.isForgiving && readings.every(({ isPrefix }) => isPrefix)) {
    const far = farRecordSpellings(token.word, lexicon).map(each => ({ ...each, isPrefix: false }))
    const begun = isLast && options.lastIsOpen ? farBeginnings(token.word, lexicon) : []
    readings.push(...far, ...begun.map(each => ({ ...each, isPrefix: true })))
    if (value === 0 && readings.length > 0) value = valueOfFarWord
  }
  const candidates: Candidate[] = [{ from: at, to: at + 1, meanings: [], words: readings, value }]
  const following = tokens[at + 1]
  if (options.repairs && following && (value < 8 || lexicon.documents(following.word) === 0)) {
    const joined = withoutArticle(token.written + following.written)
    if (lexicon.documents(joined) > 0) {
      candidates.push({
        from: at,
        to: at + 2,
        meanings: [],
        words: [{ word: joined, quality: 0.9, isPrefix: false }],
        value: 15,
      })
    }
  }
  return candidates
}

/** An ordinal with a slip in it before a stage or a branch, which says more there than what it was typed as. */
function slippedOrdinal(tokens: Token[], at: number, { lexicon }: SegmentOptions): Candidate[] {
  const slip = lexicon.taught(tokens[at]?.word ?? '') > 0 ? undefined : ordinalSlip(tokens, at)
  if (!slip) return []
  const { word, meaning } = slip
  const meanings = [{ meaning, quality: slipOfKnownWord, said: word }]
  return [{ from: at, to: at + 1, meanings, words: [], value: valueOfSlippedOrdinal }]
}

/** A word of the vocabulary that was typed with a space in it; a slip beside is forgiven where neither half is a word. */
function joinedPhrase(tokens: Token[], at: number, { lexicon }: SegmentOptions): Candidate[] {
  const token = tokens[at]
  const following = tokens[at + 1]
  if (!token || !following) return []
  if (vocabularyWords.has(token.word) && vocabularyWords.has(following.word)) return []
  const written = token.written + following.written
  const word = withoutArticle(written)
  const isUnknown = [token, following].every(
    half => !vocabularyWords.has(half.word) && lexicon.documents(half.word) === 0,
  )
  const isExact = vocabulary.next.has(word)
  const spellings = isExact || !isUnknown ? [{ word, quality: 1 }] : vocabularySpellings(written, word)
  const meanings = spellings.flatMap(({ word: spelling, quality }) =>
    (vocabulary.next.get(spelling)?.meanings ?? [])
      .filter(({ kind }) => isExact || kind !== 'place')
      .map(meaning => ({ meaning, quality: 0.9 * quality, said: spelling })),
  )
  if (meanings.length === 0) return []
  return [{ from: at, to: at + 2, meanings, words: [], value: isExact ? 17 : 12 }]
}

const unsaid = new Set<Meaning['kind']>(['filler', 'manner', 'place', 'foreign'])

/**
 * A word of talk, or a town, that is a teacher's name too is that name where it stands alone or beside another word of
 * a name: `شنو حمه` is a teacher, `شنو اكو` a question.
 */
function isNameRather(tokens: Token[], { from, to, meanings }: Candidate, options: SegmentOptions): boolean {
  const token = tokens[from]
  if (!token || meanings.length === 0 || meanings.some(({ meaning }) => !unsaid.has(meaning.kind)))
    return false
  const own = tokens.slice(from, to)
  if (token.word.length < 3 || own.some(({ word }) => options.lexicon.taught(word) === 0)) return false
  return tokens.length === 1 || isTaught(tokens[from - 1], options) || isTaught(tokens[to], options, true)
}

function isTaught(
  token: Token | undefined,
  { lexicon, lastIsOpen }: SegmentOptions,
  mayGrow = false,
): boolean {
  if (!token) return false
  if (lexicon.taught(token.word) > 0) return true
  const beginning = shortAfterArticle(token.written) ?? token.word
  return (
    mayGrow && lastIsOpen && lexicon.startingWith(beginning, 3).some(({ word }) => lexicon.taught(word) > 0)
  )
}

/** Parts the words into phrases of the vocabulary and free words, so that the whole is read best. */
export function segment(tokens: Token[], options: SegmentOptions): Segment[] {
  const spellings = tokens.map((token, index) =>
    phraseSpellings(token, options.repairs && options.lastIsOpen && index === tokens.length - 1, options),
  )
  const whole = { isNewsQuery: isOfNews(spellings), grades: gradesBeside(spellings) }
  const best: (Candidate & { total: number })[] = []
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const candidates = [
      ...phraseCandidates(tokens, at, spellings, options, whole),
      ...freeCandidates(tokens, at, options),
      ...(options.repairs ? joinedPhrase(tokens, at, options) : []),
      ...(options.repairs ? slippedOrdinal(tokens, at, options) : []),
    ]
    for (const candidate of candidates) {
      if (isNameRather(tokens, candidate, options)) continue
      const total = candidate.value + (best[candidate.to]?.total ?? 0)
      const current = best[at]
      if (!current || total > current.total) best[at] = { ...candidate, total }
    }
  }
  const segments: Segment[] = []
  for (let at = 0; at < tokens.length;) {
    const chosen = best[at]
    if (!chosen) break
    const { from, to, meanings, words } = chosen
    segments.push({
      from,
      to,
      meanings,
      words: meanings.length > 0 ? alsoAsWord(tokens, chosen, options) : words,
    })
    at = to
  }
  return options.repairs ? withoutRepeats(segments) : segments
}

// A phrase that is only guessed at from its first letters, or by repair, may also be a word that records hold, and what
// is only near a town anything like it.
function alsoAsWord(tokens: Token[], chosen: Segment, options: SegmentOptions): WordReading[] {
  if (chosen.to - chosen.from !== 1 || !options.repairs) return []
  const isGuessedTown = chosen.meanings.some(
    ({ meaning, quality }) => meaning.kind === 'place' && quality < 1,
  )
  if (isGuessedTown) return freeCandidates(tokens, chosen.from, options)[0]?.words ?? []
  const token = tokens[chosen.from]
  if (!token || vocabularyWords.has(token.word)) return []
  return options.lexicon.documents(token.word) > 0 ? [{ word: token.word, quality: 1, isPrefix: false }] : []
}
