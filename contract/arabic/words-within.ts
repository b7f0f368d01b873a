import { comparedWords } from './words.ts'

/** A longer "word" is data, not something that a person types to find it. */
const maxWordLength = 64

/**
 * The compared words of every text and number within values, however deep they lie, each once.
 * Shape: at most `maxWords`; the names of fields are not among them.
 */
export function wordsWithin(values: readonly unknown[], maxWords: number): string[] {
  const words = new Set<string>()

  function look(value: unknown): void {
    if (words.size >= maxWords || value === null || value === undefined) return
    if (typeof value === 'object') {
      for (const part of Object.values(value)) look(part)
      return
    }
    if (typeof value !== 'string' && typeof value !== 'number') return
    for (const word of comparedWords(String(value))) {
      if (word.length <= maxWordLength) words.add(word)
      if (words.size >= maxWords) return
    }
  }

  look(values)
  return [...words]
}
