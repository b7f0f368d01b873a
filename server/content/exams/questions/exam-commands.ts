import { writtenWords } from '#contract/arabic/words.ts'
import type { Act, Said } from './exam-language.ts'

const sentences = /[.:؟?؛;!،,\n]+/u
const insertions = /[()[\]«»"“”﴿﴾{}]+/u
const certain = new Set<Act>(['compute', 'prove', 'draw', 'compare', 'parse'])
/** They are words of other things too. */
const uncertain = new Set(
  'حل عين حدد صف سم عدد عرف ميز فرق اعط هات ذكر بين كم نص يختلف تختلف انسب state find name give list'.split(
    ' ',
  ),
)
const joined = /^[وف](?=.{3})/u
/** «مبيناً أسبابه», «مع بيان نوعه». */
const besides = /^و?(?:مبين|موضح|ذاكر|معلل|بيان|توضيح)/u

/** A word of a text, and where it stands. */
export interface Written {
  word: string
  /** A sentence or a part of one begins with it. */
  isFirst: boolean
  isLast: boolean
}

/** «مايكافئه», as it is typed for «ما يكافئه». */
const partedFromMa = (word: string): string[] =>
  /^ما[يت].{3,}$/u.test(word) ? ['ما', word.slice(2)] : [word]

/** The folded words of a text. */
export function wordsIn(text: string): Written[] {
  return text.split(sentences).flatMap(sentence => {
    const words = sentence.split(insertions).flatMap(part => {
      const own = writtenWords(part).flatMap(partedFromMa)
      return own.map((word, index) => ({ word, isFirst: false, isLast: index === own.length - 1 }))
    })
    return words.map((word, index) => ({ ...word, isFirst: index === 0 }))
  })
}

/** Whether words that look like a command are one where they stand. */
export function isCommand(said: Said, all: readonly Written[], at: number): boolean {
  const { word, isFirst } = all[at] ?? { word: '', isFirst: false }
  if (said.act === undefined || said.length > 1 || at === 0 || besides.test(word)) return true
  const isAnother = isFirst || all[at - 1]?.word === 'ثم' || joined.test(word)
  if (uncertain.has(word.replace(joined, '')) && !isFirst) return word.startsWith('و') && said.act === 'state'
  return isAnother || certain.has(said.act)
}
