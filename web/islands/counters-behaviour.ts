import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** Counts the figures up from 0 once they are seen; the final values are in the HTML. Source: P3.2. */
export function attachCounters(root: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const counters = [...root.querySelectorAll<HTMLElement>('[data-count]')]
  for (const counter of counters) holdWidth(counter)
  const startMs = performance.now()
  const step = (nowMs: number) => {
    let isRunning = false
    for (const [index, counter] of counters.entries()) {
      const durationMs = limits.counterDurationsMs[index] ?? limits.counterDurationsMs[0]
      const share = Math.min(1, Math.max(0, nowMs - startMs) / durationMs)
      isRunning ||= share < 1
      counter.textContent = formatNumber(Math.round(Number(counter.dataset.count) * (1 - (1 - share) ** 3)))
    }
    if (isRunning) requestAnimationFrame(step)
    else for (const counter of counters) counter.removeAttribute('style')
  }
  requestAnimationFrame(step)
}

/** Keeps the place of the final number while others are shown in it, at every size of text: nothing may shift. */
function holdWidth(counter: HTMLElement): void {
  const { width } = counter.getBoundingClientRect()
  counter.style.inlineSize = `${width / Number.parseFloat(getComputedStyle(counter).fontSize)}em`
}
