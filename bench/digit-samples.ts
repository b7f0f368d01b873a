/** Pictures of digits of many fonts, as scanners, compression and our own straightening leave them. */
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import type { Font } from 'fontkit'
import sharp from 'sharp'
import { noDigit } from '#server/reading/digit-net.ts'
import type { DigitScript } from '#server/reading/digit-net.ts'
import { lookOf } from '#server/reading/digit-window.ts'
import type { DigitWindow, PixelBox } from '#server/reading/digit-window.ts'
import { contrastOf, inkOf, straightened } from '#server/reading/grey-picture.ts'
import type { Grey, Ink } from '#server/reading/grey-picture.ts'
import { groupsIn } from '#server/reading/picture-rows.ts'
import { numbersIn, signOf } from '#server/reading/picture-signs.ts'
import { seeded } from './sheet-plans.ts'

export interface DigitSample {
  window: DigitWindow
  /** 0 to 9 Latin, 10 to 19 Arabic, 20 no digit. */
  label: number
}

interface Placed {
  label: number
  left: number
  right: number
}

const scripts = { latn: 0x30, arab: 0x0660 } as const
const noDigits = [...'شصطعمنكجيقفبتسحدأة-/.:ABDEGHKMNRSWXaefgmnt']
const pageWidth = 2600
const rows = 14
const inks = [0.66, 0.74, 0.82]

/** The faces of a font file that has the ten digits of a script. */
export function fontOf(file: string, script: DigitScript): Font | undefined {
  const font = create(readFileSync(file)) as Font
  const hasAll = Array.from({ length: 10 }, (_, digit) => font.hasGlyphForCodePoint(scripts[script] + digit))
  return hasAll.every(Boolean) ? font : undefined
}

interface Drawn {
  path: string
  isWord: boolean
  placed: Placed[]
  top: number
  bottom: number
}

/** A column of numbers in one font, drawn, spoilt, straightened and taken apart again. */
export async function samplesOf(font: Font, script: DigitScript, seed: number): Promise<DigitSample[]> {
  const next = seeded(seed)
  const between = (from: number, to: number) => from + next() * (to - from)
  const dpi = [110, 130, 150, 170, 200, 300][Math.floor(next() * 6)] ?? 200
  const scale = 300 / dpi
  const size = between(15, 46) / scale
  const spread = next() < 0.7 ? 0 : between(0, 0.06)
  const width = Math.round(pageWidth / scale)
  const pitch = size * 2.4
  const lines: Drawn[] = []
  for (let row = 0; row < rows; row += 1) {
    let x = between(20, 40)
    const foot = pitch * (row + 1)
    while (x < width - size * 9) {
      const drawn = drawNumber(font, script, { x, foot, size, spread, isWord: next() < 0.12 }, next)
      lines.push(drawn)
      x = Math.max(x, ...drawn.placed.map(each => each.right)) + size * between(1.6, 2.6)
    }
  }
  const height = Math.ceil(pitch * (rows + 1))
  const degrees = next() < 0.6 ? between(-2.2, 2.2) : 0
  const grey = await spoil(lines, { width, height, scale, degrees, next })
  const contrast = contrastOf(grey)
  const seen = inks.map(share => inkOf(grey, contrast, share))
  return lines.flatMap(line => {
    const ink = seen[Math.floor(next() * seen.length)]
    if (ink === undefined) return []
    const band = {
      top: Math.max(0, Math.floor(line.top * scale - 10)),
      bottom: Math.min(grey.height, Math.ceil(line.bottom * scale + 10)),
      left: Math.max(0, Math.floor(Math.min(...line.placed.map(each => each.left)) * scale - 8)),
      right: Math.min(grey.width, Math.ceil(Math.max(...line.placed.map(each => each.right)) * scale + 8)),
    }
    return labelled(grey, ink, band, line, scale, next)
  })
}

function labelled(
  grey: Grey,
  ink: Ink,
  band: { top: number; bottom: number; left: number; right: number },
  { placed, isWord }: Drawn,
  scale: number,
  next: () => number,
): DigitSample[] {
  const [number] = numbersIn(grey, groupsIn(ink, band), band)
  if (number === undefined) return []
  const samples: DigitSample[] = []
  for (const { box, window } of number.signs) {
    const inside = placed.filter(each => {
      const middle = ((each.left + each.right) / 2) * scale
      return middle > box.left && middle < box.right
    })
    const [only] = inside
    if (only === undefined) continue
    const isTorn = box.right - box.left < 0.55 * (only.right - only.left) * scale
    if (isTorn) continue
    const label = inside.length === 1 ? only.label : noDigit
    // Digits among letters are of another size than they are in numbers.
    if (!isWord || label === noDigit) samples.push({ window, label })
  }
  const at = Math.floor(next() * (number.signs.length - 1))
  const [one, two] = [number.signs[at], number.signs[at + 1]]
  if (one !== undefined && two !== undefined) {
    const joined: PixelBox = {
      left: one.box.left,
      right: two.box.right,
      top: Math.min(one.box.top, two.box.top),
      bottom: Math.max(one.box.bottom, two.box.bottom),
    }
    const tall = Math.max(...number.signs.map(sign => sign.box.bottom - sign.box.top))
    const look = lookOf(grey, number.box, { tall, foot: number.box.bottom })
    if (joined.right - joined.left < tall * 1.1) {
      samples.push({ window: signOf(grey, joined, look).window, label: noDigit })
    }
  }
  return samples
}

function drawNumber(
  font: Font,
  script: DigitScript,
  place: { x: number; foot: number; size: number; spread: number; isWord: boolean },
  next: () => number,
): Drawn {
  const digits = Array.from({ length: 10 }, (_, digit) => font.glyphForCodePoint(scripts[script] + digit))
  const tall = Math.max(...digits.map(glyph => glyph.path.bbox.maxY))
  const zoom = place.size / tall
  const others = noDigits
    .map(sign => sign.codePointAt(0) ?? 0)
    .filter(code => font.hasGlyphForCodePoint(code))
  let { x } = place
  let path = ''
  const placed: Placed[] = []
  let top = place.foot
  let bottom = place.foot
  const count = 8 + Math.floor(next() * 4)
  for (let index = 0; index < count; index += 1) {
    const isOther = place.isWord && index % 2 === 1 && others.length > 0
    const digit = Math.floor(next() * 10)
    const code = isOther ? (others[Math.floor(next() * others.length)] ?? 0) : scripts[script] + digit
    const glyph = font.glyphForCodePoint(code)
    const { minX, maxX, minY, maxY } = glyph.path.bbox
    path += `<path transform="translate(${x} ${place.foot}) scale(${zoom} ${-zoom})" d="${glyph.path.toSVG()}"/>`
    const label = isOther ? noDigit : digit + (script === 'arab' ? 10 : 0)
    placed.push({ label, left: x + minX * zoom, right: x + maxX * zoom })
    top = Math.min(top, place.foot - maxY * zoom)
    bottom = Math.max(bottom, place.foot - minY * zoom)
    x += glyph.advanceWidth * zoom + place.spread * place.size
  }
  return { path, isWord: place.isWord, placed, top, bottom }
}

async function spoil(
  lines: readonly Drawn[],
  how: { width: number; height: number; scale: number; degrees: number; next: () => number },
): Promise<Grey> {
  const { width, height, scale, degrees, next } = how
  const weight = next() < 0.3 ? next() * 0.9 : 0
  const dark = Math.round(next() * 90)
  const paper = Math.round(205 + next() * 50)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><g fill="black" stroke="black" stroke-width="${weight}">${lines.map(line => line.path).join('')}</g></svg>`
  const flat = await sharp(Buffer.from(svg)).grayscale().raw().toBuffer()
  const turned = straightened({ width, height, levels: new Uint8Array(flat) }, -degrees)
  const blur = next() < 0.55 ? 0.3 + next() * 0.9 : 0
  let image = sharp(Buffer.from(turned.levels), { raw: { width, height, channels: 1 } })
  if (blur > 0.3) image = image.blur(blur)
  const soft = await image.grayscale().raw().toBuffer()
  const noise = next() < 0.75 ? next() * 26 : 0
  const shade = next() < 0.3 ? next() * 70 : 0
  for (let index = 0; index < soft.length; index += 1) {
    const level = ((soft[index] ?? 0) / 255) * (paper - dark) + dark
    const lit = level * (1 - (shade / 255) * ((index % width) / width))
    soft[index] = Math.max(0, Math.min(255, lit + (next() + next() - 1) * noise))
  }
  const quality = Math.round(28 + next() * 62)
  const jpeg = await sharp(soft, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer()
  const { data, info } = await sharp(jpeg)
    .resize(Math.round(width * scale), Math.round(height * scale), {
      kernel: next() < 0.5 ? 'cubic' : 'linear',
      fit: 'fill',
    })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grey: Grey = { width: info.width, height: info.height, levels: new Uint8Array(data) }
  return degrees === 0 ? grey : straightened(grey, degrees + (next() - 0.5) * 0.12)
}
