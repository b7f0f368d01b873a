import type { Lexicon } from './lexicon.ts'
import type { Segment } from './segments.ts'
import type { Token } from './tokens.ts'

function likeliest<Reading extends { quality: number }>(readings: readonly Reading[]): Reading | undefined {
  return readings.toSorted((a, b) => b.quality - a.quality)[0]
}

/** The words that a stretch of a query stands for, as many as were typed; undefined where that is not sure. */
function wordsMeant({ from, to, meanings, words }: Segment): string[] | undefined {
  const said = likeliest(meanings)?.said ?? likeliest(words.filter(({ isPrefix }) => !isPrefix))?.word
  const each = said?.split(' ')
  return each?.length === to - from ? each : undefined
}

/** The words of a query, those that no record holds with their slips mended: `ملزمه الفيزاء` as titles have it. */
export function meantWords(
  segments: readonly Segment[],
  tokens: readonly Token[],
  lexicon: Lexicon,
): string[] {
  const meant = tokens.map(({ word }) => word)
  for (const segment of segments) {
    for (const [at, word] of (wordsMeant(segment) ?? []).entries()) {
      const typed = meant[segment.from + at]
      if (typed !== undefined && lexicon.named(typed) === 0) meant[segment.from + at] = word
    }
  }
  return meant
}
