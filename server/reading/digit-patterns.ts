import { readFileSync } from 'node:fs'
import type { Grey } from './grey-picture.ts'

/** Digits are compared as patterns of so many cells to a side. */
export const patternSide = 14

export type DigitScript = 'latn' | 'arab'

/** What is compared of a mark of ink. */
export interface InkPattern {
  aspect: number
  height: number
  middle: number
  /** 0 to 15, row by row. */
  cells: Float32Array
}

interface Template extends InkPattern {
  script: DigitScript
  digit: number
}

/** The digit that a pattern is nearest to, and how much nearer than to any other. */
export interface DigitGuess {
  digit: number
  distance: number
  /** Distance to the next other digit by that to the best; large is sure. */
  margin: number
}

const aspectWeight = 9
const heightWeight = 30
const middleWeight = 30

let templates: Template[] | undefined

function loadTemplates(): Template[] {
  if (templates !== undefined) return templates
  const file = new URL('./digit-templates.json', import.meta.url)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as (Omit<Template, 'cells'> & { pattern: string })[]
  templates ??= kept.flatMap(({ pattern, ...rest }) => {
    const sharp = Float32Array.from(pattern, level => Number.parseInt(level, 16))
    return [sharp, blurred(sharp), blurred(blurred(sharp))].map(cells => ({ ...rest, cells }))
  })
  return templates
}

/** As a scanner and its compression leave it. */
function blurred(cells: Float32Array): Float32Array {
  const soft = new Float32Array(cells.length)
  for (let y = 0; y < patternSide; y += 1) {
    for (let x = 0; x < patternSide; x += 1) {
      let sum = 0
      let count = 0
      for (let v = Math.max(0, y - 1); v <= Math.min(patternSide - 1, y + 1); v += 1) {
        for (let u = Math.max(0, x - 1); u <= Math.min(patternSide - 1, x + 1); u += 1) {
          sum += cells[v * patternSide + u] ?? 0
          count += 1
        }
      }
      soft[y * patternSide + x] = sum / count
    }
  }
  return soft
}

/** A box of pixels; right and bottom are outside. */
export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** The pattern of the ink in a box. `tall`, `foot`: height and lower edge of the digits of its line. */
export function patternOf(grey: Grey, box: PixelBox, line: { tall: number; foot: number }): InkPattern {
  const width = box.right - box.left
  const height = box.bottom - box.top
  let darkest = 255
  let lightest = 0
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const level = grey.levels[y * grey.width + x] ?? 255
      darkest = Math.min(darkest, level)
      lightest = Math.max(lightest, level)
    }
  }
  const range = Math.max(40, Math.max(lightest, 200) - darkest)
  const cells = new Float32Array(patternSide * patternSide)
  for (let row = 0; row < patternSide; row += 1) {
    for (let column = 0; column < patternSide; column += 1) {
      const fromX = box.left + (column * width) / patternSide
      const toX = box.left + ((column + 1) * width) / patternSide
      const fromY = box.top + (row * height) / patternSide
      const toY = box.top + ((row + 1) * height) / patternSide
      cells[row * patternSide + column] = (15 * meanInk(grey, fromX, toX, fromY, toY, darkest)) / range
    }
  }
  return {
    aspect: width / height,
    height: height / line.tall,
    middle: (line.foot - (box.top + box.bottom) / 2) / line.tall,
    cells,
  }
}

function meanInk(
  grey: Grey,
  fromX: number,
  toX: number,
  fromY: number,
  toY: number,
  darkest: number,
): number {
  const samples = 3
  let sum = 0
  for (let v = 0; v < samples; v += 1) {
    for (let u = 0; u < samples; u += 1) {
      const x = fromX + ((u + 0.5) / samples) * (toX - fromX) - 0.5
      const y = fromY + ((v + 0.5) / samples) * (toY - fromY) - 0.5
      sum += levelAt(grey, x, y)
    }
  }
  const mean = sum / (samples * samples)
  return Math.max(0, Math.min(255 - darkest, 255 - mean - 25))
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

/** How unlike two patterns are; anything above `limit` where they are less alike than that. */
function distance(a: InkPattern, b: InkPattern, limit = Infinity): number {
  const aspect = Math.log(a.aspect / b.aspect)
  const height = a.height - b.height
  const middle = a.middle - b.middle
  const shape =
    aspectWeight * aspect * aspect + heightWeight * height * height + middleWeight * middle * middle
  const most = (limit - shape) * a.cells.length
  if (most <= 0) return Infinity
  let sum = 0
  for (let index = 0; index < a.cells.length; index += 1) {
    const difference = (a.cells[index] ?? 0) - (b.cells[index] ?? 0)
    sum += difference * difference
    if (sum > most) return Infinity
  }
  return sum / a.cells.length + shape
}

/** The nearest digit among the patterns of fonts. */
export function guessDigit(pattern: InkPattern, script: DigitScript): DigitGuess {
  const best = new Float64Array(10).fill(Infinity)
  for (const template of loadTemplates()) {
    if (template.script !== script) continue
    const nearestYet = best[template.digit] ?? Infinity
    best[template.digit] = Math.min(nearestYet, distance(pattern, template, nearestYet))
  }
  return nearest(best)
}

/** The nearest digit among examples, one list for each digit. */
export function guessByExamples(
  pattern: InkPattern,
  examples: readonly (InkPattern | undefined)[],
): DigitGuess {
  const best = new Float64Array(10).fill(Infinity)
  for (const [digit, example] of examples.entries()) {
    if (example !== undefined) best[digit] = distance(pattern, example)
  }
  return nearest(best)
}

function nearest(best: Float64Array): DigitGuess {
  let digit = 0
  for (let each = 1; each < 10; each += 1) if ((best[each] ?? 0) < (best[digit] ?? 0)) digit = each
  const smallest = best[digit] ?? Infinity
  const second = Math.min(...best.filter((_, each) => each !== digit))
  return { digit, distance: smallest, margin: second / Math.max(0.5, smallest) }
}

/** The mean of patterns. */
export function meanPattern(patterns: readonly InkPattern[]): InkPattern | undefined {
  if (patterns.length === 0) return undefined
  const mean = (of: (pattern: InkPattern) => number) =>
    patterns.reduce((sum, pattern) => sum + of(pattern), 0) / patterns.length
  const cells = new Float32Array(patternSide * patternSide)
  for (let index = 0; index < cells.length; index += 1)
    cells[index] = mean(pattern => pattern.cells[index] ?? 0)
  return {
    aspect: Math.exp(mean(pattern => Math.log(pattern.aspect))),
    height: mean(pattern => pattern.height),
    middle: mean(pattern => pattern.middle),
    cells,
  }
}
