import { formatPlainNumber } from './format.ts'

/** Which of the pages that were found a page is: «٣ من ١٢»; undefined for one that is none of them. `hits` are in order. */
export function hitPlace(hits: readonly number[], page: number): string | undefined {
  const at = hits.indexOf(page)
  return at < 0 ? undefined : `${formatPlainNumber(at + 1)} من ${formatPlainNumber(hits.length)}`
}

/** The page that was found next after a page, or last before it; behind the last one comes the first. `hits` are in order. */
export function stepToHit(hits: readonly number[], page: number, by: 1 | -1): number {
  const beyond = by === 1 ? hits.find(hit => hit > page) : hits.findLast(hit => hit < page)
  return beyond ?? hits.at(by === 1 ? 0 : -1) ?? page
}
