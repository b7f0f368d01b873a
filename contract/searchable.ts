import { limits } from './limits.ts'

/** So many first hits of an answer are compared one by one. */
export const comparedResults = 50

const articleAlone = /^[وفبك]?ا?لل?$/u

/** Whether a text says enough to be searched: an article alone says nothing yet. */
export function isSearchable(text: string): boolean {
  const typed = text.trim()
  return [...typed].length >= limits.minSearchLength && !articleAlone.test(typed)
}
