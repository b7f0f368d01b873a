import { comparedWords } from '#contract/arabic/words.ts'
import type { Meaning, Phrases } from './meanings.ts'
import { gradePhrases } from './words/grades.ts'
import { roundPhrases } from './words/rounds.ts'
import { subjectPhrases } from './words/subjects.ts'
import { topicCodes, topics } from './words/topics.ts'
import { typePhrases } from './words/types.ts'
import { isSearched } from './words/word-type.ts'
import { doingPhrases } from './words/doing.ts'
import { fillerPhrases } from './words/fillers.ts'
import { foreignPhrases } from './words/foreign.ts'
import { partCodes, parts } from './words/parts.ts'
import { placeCodes, placeForms } from './words/places.ts'

/** One word deep in the vocabulary: what the words so far mean together, and which words may follow. */
export interface PhraseNode {
  meanings: Meaning[]
  next: Map<string, PhraseNode>
}

/** The phrases that name a topic. */
const topicPhrases: Phrases[] = topicCodes
  .filter(topic => isSearched(topics[topic].type))
  .map(topic => ({
    forms: topics[topic].forms,
    meaning: { kind: 'topic', topic },
  }))

/** The phrases that name a part of Arabic. */
const partPhrases: Phrases[] = partCodes.map(part => ({
  forms: parts[part].forms,
  meaning: { kind: 'part', part },
}))

/** The phrases that name a governorate, by itself or by one of its towns. */
const placePhrases: Phrases[] = placeCodes.map(place => ({
  forms: placeForms[place],
  meaning: { kind: 'place', place },
}))

function newNode(): PhraseNode {
  return { meanings: [], next: new Map() }
}

const kurdish = /[ەێۆڕڵپچگژڤ]/u

/** A Kurdish word also as it stands before the word that it belongs to: `مەلزەمە`, `مەلزەمەی`. */
function withEzafe(form: string): string[] {
  return kurdish.test(form) && !form.endsWith('ی') ? [form, `${form}ی`] : [form]
}

function buildVocabulary(lists: readonly (readonly Phrases[])[]): PhraseNode {
  const root = newNode()
  for (const { forms, meaning } of lists.flat()) {
    for (const form of forms.split('|').flatMap(withEzafe)) {
      let node = root
      for (const word of comparedWords(form)) {
        const following = node.next.get(word) ?? newNode()
        node.next.set(word, following)
        node = following
      }
      if (node !== root && !node.meanings.includes(meaning)) node.meanings.push(meaning)
    }
  }
  return root
}

const allPhrases = [
  subjectPhrases,
  partPhrases,
  gradePhrases,
  roundPhrases,
  typePhrases.filter(({ meaning }) => meaning.kind !== 'type' || isSearched(meaning.type)),
  topicPhrases,
  placePhrases,
  fillerPhrases,
  doingPhrases,
  foreignPhrases,
]

/** The whole vocabulary as a tree of folded words; two phrases that differ only in spelling are one. */
export const vocabulary: PhraseNode = buildVocabulary(allPhrases)

function collectWords(node: PhraseNode, words: Set<string>): Set<string> {
  for (const [word, following] of node.next) {
    words.add(word)
    collectWords(following, words)
  }
  return words
}

/** Every folded word that stands in some phrase of the vocabulary. */
export const vocabularyWords: ReadonlySet<string> = collectWords(vocabulary, new Set())

const nonKurdish = /^[^ەێۆڕڵپچگژڤی]+$/u

/** The words that a slip may be mended to: of the phrases that are not to be taken exactly. */
export const repairableWords: ReadonlySet<string> = new Set(
  allPhrases
    .flat()
    .filter(({ isExact }) => isExact !== true)
    .flatMap(({ forms }) => forms.split('|').flatMap(withEzafe).flatMap(comparedWords)),
)

/** The words that a beginning is completed to: Kurdish spellings, once folded, begin like other Arabic words. */
export const completableWords: readonly string[] = [
  ...new Set(
    allPhrases
      .flat()
      .filter(({ isExact }) => isExact !== true)
      .flatMap(({ forms }) => forms.split('|'))
      .filter(form => nonKurdish.test(form))
      .flatMap(comparedWords),
  ),
]
