import { formatPercent } from '#contract/format.ts'

/**
 * How far files on their way are, in a few words: «٤٠٫٠٪», or what they wait for and where they go on from then.
 * Units: bytes.
 */
export function progressText(sentBytes: number, size: number, isWaiting: boolean): string {
  const percent = Math.floor((Math.max(0, sentBytes) / Math.max(1, size)) * 100)
  if (!isWaiting) return formatPercent(percent)
  return percent > 0 ? `بانتظار الإنترنت، يكمل من ${formatPercent(percent)}` : 'بانتظار الإنترنت'
}
