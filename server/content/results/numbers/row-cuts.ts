import type { Box, Page, SheetRow } from '#server/reading/page.types.ts'

/** Narrower gaps are those between words of one cell. Units: fractions of the page's width. */
const leastGap = 0.004

const isWithin = ([left, top, width, height]: Box, [x, y, w, h]: Box) => {
  const middleX = x + w / 2
  const middleY = y + h / 2
  return middleX > left && middleX < left + width && middleY > top && middleY < top + height
}

/**
 * Where the rows of a page may be cut without hurting a word of any of them, from left to right; none on a page whose
 * words are not known. Units: fractions of the page's width.
 */
export function cutsOf(page: Page, head: Box | null, rows: readonly SheetRow[]): number[] {
  const [first] = rows
  if (page.source !== 'text' || first === undefined) return []
  const boxes = [...(head ? [head] : []), ...rows.map(row => row.box)]
  const words = page.lines
    .flatMap(line => line.words)
    .filter(word => boxes.some(box => isWithin(box, word.box)))
    .map(({ box: [x, , w] }) => ({ left: x, right: x + w }))
    .toSorted((a, b) => a.left - b.left)
  const cuts: number[] = []
  let reach = words[0]?.right ?? 0
  for (const { left, right } of words) {
    if (left - reach > leastGap) cuts.push(Math.round(((left + reach) / 2) * 1e4) / 1e4)
    reach = Math.max(reach, right)
  }
  return cuts
}
