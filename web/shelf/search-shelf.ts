import { comparedWords } from '#contract/arabic/words.ts'

/** Whether every word that was typed begins a word of the texts, by the folding of the site's own search. */
export function matchesShelf(texts: readonly string[], typed: string): boolean {
  const wanted = comparedWords(typed)
  const words = texts.flatMap(comparedWords)
  return wanted.every(start => words.some(word => word.startsWith(start)))
}
