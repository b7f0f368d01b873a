import { limits } from '#contract/limits.ts'

/** How long to wait after so many failed tries before the next one. Units: milliseconds. */
export function pauseAfterFailureMs(failures: number): number {
  const pause = limits.jobFirstPauseMs * limits.jobPauseFactor ** (failures - 1)
  return Math.min(pause, limits.jobLongestPauseMs)
}
