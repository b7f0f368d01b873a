import { foldWithMap } from '#contract/arabic/fold.ts'
import { comparedForms, withoutArticle } from '#contract/arabic/words.ts'
import type { TextRange } from '#contract/resources/search.ts'
import { foldedTerms } from '#server/search/list-text.ts'

const word = /[\p{L}\p{M}\p{N}ـ]+/gu

/**
 * The stretches of a name that answer what was typed: as far as it was typed, or the whole word where it was mistyped.
 * `answering`: the words of records that the search took.
 */
export function markWords(name: string, typed: string, answering: ReadonlySet<string>): TextRange[] {
  const terms = foldedTerms(typed).flat()
  const ranges: TextRange[] = []
  for (const { 0: token, index } of name.matchAll(word)) {
    const { text, map } = foldWithMap(token)
    const bare = withoutArticle(text)
    const term = terms.find(begun => bare.startsWith(begun))
    const isMeant = comparedForms(text).some(form => answering.has(form))
    if (term === undefined && !isMeant) continue
    const end =
      term === undefined ? token.length : (map[text.length - bare.length + term.length] ?? token.length)
    const last = ranges.at(-1)
    if (last && name.slice(last[1], index) === ' ') last[1] = index + end
    else ranges.push([index, index + end])
  }
  return ranges
}
