import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meanings.ts'
import { vocabularySpellings } from './spelling.ts'
import type { Token } from './tokens.ts'
import { vocabulary, vocabularyWords } from './vocabulary.ts'

const adjective = /(?:ي|يه)$/u
const definiteOrdinal = /^ال(?:اول|اولى|اولي|ثاني|ثانيه|ثالث|ثالثه|رابع|رابعه)$/u

/**
 * Whether a stretch may only say what the word before it is like, though it could name a subject or a branch:
 * `الدولة العربية`, `البحث العلمي`, `الحرب العالمية الأولى`. After a word of the vocabulary that names no subject it does name one.
 */
export function isAttribute(tokens: readonly Token[], from: number, to: number, lexicon: Lexicon): boolean {
  const own = tokens[from]
  const before = tokens[from - 1]
  if (!own || !before || to - from !== 1 || /^\p{N}+$/u.test(before.word)) return false
  if (definiteOrdinal.test(own.written)) return !vocabularyWords.has(before.word)
  if (!adjective.test(own.word)) return false
  const said = vocabulary.next.get(own.word)?.meanings ?? []
  if (!said.some(({ kind }) => kind === 'subject' || kind === 'branch')) return false
  if (isSlipOfFact(before, lexicon)) return false
  const meant = vocabulary.next.get(before.word)?.meanings ?? []
  return (
    meant.every(({ kind }) => kind === 'subject') && !vocabulary.next.get(before.word)?.next.has(own.word)
  )
}

const leastSlipOfFact = 0.8
const kindsOfFacts = new Set<Meaning['kind']>(['type', 'topic', 'part', 'ordinal', 'stage', 'round'])

/** Whether a word that nobody knows is a kind, a topic or a grade with a slip: what follows may be a subject. */
function isSlipOfFact({ written, word }: Token, lexicon: Lexicon): boolean {
  if (vocabularyWords.has(word) || lexicon.documents(word) > 0) return false
  return vocabularySpellings(written, word).some(
    spelling =>
      spelling.quality >= leastSlipOfFact &&
      vocabulary.next.get(spelling.word)?.meanings.some(({ kind }) => kindsOfFacts.has(kind)),
  )
}
