import type { Act, Aspect } from './exam-language.ts'
import { isLight, isNamedKind } from './light-words.ts'
import { meaningOf } from './same-meaning.ts'
import { asSpelled } from './word-forms.ts'
import { bodyOf, rootsOf, stemOf, withoutParticle } from './word-stems.ts'

/** A word that says something. */
export interface QuestionWord {
  /** As it is written, folded and without its article. */
  written: string
  /** Without its ending. */
  word: string
  /** Without its ending and the particle that may be written with it: «لتسخين» gives «تسخين». */
  core: string
  /** The word without the dots of its letters. */
  body: string
  /** What of «ه», «ي» and «يه» stands behind the stem, or nothing; undefined of other endings. */
  ending: string | undefined
  /** One more thing: «والصدقة». */
  isJoined: boolean
  /** «كتلته», «وزنها». */
  isOwned: boolean
  /** It is a noun for itself, and says nothing of a noun before it. */
  isHead: boolean
  /** «ضغط واحد». */
  isOne: boolean
  /** It stands where a verb does. */
  isVerb: boolean
  /** It only names the kind of thing that another word names. */
  isKind: boolean
  /** It tells how something is said, and of nothing what it is. */
  isLight: boolean
  /** It may only name the kind of what the words beside it name. */
  isNamed: boolean
  /** A verb that tells what is meant: «التي نظم فيها». */
  isRelative: boolean
  /** What it is beside: the word of direction before it. */
  after: string | undefined
  /** Alike of words that mean the same. */
  meaning: number | undefined
  roots: Set<string>
}

/** What of a question is compared. */
export interface QuestionWords {
  act: Act | undefined
  aspects: readonly Aspect[]
  /** What says something. */
  words: readonly QuestionWord[]
  /** Numbers and formulas as they are written, in their order; negations. What differs here is another question. */
  exact: string
  /** The same without units and directions, sorted: those of questions that ask the same never differ. */
  figures: string
  /** What its words share with words that may say the same: those of questions that ask the same share some. */
  traces: ReadonlySet<string>
  /** What is to be computed, by the first word of it. */
  sought: QuestionWord | undefined
  /** What stands behind the command of a problem that is told first. */
  behind: readonly QuestionWord[]
  /** How many numbers and formulas it gives. */
  given: number
  /** Whether the thing itself is asked before what is asked of it, and whether more is asked of it. */
  isItself: boolean
  hasMore: boolean
  /** It says nothing but what is wanted. */
  isBare: boolean
  /** Numbers, each with the word before it. */
  numbers: readonly { number: string; word: string | undefined }[]
  /** Before or after something. */
  times: ReadonlySet<string>
  /** The question with the name that stands in brackets, instead of what is said of it before them. */
  named: QuestionWords | undefined
  /** Latin names without a number: they may stand beside their Arabic ones. */
  names: string
  /** How many of many things are to be said; undefined where that is left open. */
  count: string | undefined
}

/** A folded word without article as it is compared, by where it stands. */
export function asCompared(
  written: string,
  isAfterVerbMark: boolean,
  isRelative: boolean,
  after: string | undefined,
  isOwned: boolean,
): Omit<QuestionWord, 'isKind' | 'isHead' | 'isJoined'> {
  const stem = stemOf(written)
  const word = asSpelled(stem)
  const isVerb = isAfterVerbMark || /^ي[^اوي].{2,}/u.test(written)
  return {
    written,
    word,
    core: asSpelled(stemOf(withoutParticle(written))),
    body: bodyOf(word),
    isOwned,
    ending:
      isOwned || word !== stem
        ? undefined
        : /^(?:ه|يه?)?$/u.exec(written.replace(/^و/u, '').slice(stem.length))?.[0],
    isOne: false,
    isVerb,
    isRelative,
    after,
    meaning: meaningOf(word),
    isLight: isLight(written),
    isNamed: isNamedKind(written),
    roots: rootsOf(written),
  }
}

/** Words without those said twice: «الدم الشرياني والدم الوريدي», «الدم الشرياني والوريدي». */
export function once(words: readonly QuestionWord[]): QuestionWord[] {
  const all = new Set(words.map(({ word }) => word))
  const found = new Set<string>()
  return words.filter(({ word }) => {
    if (found.has(word) || (word.startsWith('و') && all.has(word.slice(1)))) return false
    found.add(word)
    return true
  })
}

const weak = /[اوي]/gu

/** What words share with words that may say the same: their stems, letters, meanings and roots. */
export function tracesOf(words: readonly QuestionWord[]): Set<string> {
  return new Set(
    words
      .filter(each => !each.isLight)
      .flatMap(({ word, core, body, meaning, roots }) => [
        ...[word, word.slice(1), core].map(each => each.replace(weak, '')),
        `.${body}`,
        ...(meaning === undefined ? [] : [`=${meaning}`]),
        ...Array.from(roots, root => `*${root}`),
      ]),
  )
}
