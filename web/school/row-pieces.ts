import type { RowPicture } from '#contract/resources/lookup.ts'

/** A piece of a page's picture and where it is put. Units: pixels of the picture. */
export interface RowPiece {
  from: { x: number; y: number; width: number; height: number }
  at: { x: number; y: number }
}

/** The pieces that show one row under its head. Units: pixels of the picture. */
export interface RowLayout {
  width: number
  height: number
  pieces: RowPiece[]
  /** There is nowhere to cut: the row is one long line. */
  isWhole: boolean
}

/** So much of the page's width can be read on a phone without panning. */
const widestLine = 0.46
/** Narrower ends are joined to their neighbour. */
const narrowest = 0.03
const gapPx = 10

/** The ends of the lines, from right to left, as shares of the page's width. */
function linesOf(cuts: readonly number[], left: number, right: number): { left: number; right: number }[] {
  const inside = cuts.filter(cut => cut > left + narrowest && cut < right - narrowest)
  const edges = [...inside.toReversed(), left]
  const lines: { left: number; right: number }[] = []
  let from = right
  for (const [index, edge] of edges.entries()) {
    const next = edges[index + 1]
    if (next !== undefined && from - next <= widestLine) continue
    lines.push({ left: edge, right: from })
    from = edge
  }
  return lines
}

/** Cuts a row at the edges of its cells into lines that a phone shows large, each under its part of the head. */
export function layOutRow({ width, height, head, row, cuts }: RowPicture): RowLayout {
  const [rowLeft, rowTop, rowWidth, rowHeight] = row
  const lines = linesOf(cuts, rowLeft, rowLeft + rowWidth)
  const widest = Math.max(...lines.map(line => line.right - line.left)) * width
  const bands = [...(head === null ? [] : [[head[1], head[3]] as const]), [rowTop, rowHeight] as const]
  const pieces: RowPiece[] = []
  let y = 0
  for (const line of lines) {
    const pieceWidth = (line.right - line.left) * width
    if (y > 0) y += gapPx
    for (const [top, share] of bands) {
      const from = { x: line.left * width, y: top * height, width: pieceWidth, height: share * height }
      pieces.push({ from, at: { x: widest - pieceWidth, y } })
      y += share * height
    }
  }
  return { width: widest, height: y, pieces, isWhole: lines.length === 1 && rowWidth > widestLine }
}
