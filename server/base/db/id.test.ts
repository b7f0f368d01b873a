import { expect, it } from 'vitest'
import { newId } from './id.ts'

it('makes ids of 16 letters in lower-case base 32', () => {
  expect(newId()).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
})

it('makes ids that sort by the time they were made', () => {
  const moments = [1, 999, 1_700_000_000_000, 1_700_000_000_001, 4_102_444_800_000]
  const ids = moments.map(moment => newId(moment))
  expect([...ids].sort()).toEqual(ids)
})

it('makes no id twice', () => {
  const count = 50_000
  const nowMs = Date.now()
  /* A hundred in each millisecond: of so many in one, two would be alike once in thirty times. */
  const ids = Array.from({ length: count }, (_, place) => newId(nowMs + Math.floor(place / 100)))
  expect(new Set(ids).size).toBe(count)
})
