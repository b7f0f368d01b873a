import { lastStrip, stripShare, topOfStrip } from '#contract/page-pictures.ts'
import type { Box } from '#server/reading/page.types.ts'

/** A strip of a page's picture around a place, and where words stand on it. Shape: boxes as shares of the strip. */
export interface CutOut {
  strip: number
  marks: Box[]
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000

/** How much of the words of a page an edge goes through. */
function cutBy(edge: number, boxes: readonly Box[]): number {
  const isOnPage = edge > 0 && edge < 1
  if (!isOnPage) return 0
  return boxes.reduce(
    (sum, [, top, width, height]) => sum + width * Math.max(0, Math.min(edge - top, top + height - edge)),
    0,
  )
}

/** The strip that has all of a place with half a line around it, and cuts the least of other words; of equals the one that has it nearest to its middle. */
export function cutOutAt(place: Box, boxes: readonly Box[], found: readonly Box[]): CutOut {
  const middle = place[1] + place[3] / 2
  const from = Math.max(0, place[1] - place[3] / 2)
  const to = Math.min(1, place[1] + place[3] * 1.5)
  const rated = Array.from({ length: lastStrip + 1 }, (_, strip) => {
    const top = topOfStrip(strip)
    const isWhole = top <= from && to <= top + stripShare
    const away = Math.abs(top + stripShare / 2 - middle)
    const cut = isWhole ? cutBy(top, boxes) + cutBy(top + stripShare, boxes) : Infinity
    return { strip, top, cut, away }
  })
  const best = rated.reduce((one, other) =>
    other.cut < one.cut || (other.cut === one.cut && other.away < one.away) ? other : one,
  )
  const marks = found.flatMap(([left, top, width, height]): Box[] => {
    const from = Math.max(0, (top - best.top) / stripShare)
    const to = Math.min(1, (top + height - best.top) / stripShare)
    const isSeen = (to - from) * stripShare >= height / 2
    return isSeen ? [[left, from, width, to - from].map(rounded) as unknown as Box] : []
  })
  return { strip: best.strip, marks }
}
