import { comparedWords, withoutArticle } from '#contract/arabic/words.ts'
import { Lexicon, type NearWord } from './lexicon.ts'
import { slipCosts } from './slip-costs.ts'
import { completableWords, repairableWords, vocabularyWords } from './vocabulary.ts'
import { subjectForms } from './words/subjects.ts'

/** A spelling that a typed word may stand for; `quality` falls with every liberty taken. */
export interface Spelling {
  word: string
  quality: number
}

const vocabularyLexicon = new Lexicon()
/** Every word of the vocabulary in Arabic letters, for what is written in Latin ones. */
const arabicVocabulary = new Lexicon()
for (const word of repairableWords) if (/^[ء-ي]{2,}$/u.test(word)) arabicVocabulary.set(word, 1)
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
const afterGarbledArticle = 0.62
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

/** How surely a word is meant after slips of this cost; short words keep less of themselves. */
function qualityAfter(cost: number, word: string, isVocabulary: boolean): number {
  const perLetter =
    word.length < 4
      ? qualityPerWrongLetter.short
      : word.length === 4 && !isVocabulary
        ? qualityPerWrongLetter.four
        : qualityPerWrongLetter.long
  const first = Math.min(1, cost / oneLetter)
  const second = Math.max(0, cost / oneLetter - 1)
  return 1 - first * perLetter - second * qualityOfSecond
}

function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const left = a.slice(start, endA)
  const right = b.slice(start, endB)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
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
        add(near.word, Math.min(most, qualityAfter(near.cost, typed, isVocabulary)))
  }
  const rest = /^(?:ال)?(.{2})$/u.exec(written)?.[1]
  if (rest !== undefined && isVocabulary && isHelped && !number.test(rest))
    for (const near of lexicon.near(rest, oneLetter, vocabularyNeighbours))
      if (near.word.length === 3) add(near.word, oneLetterOfThree)
  addNear(word, Math.min(oneLetter, forgivenCost(word, isHelped)), 1)
  if (found.size > 0 && !(isVocabulary && isHelped)) return asSpellings(found)
  addNear(word, forgivenCost(isVocabulary && (isHelped || word.length > 5) ? `${word} ` : word), 1)
  for (const rest of readings) {
    if (isVocabulary || rest.length > 4)
      addNear(rest, Math.min(oneLetter, forgivenCost(rest)), afterGarbledArticle)
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
  return vocabularyLexicon.near(word, oneLetter, vocabularyNeighbours).flatMap(near => (near.cost > 0 ? near.word : []))
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

const latinWord = /^[a-z][a-z0-9]*$|^[0-9]+[a-z][a-z0-9]*$/
const latinArticle = /^(?:al|el|il|ul)(?=[a-z0-9]{4})/
const minLatin = 3
const minLatinForSlip = 4
const vocabularyInLatin = 0.95
const recordsInLatin = 0.8
const perLatinCost = 0.02
const slippedInLatin = 0.25

/** The word with two letters beside each other changed about, for each place. */
function withLettersSwapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
}

function bestInLatin(
  forms: readonly string[],
  words: Lexicon,
  records: Lexicon,
  slips: 0 | 1,
): NearWord | undefined {
  return forms
    .flatMap(form => words.spelledInLatin(form, slips))
    .filter(({ word }) => word.length >= minLatin)
    .sort((a, b) => a.cost - b.cost || records.documents(b.word) - records.documents(a.word))[0]
}

/**
 * The Arabic word that a word in Latin letters and digits stands for: one of the vocabulary, else one of the records;
 * else, unless it must be exact, one of the vocabulary or of the records that one slip leads to.
 */
export function latinSpelling(written: string, lexicon: Lexicon, isExact = false): Spelling | undefined {
  if (written.length < minLatin || !latinWord.test(written)) return undefined
  const forms = [...new Set([written, written.replace(latinArticle, '')])]
  const lists = [
    [arabicVocabulary, vocabularyInLatin],
    [lexicon, recordsInLatin],
  ] as const
  for (const [words, quality] of lists) {
    const best = bestInLatin(forms, words, lexicon, 0)
    if (best) return { word: best.word, quality: quality - perLatinCost * best.cost }
  }
  if (isExact || written.length < minLatinForSlip) return undefined
  for (const [words, quality] of lists) {
    const best =
      bestInLatin(forms.flatMap(withLettersSwapped), words, lexicon, 0) ?? bestInLatin(forms, words, lexicon, 1)
    if (best) return { word: best.word, quality: quality - slippedInLatin - perLatinCost * best.cost }
  }
  return undefined
}

/** The words of the vocabulary that a word being typed may become. */
export function vocabularyCompletions(prefix: string, quality: number): Spelling[] {
  return completableWords
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

/** The words of the vocabulary that a word being typed may become when one letter of it is wrong. */
export function garbledCompletions(written: string, prefix: string): Spelling[] {
  if (prefix.length < 4) return []
  const rests = withoutGarbledArticle(written).filter(rest => rest.length >= 4)
  const afterArticle = rests.flatMap(rest => vocabularyCompletions(rest, garbledPrefix))
  if (afterArticle.length > 0) return afterArticle
  return completableWords
    .filter(word => [-1, 0, 1].some(more => isOneEditApart(word.slice(0, prefix.length + more), prefix)))
    .map(word => ({ word, quality: garbledPrefix }))
}

/**
 * Parts a word into two or three that are known when it is not known itself: `رياضياتسادس`.
 *
 * Shape: the parts as they are to be read, one slip allowed in one of them; undefined when it cannot be parted.
 * `isOpen` says that the last of them may be half typed.
 */
export function partedWord(written: string, lexicon: Lexicon, isOpen = false): string[] | undefined {
  if (written.length < 6 || written.length > 40) return undefined
  return (
    partExactly(written, lexicon, 2) ??
    partedName(written, lexicon) ??
    partAroundSlip(written, lexicon) ??
    (isOpen ? partBeforeBeginning(written, lexicon) : undefined)
  )
}

/** Parts a word into words of the vocabulary alone: surer than any slip in it. */
export function partedByVocabulary(written: string): string[] | undefined {
  if (written.length < 6 || written.length > 40) return undefined
  for (let cut = written.length - 3; cut >= 3; cut -= 1) {
    const parts = [written.slice(0, cut), written.slice(cut)]
    if (parts.every(part => repairableWords.has(withoutArticle(part)))) return parts
  }
  return undefined
}

const minBeginning = 3

/** A known word and the beginning of another: `ملزمةاجتم`. */
function partBeforeBeginning(written: string, lexicon: Lexicon): string[] | undefined {
  for (let cut = written.length - minBeginning; cut >= 4; cut -= 1) {
    const head = written.slice(0, cut)
    const tail = written.slice(cut)
    const rest = withoutArticle(tail)
    if (!isKnownPart(head, lexicon) || rest.length < minBeginning) continue
    const mayGrow = vocabularyCompletions(rest, 1).length > 0 || lexicon.startingWith(rest, 1).length > 0
    if (mayGrow) return [head, tail]
  }
  return undefined
}

function isKnownPart(part: string, lexicon: Lexicon): boolean {
  if (part.length < 3) return false
  const word = withoutArticle(part)
  return repairableWords.has(word) || lexicon.documents(word) > 0 || lexicon.documents(part) > 0
}

function partExactly(written: string, lexicon: Lexicon, cuts: number): string[] | undefined {
  for (let cut = written.length - 3; cut >= 3; cut -= 1) {
    const head = written.slice(0, cut)
    const tail = written.slice(cut)
    if (!isKnownPart(head, lexicon)) continue
    if (isKnownPart(tail, lexicon)) return [head, tail]
    const rest = cuts > 1 ? partExactly(tail, lexicon, cuts - 1) : undefined
    if (rest) return [head, ...rest]
  }
  return undefined
}

function isNamePart(part: string, lexicon: Lexicon): boolean {
  return part.length >= 3 && lexicon.named(part) > 0
}

/** A name in one piece, parted before its article: `نورالدين`, `عدبالحسين`. */
function partedName(written: string, lexicon: Lexicon): string[] | undefined {
  const at = written.indexOf('ال', 3)
  if (at < 0 || written.length - at < 5) return undefined
  const head = written.slice(0, at)
  const tail = withoutArticle(written.slice(at))
  const heads = recordSpellings(head, head, lexicon, true)
  const tails = recordSpellings(tail, tail, lexicon, true)
  const best = (spellings: Spelling[]) => spellings.toSorted((a, b) => b.quality - a.quality)[0]
  const first = best(heads)
  const second = best(tails)
  if (!first || !second) return undefined
  return first.quality === 1 || (second.quality === 1 && isNamePart(tail, lexicon))
    ? [first.word, second.word]
    : undefined
}

/** A shorter part could become anything. */
const minRepairedPart = 4
const maxRepairedPart = 12
const leastRepairOfPart = 0.65
const recordsAfter = 0.05

/** The ways to the end of a text through parts that are known, longest parts first. Shape: cuts by where they begin. */
function knownChains(written: string, lexicon: Lexicon): Map<number, string[]> {
  const chains = new Map<number, string[]>([[written.length, []]])
  for (let at = written.length - 3; at >= 0; at -= 1) {
    for (let end = written.length; end >= at + 3; end -= 1) {
      const rest = chains.get(end)
      const part = written.slice(at, end)
      if (!rest || !isKnownPart(part, lexicon)) continue
      chains.set(at, [part, ...rest])
      break
    }
  }
  return chains
}

/** Parts a word that has one slip in one of its parts: `نتئجثالثمتوسط`, `دليلاكمدرس`. */
function partAroundSlip(written: string, lexicon: Lexicon): string[] | undefined {
  const backwards = knownChains(written, lexicon)
  const forwards = new Map<number, string[]>([[0, []]])
  for (let end = 3; end <= written.length - minRepairedPart; end += 1) {
    for (let at = 0; at <= end - 3; at += 1) {
      const before = forwards.get(at)
      const part = written.slice(at, end)
      if (!before || !isKnownPart(part, lexicon)) continue
      forwards.set(end, [...before, part])
      break
    }
  }
  let best: { parts: string[]; quality: number } | undefined
  for (const [from, before] of forwards) {
    for (const [to, after] of backwards) {
      const length = to - from
      if (length < minRepairedPart || length > maxRepairedPart || length === written.length) continue
      const slipped = written.slice(from, to)
      const bare = withoutArticle(slipped)
      const known = (written.length - length) / written.length
      const meant = [
        ...vocabularySpellings(slipped, bare, true),
        ...recordSpellings(slipped, bare, lexicon).map(each => ({ ...each, quality: each.quality - recordsAfter })),
      ]
      for (const { word, quality } of meant) {
        const whole = quality * (1 - known) + known
        if (quality >= leastRepairOfPart && whole > (best?.quality ?? 0))
          best = { parts: [...before, word, ...after], quality: whole }
      }
    }
  }
  return best?.parts
}
