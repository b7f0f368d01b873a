import { formatNumber } from './format.ts'

/** How much of something there is, in whole percent and never too much: ٪٩٩. */
export function formatShare(part: number, whole: number): string {
  return `٪${formatNumber(whole > 0 ? Math.floor((part / whole) * 100) : 0)}`
}
