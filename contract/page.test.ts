import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageCount, pageSlots } from './page.ts'

const gap = 'gap'

it('shows all pages up to five', () => {
  expect(pageSlots(1, 1)).toEqual([1])
  expect(pageSlots(3, 5)).toEqual([1, 2, 3, 4, 5])
})

it('shows the first, a window of one either side, the last, and gaps', () => {
  expect(pageSlots(5, 9)).toEqual([1, gap, 4, 5, 6, gap, 9])
})

it('widens the window to reach page 4 near the start', () => {
  for (const current of [1, 2, 3]) expect(pageSlots(current, 9)).toEqual([1, 2, 3, 4, gap, 9])
  expect(pageSlots(4, 9)).toEqual([1, gap, 3, 4, 5, gap, 9])
})

it('widens the window to the last three pages near the end', () => {
  for (const current of [7, 8, 9]) expect(pageSlots(current, 9)).toEqual([1, gap, 7, 8, 9])
})

it('always has the first, the current and the last page, rising, without repeats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (one, other) => {
      const [current, pages] = [Math.min(one, other), Math.max(one, other)]
      const numbers = pageSlots(current, pages).filter(slot => slot !== gap)
      expect(numbers).toContain(1)
      expect(numbers).toContain(current)
      expect(numbers).toContain(pages)
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    }),
  )
})

it('rounds the count of pages up, and has at least one', () => {
  expect([0, 1, 10, 11].map(total => pageCount(total, 10))).toEqual([1, 1, 1, 2])
})
