import { weights } from '../rank/weights.ts'

const { fround } = Math
const { body, keywords, title } = weights.text
const weightOfLabel: Record<string, number> = {
  A: fround(title),
  B: fround(keywords),
  C: fround(title),
  D: fround(body),
}
/** The limit of the sum of 1/i². */
const limitOfSquares = 1.64493406685

/**
 * What a word adds to the rank of a record in which it stands at these places, before it is divided by the number of words.
 * Shape: `places` as in the text of a `tsvector`, `1A,4`; without any the word counts as one of the body.
 * Source: `calc_rank_or` of PostgreSQL's `tsrank.c`, with its single precision.
 */
export function patternShare(places: string): number {
  const found =
    places === ''
      ? [fround(body)]
      : places.split(',').map(place => weightOfLabel[place.at(-1) ?? ''] ?? fround(body))
  let sum = 0
  let best = -1
  let bestAt = 0
  for (const [at, weight] of found.entries()) {
    sum = fround(sum + fround(weight / ((at + 1) * (at + 1))))
    if (weight > best) {
      best = weight
      bestAt = at
    }
  }
  return fround(fround(best + sum) - fround(best / ((bestAt + 1) * (bestAt + 1)))) / limitOfSquares
}
