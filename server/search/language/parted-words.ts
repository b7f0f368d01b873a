import { withoutArticle } from '#contract/arabic/words.ts'
import type { Lexicon } from './lexicon.ts'
import { recordSpellings, vocabularyCompletions, vocabularySpellings, type Spelling } from './spelling.ts'
import { repairableWords } from './vocabulary.ts'

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

const fatherBeginning = /^ابو(.{2,3})$/u
const taughtLookedAt = 20

/** A name with `ابو` in one piece whose other word is being typed: `ابوتر`. Words of the records stay whole: `ابواب`. */
export function partedFather(written: string, lexicon: Lexicon): string[] | undefined {
  const rest = fatherBeginning.exec(written)?.[1]
  if (!rest || lexicon.startingWith(written, 1).length > 0) return undefined
  const mayBeTaught = lexicon.startingWith(rest, taughtLookedAt).some(({ word }) => lexicon.taught(word) > 0)
  return mayBeTaught ? ['ابو', rest] : undefined
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
        ...recordSpellings(slipped, bare, lexicon).map(each => ({
          ...each,
          quality: each.quality - recordsAfter,
        })),
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
