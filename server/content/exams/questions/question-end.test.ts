import { expect, it } from 'vitest'
import type { Box } from '#server/reading/page.types.ts'
import { endBelow } from './question-end.ts'

const high = 0.02
/** A page of lines with two words each, at these heights. */
const pageOf = (...tops: number[]) => ({
  text: tops.map((_, line) => `كلمة ${line}`).join('\n'),
  boxes: tops.flatMap((top): Box[] => [
    [0.5, top, 0.3, high],
    [0.1, top + 0.002, 0.3, high - 0.002],
  ]),
})

it('parts a page between two lines', () => {
  expect(endBelow(pageOf(0.1, 0.14, 0.18), 1)).toBeCloseTo(0.17)
})

it('leaves what is drawn below a line with that line', () => {
  expect(endBelow(pageOf(0.1, 0.5), 0)).toBeCloseTo(0.49)
})

it.each([
  ['nothing follows', pageOf(0.1, 0.14), 1],
  ['lines stand too near', pageOf(0.1, 0.1215), 0],
  ['another column goes on beside it', pageOf(0.1, 0.14, 0.112), 0],
  ['the boxes are not those of the text', { ...pageOf(0.1, 0.14), boxes: [] }, 0],
  ['it has no such line', pageOf(0.1, 0.14), 7],
])('parts no page where %s', (_, page, line) => {
  expect(endBelow(page, line)).toBeUndefined()
})
