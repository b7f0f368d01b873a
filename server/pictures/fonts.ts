import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

export type FontWeight = 400 | 700

export interface DrawingFont {
  /** Unique among the loaded fonts: `arabic-700`. */
  name: string
  /** For shaping only. */
  shaping: Font
  /**
   * For outlines, widths and subsets: fontkit remembers a glyph without its letters when it was first met as part of
   * another's outline, and shaping would then no longer join it.
   */
  outlines: Font
  /** The code points that it has glyphs for. */
  characters: ReadonlySet<number>
  unitsPerEm: number
}

export type FontFamily = 'arabic' | 'latin' | 'fallback'

const files: Record<FontFamily, (weight: FontWeight) => string> = {
  arabic: weight => `@fontsource/readex-pro/files/readex-pro-arabic-${weight}-normal.woff`,
  latin: weight => `@fontsource/readex-pro/files/readex-pro-latin-${weight}-normal.woff`,
  fallback: weight => `@fontsource/vazirmatn/files/vazirmatn-arabic-${weight}-normal.woff`,
}

const require = createRequire(import.meta.url)
const loaded = new Map<string, DrawingFont>()

/** The font of a family and weight; read from the installed package once. */
export function drawingFont(family: FontFamily, weight: FontWeight): DrawingFont {
  const name = `${family}-${weight}`
  let font = loaded.get(name)
  if (!font) {
    const bytes = unpackWoff(readFileSync(require.resolve(files[family](weight))))
    const shaping = openFont(bytes)
    font = {
      name,
      shaping,
      outlines: openFont(bytes),
      characters: new Set(shaping.characterSet),
      unitsPerEm: shaping.unitsPerEm,
    }
    loaded.set(name, font)
  }
  return font
}

function openFont(bytes: Buffer): Font {
  const font = fontkit.create(bytes)
  if (!('layout' in font)) throw new Error('The file holds more than one font')
  return font
}
