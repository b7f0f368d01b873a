import bidiFactory from 'bidi-js'
import { drawingFont } from './fonts.ts'
import type { DrawingFont, FontFamily, FontWeight } from './fonts.ts'

export type Direction = 'rtl' | 'ltr'

export interface TextStyle {
  /** Units: those of the surface drawn on (points or pixels). */
  size: number
  weight: FontWeight
  /** The direction of the paragraph; right to left unless told. */
  direction?: Direction
}

export interface PlacedGlyph {
  font: DrawingFont
  id: number
  /** The characters that this glyph stands for, in logical order. */
  codePoints: number[]
  isRightToLeft: boolean
  /** From the left end of the line. */
  x: number
  /** Above the baseline. */
  y: number
  advance: number
}

export interface TextLine {
  text: string
  width: number
  style: TextStyle
  /** From left to right, as they stand on the page. */
  glyphs: PlacedGlyph[]
}

interface Run {
  text: string
  level: number
  family: FontFamily
}

const bidi = bidiFactory()
const arabicLetter = /\p{Script=Arabic}/u
const undrawable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu

interface ShapedLine {
  text: string
  width: number
  glyphs: PlacedGlyph[]
}

const shapedLines = new Map<string, ShapedLine>()
const rememberedLines = 8000

/** Shapes one line: runs of one direction and font in visual order, each glyph in its place. */
export function layoutLine(text: string, style: TextStyle): TextLine {
  const { size } = style
  const shaped = shapeLine(text, style)
  const glyphs = shaped.glyphs.map(glyph => ({
    ...glyph,
    x: glyph.x * size,
    y: glyph.y * size,
    advance: glyph.advance * size,
  }))
  return { text: shaped.text, width: shaped.width * size, style, glyphs }
}

/** A line at size 1; remembered, since the same words are measured and the same lines drawn over and over. */
function shapeLine(text: string, style: TextStyle): ShapedLine {
  const key = `${style.weight}${style.direction ?? 'rtl'}${text}`
  let shaped = shapedLines.get(key)
  if (!shaped) {
    const clean = text.replace(undrawable, ' ').trim()
    const glyphs: PlacedGlyph[] = []
    let width = 0
    for (const run of visualRuns(clean, style)) width = placeRun(run, style.weight, width, glyphs)
    shaped = { text: clean, width, glyphs }
    if (shapedLines.size >= rememberedLines) shapedLines.clear()
    shapedLines.set(key, shaped)
  }
  return shaped
}

/** Breaks a text at its spaces into lines that fit a width; the last allowed line ends in an ellipsis. */
export function layoutParagraph(
  text: string,
  style: TextStyle,
  maxWidth: number,
  maxLines = Infinity,
): TextLine[] {
  const lines = text.split('\n').flatMap(part => breakLines(part, style, maxWidth))
  const kept = lines.slice(0, maxLines)
  if (lines.length > kept.length) {
    const words = (kept.at(-1) ?? '').split(' ')
    while (words.length > 1 && layoutLine(`${words.join(' ')}…`, style).width > maxWidth) words.pop()
    kept[kept.length - 1] = `${words.join(' ')}…`
  }
  return kept.map(line => layoutLine(line, style))
}

/** The largest size, between two bounds, at which a text fits a width in so many lines. */
export function fitParagraph(
  text: string,
  style: Omit<TextStyle, 'size'> & { maxSize: number; minSize: number },
  maxWidth: number,
  maxLines: number,
): TextLine[] {
  const { maxSize, minSize, ...rest } = style
  for (let size = maxSize; size > minSize; size *= 0.93) {
    const lines = layoutParagraph(text, { ...rest, size }, maxWidth)
    if (lines.length <= maxLines && lines.every(line => line.width <= maxWidth)) return lines
  }
  return layoutParagraph(text, { ...rest, size: minSize }, maxWidth, maxLines)
}

function breakLines(text: string, style: TextStyle, maxWidth: number): string[] {
  const space = style.size * (shapeLine('ن ن', style).width - 2 * shapeLine('ن', style).width)
  const lines: string[] = []
  let current: string[] = []
  let width = 0
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const own = style.size * shapeLine(word, style).width
    if (current.length > 0 && width + space + own > maxWidth) {
      lines.push(current.join(' '))
      current = []
      width = 0
    }
    width += (current.length > 0 ? space : 0) + own
    current.push(word)
  }
  lines.push(current.join(' '))
  return lines
}

function visualRuns(text: string, style: TextStyle): Run[] {
  if (text === '') return []
  const { levels } = bidi.getEmbeddingLevels(text, style.direction ?? 'rtl')
  const families = familiesOf(text, style.weight)
  const runs: Run[] = []
  let index = 0
  for (const character of text) {
    const level = levels[index] ?? 0
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character
    const previous = runs.at(-1)
    const family = families[index]
    if (family) {
      if (previous && previous.level === level && previous.family === family) previous.text += mirrored
      else runs.push({ text: mirrored, level, family })
    }
    index += character.length
  }
  return reorder(runs)
}

/**
 * The font of every character, by its index; undefined where no font has it.
 * A word with a letter that the main font lacks is set in the fallback as a whole, so that its letters join.
 */
function familiesOf(text: string, weight: FontWeight): (FontFamily | undefined)[] {
  const families: (FontFamily | undefined)[] = []
  let index = 0
  let previous: FontFamily = 'arabic'
  for (const part of text.split(/(\s+)/)) {
    const characters = Array.from(part)
    const isForeign = characters.some(
      character => arabicLetter.test(character) && !has('arabic', weight, character),
    )
    const arabic: FontFamily = isForeign ? 'fallback' : 'arabic'
    for (const character of characters) {
      const order: FontFamily[] =
        character.trim() === ''
          ? [previous]
          : arabicLetter.test(character)
            ? [arabic, 'arabic']
            : ['latin', arabic, 'fallback']
      const family: FontFamily | undefined = order.find(candidate => has(candidate, weight, character))
      families[index] = family
      if (family) previous = family
      index += character.length
    }
  }
  return families
}

function has(family: FontFamily, weight: FontWeight, character: string): boolean {
  return drawingFont(family, weight).characters.has(character.codePointAt(0) ?? 0)
}

/** Rule L2 of the Unicode bidirectional algorithm, on whole runs. */
function reorder(runs: Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(...runs.map(run => run.level))
  for (let level = highest; level > 0; level--) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end + 1
    }
  }
  return ordered
}

function placeRun(run: Run, weight: FontWeight, startX: number, glyphs: PlacedGlyph[]): number {
  const font = drawingFont(run.family, weight)
  const isRightToLeft = run.level % 2 === 1
  const script = run.family === 'latin' ? 'latn' : 'arab'
  const shaped = font.shaping.layout(run.text, undefined, script, undefined, isRightToLeft ? 'rtl' : 'ltr')
  const scale = 1 / font.unitsPerEm
  let x = startX
  shaped.glyphs.forEach((glyph, index) => {
    const position = shaped.positions[index]
    if (!position) return
    const codePoints = isRightToLeft ? glyph.codePoints.map(unmirror) : glyph.codePoints
    glyphs.push({
      font,
      id: glyph.id,
      codePoints,
      isRightToLeft,
      x: x + position.xOffset * scale,
      y: position.yOffset * scale,
      advance: position.xAdvance * scale,
    })
    x += position.xAdvance * scale
  })
  return x
}

function unmirror(codePoint: number): number {
  const mirrored = bidi.getMirroredCharacter(String.fromCodePoint(codePoint))
  return mirrored?.codePointAt(0) ?? codePoint
}
