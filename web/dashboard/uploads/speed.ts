import { countedNouns, formatCount, formatFileSize } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'

const windowMs = 5_000

/** Measures how fast bytes go, over the last seconds. Units: bytes per second. */
export function createSpeedometer(now: () => number = () => performance.now()) {
  let samples: Array<{ at: number; bytes: number }> = []
  return {
    add(bytes: number): number {
      const at = now()
      samples = [...samples.filter(sample => at - sample.at <= windowMs), { at, bytes }]
      const [first] = samples
      if (!first || at === first.at) return 0
      return Math.max(0, ((bytes - first.bytes) / (at - first.at)) * 1000)
    },
    reset() {
      samples = []
    },
  }
}

/** Bytes per second as people read them. */
export function speedText(bytesPerSecond: number): string {
  return `${formatFileSize(bytesPerSecond)}/ث`
}

/** The time left, rounded as a person would say it; '' while nothing is known. Units: seconds. */
export function timeLeftText(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return ''
  if (seconds < 60)
    return `المتبقي تقريباً: ${formatCount(Math.max(1, Math.ceil(seconds)), countedNouns.second)}`
  return `المتبقي تقريباً: ${formatCount(Math.ceil(seconds / 60), staffNouns.minute)}`
}
