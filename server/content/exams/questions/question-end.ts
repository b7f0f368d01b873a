import type { Box } from '#server/reading/page.types.ts'

/** The text of a page, and the boxes of its words in their order. */
interface PlacedText {
  text: string
  boxes: readonly Box[]
}

/** Less room than this between two lines is no place to part a page. Units: the page's height. */
const leastRoom = 0.002

const bottomOf = ([, top, , height]: Box) => top + height

/**
 * Where a page can be parted below a line, numbered from 0, so that no word is cut. What is drawn below the line stays with
 * it. Units: the page's height. Undefined where words of other lines stand in the way, and where nothing follows.
 */
export function endBelow({ text, boxes }: PlacedText, line: number): number | undefined {
  const counts = text.split('\n').map(words => words.split(' ').length)
  if (counts.reduce((sum, count) => sum + count, 0) !== boxes.length) return undefined
  const from = counts.slice(0, line).reduce((sum, count) => sum + count, 0)
  const last = boxes.slice(from, from + (counts[line] ?? 0))
  const bottom = Math.max(...last.map(bottomOf))
  const next = Math.min(...boxes.filter(([, top]) => top > bottom).map(([, top]) => top))
  const room = next - bottom
  if (!Number.isFinite(next) || room < leastRoom) return undefined
  const height = Math.max(...last.map(([, , , high]) => high))
  const end = Math.max(bottom + room / 2, next - height / 2)
  const isClear = boxes.every(box => box[1] >= end || bottomOf(box) <= end)
  return isClear ? end : undefined
}
