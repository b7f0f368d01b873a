import { withoutArticle } from '#contract/arabic/words.ts'
import { Lexicon } from './lexicon.ts'
import { completableWords, vocabularyWords } from './vocabulary.ts'

/** A spelling that a typed word may stand for; `quality` falls with every liberty taken. */
export interface Spelling {
  word: string
  quality: number
}

const vocabularyLexicon = new Lexicon()
for (const word of vocabularyWords) vocabularyLexicon.set(word, 1)

const oneEdit = 0.85
const twoEdits = 0.62
const garbledArticle = 0.84
const joinedParticle = 0.92
const garbledPrefix = 0.6
const articles = ['ال', 'لل', 'وال', 'بال', 'فال', 'كال']
const particle = /^[ولبف]/u
const number = /^\p{N}+$/u

/** How many edits a word of this length is forgiven. Units: letters. */
export function forgivenEdits(word: string): number {
  if (number.test(word) || word.length < 4) return 0
  return word.length >= 7 ? 2 : 1
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

/** The word without an article that was itself mistyped (`لارياضيات`, `ارياضيات`), for each way to read it. */
function withoutGarbledArticle(written: string): string[] {
  const readings: string[] = []
  for (let cut = 1; cut <= 4 && written.length - cut >= 3; cut += 1) {
    const head = written.slice(0, cut)
    if (articles.some((article) => article !== head && isOneEditApart(article, head))) readings.push(written.slice(cut))
  }
  return readings
}

function spellingsIn(written: string, word: string, isKnown: (word: string) => boolean, lexicon: Lexicon): Spelling[] {
  if (isKnown(word)) return [{ word, quality: 1 }]
  const found = new Map<string, number>()
  const add = (spelling: string, quality: number) => {
    if ((found.get(spelling) ?? 0) < quality) found.set(spelling, quality)
  }
  if (particle.test(written) && written.length >= 5) {
    const rest = withoutArticle(written.slice(1))
    if (isKnown(rest)) add(rest, joinedParticle)
  }
  if (!number.test(written)) {
    for (const rest of withoutGarbledArticle(written)) if (isKnown(rest)) add(rest, garbledArticle)
  }
  for (const near of lexicon.near(word, Math.min(1, forgivenEdits(word)))) add(near.word, oneEdit)
  if (found.size === 0 && forgivenEdits(word) >= 2) {
    for (const near of lexicon.near(word, 2)) add(near.word, twoEdits)
    if (found.size === 0) {
      for (const rest of withoutGarbledArticle(written)) {
        for (const near of lexicon.near(rest, Math.min(1, forgivenEdits(rest)))) add(near.word, twoEdits)
      }
    }
  }
  return [...found].map(([spelling, quality]) => ({ word: spelling, quality }))
}

/** The words of the vocabulary that a typed word may stand for; itself alone when it is one of them. */
export function vocabularySpellings(written: string, word: string): Spelling[] {
  return spellingsIn(written, word, (candidate) => vocabularyWords.has(candidate), vocabularyLexicon)
}

/** The words of the records that a typed word may stand for; itself alone when records hold it. */
export function recordSpellings(written: string, word: string, lexicon: Lexicon): Spelling[] {
  return spellingsIn(written, word, (candidate) => lexicon.documents(candidate) > 0, lexicon)
}

/** The words of the vocabulary that a word being typed may become; one slip is allowed from four letters. */
export function vocabularyCompletions(prefix: string, quality: number): Spelling[] {
  const exact = completableWords.filter((word) => word.startsWith(prefix) && word !== prefix)
  if (exact.length > 0 || prefix.length < 4) return exact.map((word) => ({ word, quality }))
  return completableWords
    .filter((word) => word.length > prefix.length && isOneEditApart(word.slice(0, prefix.length), prefix))
    .map((word) => ({ word, quality: garbledPrefix }))
}

/**
 * Parts a word into two or three that are known when it is not known itself: `رياضياتسادس`.
 *
 * Shape: the parts as they are to be read, one slip allowed in one of them; undefined when it cannot be parted.
 */
export function partedWord(written: string, lexicon: Lexicon): string[] | undefined {
  if (written.length < 6 || written.length > 40) return undefined
  return partExactly(written, lexicon, 2) ?? partWithSlip(written)
}

function isKnownPart(part: string, lexicon: Lexicon): boolean {
  if (part.length < 3) return false
  const word = withoutArticle(part)
  return vocabularyWords.has(word) || lexicon.documents(word) > 0 || lexicon.documents(part) > 0
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

function partWithSlip(written: string): string[] | undefined {
  let best: string[] | undefined
  let bestLength = 0
  for (let cut = written.length - 3; cut >= 3; cut -= 1) {
    const head = written.slice(0, cut)
    const tail = written.slice(cut)
    const bareHead = withoutArticle(head)
    const bareTail = withoutArticle(tail)
    const exactLength = vocabularyWords.has(bareHead) ? head.length : vocabularyWords.has(bareTail) ? tail.length : 0
    if (exactLength <= bestLength) continue
    const other = vocabularyWords.has(bareHead) ? bareTail : bareHead
    const repaired = vocabularyLexicon.near(other, Math.min(1, forgivenEdits(other)), 1)[0]
    if (!repaired) continue
    best = vocabularyWords.has(bareHead) ? [bareHead, repaired.word] : [repaired.word, bareTail]
    bestLength = exactLength
  }
  return best
}
