import type { Grey } from './grey-picture.ts'

/** A box of pixels; right and bottom are outside. */
export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** What the digits of one number have in common. Units: pixels, and levels of grey. */
export interface NumberLook {
  /** Height of the tallest digit. */
  tall: number
  /** Lower edge of the lowest. */
  foot: number
  paper: number
  ink: number
}

/** What a digit is told by: the cells of a window around it, row by row; 0 is paper, 1 ink. */
export type DigitWindow = Float32Array

export const windowColumns = 16
export const windowRows = 20
/** Cells to the height of the tallest digit of a number. */
const cellsTall = 16
const cellsBelow = 2
const paperShare = 0.85
const inkShare = 0.04
const leastContrast = 30

/** Levels of paper and ink in the box of a number. */
export function lookOf(
  { width, levels }: Grey,
  box: PixelBox,
  line: { tall: number; foot: number },
): NumberLook {
  const counts = new Uint32Array(256)
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const level = levels[y * width + x] ?? 255
      counts[level] = (counts[level] ?? 0) + 1
    }
  }
  const all = Math.max(1, (box.right - box.left) * (box.bottom - box.top))
  const levelAt = (share: number) => {
    let sum = 0
    return counts.findIndex(count => (sum += count) >= share * all)
  }
  const paper = levelAt(paperShare)
  return { ...line, paper, ink: Math.min(levelAt(inkShare), paper - leastContrast) }
}

/** The window around a digit's box; what stands outside of the box is paper. */
export function windowOf(grey: Grey, box: PixelBox, look: NumberLook): DigitWindow {
  const cell = look.tall / cellsTall
  const fromX = (box.left + box.right) / 2 - (windowColumns / 2) * cell
  const fromY = look.foot - (windowRows - cellsBelow) * cell
  const samples = cell > 3 ? 3 : 2
  const cells = new Float32Array(windowColumns * windowRows)
  for (let row = 0; row < windowRows; row += 1) {
    for (let column = 0; column < windowColumns; column += 1) {
      let sum = 0
      for (let v = 0; v < samples; v += 1) {
        const y = fromY + (row + (v + 0.5) / samples) * cell
        if (y < box.top - 1 || y > box.bottom + 1) continue
        for (let u = 0; u < samples; u += 1) {
          const x = fromX + (column + (u + 0.5) / samples) * cell
          if (x < box.left - 1 || x > box.right + 1) continue
          const level = levelAt(grey, x - 0.5, y - 0.5)
          sum += Math.max(0, Math.min(1.2, (look.paper - level) / (look.paper - look.ink)))
        }
      }
      cells[row * windowColumns + column] = sum / (samples * samples)
    }
  }
  return cells
}

function levelAt({ width, height, levels }: Grey, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const across = Math.max(0, Math.min(1, x - left))
  const down = Math.max(0, Math.min(1, y - top))
  const at = top * width + left
  return (
    ((levels[at] ?? 255) * (1 - across) + (levels[at + 1] ?? 255) * across) * (1 - down) +
    ((levels[at + width] ?? 255) * (1 - across) + (levels[at + width + 1] ?? 255) * across) * down
  )
}
