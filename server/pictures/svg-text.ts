import type { PlacedGlyph, TextLine } from './text-layout.ts'

export type Anchor = 'right' | 'center' | 'left'

export interface TextPlace {
  /** The x of the edge (or middle) that the anchor names. */
  x: number
  /** The y of the first baseline. */
  y: number
  fill: string
  anchor?: Anchor
  /** From one baseline to the next, in sizes of the text; 1.6 unless told. */
  lineHeight?: number
  opacity?: number
}

type Command = { command: string; args: number[] }

const commandLetters: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}
const outlines = new Map<string, Command[]>()

/** Lines of text as one SVG path element: no font is needed to draw it. */
export function svgText(lines: TextLine[], place: TextPlace): string {
  const anchor = place.anchor ?? 'right'
  let y = place.y
  let data = ''
  for (const line of lines) {
    const left = place.x - (anchor === 'right' ? line.width : anchor === 'center' ? line.width / 2 : 0)
    data += linePath(line, left, y)
    y += line.style.size * (place.lineHeight ?? 1.6)
  }
  const opacity = place.opacity === undefined ? '' : ` fill-opacity="${place.opacity}"`
  return `<path fill="${place.fill}"${opacity} d="${data}"/>`
}

/** The height that lines take, from the first baseline to below the last. */
export function linesHeight(lines: TextLine[], lineHeight = 1.6): number {
  return lines.reduce((height, line) => height + line.style.size * lineHeight, 0)
}

function linePath(line: TextLine, left: number, baseline: number): string {
  let data = ''
  for (const glyph of line.glyphs) {
    const scale = line.style.size / glyph.font.unitsPerEm
    const originX = left + glyph.x
    const originY = baseline - glyph.y
    for (const { command, args } of outlineOf(glyph)) {
      data += commandLetters[command] ?? ''
      for (let index = 0; index < args.length; index += 2) {
        const x = originX + (args[index] ?? 0) * scale
        const y = originY - (args[index + 1] ?? 0) * scale
        data += `${index > 0 ? ' ' : ''}${round(x)} ${round(y)}`
      }
    }
  }
  return data
}

function outlineOf({ font, id }: PlacedGlyph): Command[] {
  const key = `${font.name}:${id}`
  let outline = outlines.get(key)
  if (!outline) {
    outline = font.outlines.getGlyph(id).path.commands as Command[]
    outlines.set(key, outline)
  }
  return outline
}

function round(value: number): number {
  return Math.round(value * 20) / 20
}
