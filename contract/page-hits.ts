import { countedNouns, formatCount, formatPlainNumber } from './format.ts'
import { limits } from './limits.ts'

/**
 * Which of the pages that were found a page is: «٣ من ١٢», or «٣ من أول ١٠٠» where `total` says that there are more than
 * `hits`; undefined for one that is none of them. `hits` are in order.
 */
export function hitPlace(hits: readonly number[], page: number, total: number): string | undefined {
  const at = hits.indexOf(page)
  if (at < 0) return undefined
  const all = formatPlainNumber(hits.length)
  return `${formatPlainNumber(at + 1)} من ${total > hits.length ? `أول ${all}` : all}`
}

/** How many pages were found, in words: no more than `most` are compared. */
export function pagesFound(total: number, most: number = limits.insideCandidates): string {
  const count = formatCount(total, countedNouns.page)
  return total < most ? count : `${count} أو أكثر`
}

/** How many pages can be stepped through, for a narrow place: «١٢ صفحة», or «أول ١٠٠» where `total` says that there are more. */
export function hitCount(hits: readonly number[], total: number): string {
  return total > hits.length
    ? `أول ${formatPlainNumber(hits.length)}`
    : formatCount(hits.length, countedNouns.page)
}

/** The page that was found next after a page, or last before it; behind the last one comes the first. `hits` are in order. */
export function stepToHit(hits: readonly number[], page: number, by: 1 | -1): number {
  const beyond = by === 1 ? hits.find(hit => hit > page) : hits.findLast(hit => hit < page)
  return beyond ?? hits.at(by === 1 ? 0 : -1) ?? page
}
