import { fold } from '#contract/arabic/fold.ts'
import type { Confidence } from '#contract/resources/ingest.ts'
import { tokenise } from '../language/tokens.ts'
import type { Understanding } from '../language/understand.ts'
import { vocabularyWords } from '../language/vocabulary.ts'
import { honorificForms } from '../language/words/fillers.ts'
import { isCounterWord } from './counters.ts'

const honorifics = new Set(honorificForms.split('|').map(fold))
const maxNameWords = 3
/** A word of a name, of which a record's longest name holds three. */
const letters = /^\p{L}{2,19}$/u
const leastQuality = 0.8
/** Names that fold like a small word. */
const alwaysNames = new Set(['علي', 'علاء'])

type Part = 'title' | 'name' | 'other'

/** The words after a title, or the free words of a handout that are two or more: who has written it. */
export function teacherIn(
  text: string,
  { concepts }: Understanding,
): { value: string; confidence: Confidence } | null {
  const understood = concepts
    .filter(({ kind, wishes }) => kind !== 'place' && wishes.some(({ quality }) => quality >= leastQuality))
    .flatMap(({ kind, ranges }) => (kind === 'type' ? ranges.slice(0, 1) : ranges))
  const tokens = [...new Map(tokenise(text).map(token => [token.range[0], token])).values()]
  let isNamed = false
  const said = tokens.map(({ written, word, range: [from, to] }, at): { part: Part; text: string } => {
    const own = text.slice(from, to)
    if (honorifics.has(written)) {
      isNamed = true
      return { part: 'title', text: own }
    }
    const isUnderstood = understood.some(([start, end]) => start <= from && to <= end)
    /* Behind a title, a word of the vocabulary is a name all the same: «الأستاذة نور». */
    const isKnown = isUnderstood || (!isNamed && vocabularyWords.has(word))
    const isCounted = isCounterWord(written) || isCounterWord(tokens[at - 1]?.written ?? '')
    const isName = letters.test(own) && !isCounted && (!isKnown || alwaysNames.has(own))
    isNamed &&= isName
    return { part: isName ? 'name' : 'other', text: own }
  })
  const runs: { words: string[]; isTitled: boolean }[] = []
  for (const [at, { part, text: own }] of said.entries()) {
    if (part !== 'name') continue
    const before = said[at - 1]?.part
    if (before === 'name') runs.at(-1)?.words.push(own)
    else runs.push({ words: [own], isTitled: before === 'title' })
  }
  const titled = runs.find(({ isTitled }) => isTitled)
  if (titled) return { value: titled.words.slice(0, maxNameWords).join(' '), confidence: 'sure' }
  const longest = runs.find(({ words: own }) => own.length >= 2)
  return longest ? { value: longest.words.slice(-2).join(' '), confidence: 'likely' } : null
}
