import { comparedWords } from './words.ts'

/** Whether a text says a phrase: its words, folded and without article, beside each other in their order. */
export function says(text: string, phrase: string): boolean {
  const within = (words: string[]) => ` ${words.join(' ')} `
  return within(comparedWords(text)).includes(within(comparedWords(phrase)))
}
