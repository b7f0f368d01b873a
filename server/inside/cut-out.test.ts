import { describe, expect, it } from 'vitest'
import { stripShare, topOfStrip } from '#contract/page-pictures.ts'
import type { Box } from '#server/reading/page.types.ts'
import { cutOutAt } from './cut-out.ts'

const line = (top: number): Box => [0.1, top, 0.8, 0.02]

describe('the strip that is cut out around a place', () => {
  it('has the whole word with half a line around it wherever it stands, and its mark over it', () => {
    for (let top = 0; top <= 0.98; top += 0.001) {
      const word: Box = [0.4, top, 0.1, 0.02]
      const { strip, marks } = cutOutAt(word, [word], [word])
      const from = topOfStrip(strip)
      expect(from, String(top)).toBeLessThanOrEqual(Math.max(0, top - 0.01) + 1e-9)
      expect(from + stripShare, String(top)).toBeGreaterThanOrEqual(Math.min(1, top + 0.03) - 1e-9)
      expect(marks).toHaveLength(1)
      const [mark] = marks
      expect([mark?.[0], mark?.[2]]).toEqual([0.4, 0.1])
      expect(from + (mark?.[1] ?? 0) * stripShare).toBeCloseTo(top, 4)
      expect((mark?.[3] ?? 0) * stripShare).toBeCloseTo(0.02, 4)
    }
  })

  it('cuts no line in two where another strip cuts none', () => {
    /* In the middle of strip 7 stands the word, and lines lie on both its edges. */
    const word = line(0.515)
    const other = [line(topOfStrip(7) - 0.01), line(topOfStrip(7) + stripShare - 0.01)]
    expect(cutOutAt(word, [word], [word]).strip).toBe(7)
    expect(cutOutAt(word, [word, ...other], [word]).strip).toBe(8)
  })

  it('marks what it shows at least half of, and no more of it than it shows', () => {
    const word = line(0.49)
    const edge = topOfStrip(7) + stripShare
    const found = [word, line(edge - 0.015), line(edge - 0.005), line(0.9)]
    const { strip, marks } = cutOutAt(word, [word], found)
    expect(strip).toBe(7)
    expect(marks).toHaveLength(2)
    expect((marks[1]?.[1] ?? 0) + (marks[1]?.[3] ?? 0)).toBeCloseTo(1, 4)
  })
})
