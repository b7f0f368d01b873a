import { expect, it } from 'vitest'
import { formatPercent } from '#contract/format.ts'
import { progressText } from './progress-text.ts'

it('says where a file goes on from only where something of it has arrived', () => {
  expect(progressText(400, 1_000, false)).toBe(formatPercent(40))
  expect(progressText(400, 1_000, true)).toBe(`بانتظار الإنترنت، يكمل من ${formatPercent(40)}`)
  expect(progressText(0, 1_000, true)).toBe('بانتظار الإنترنت')
  expect(progressText(0, 0, false)).toBe(formatPercent(0))
})
