import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { PdfPages } from './read-pages.ts'

/** A page as a picture that browsers show. Units: pixels. */
export interface PagePicture {
  bytes: Buffer
  width: number
  height: number
}

const defaultWidthPx = 1400
const defaultMaxBytes = 150 * 1024
const qualities = [78, 62, 48, 36]
const shrink = 0.8
const leastWidthPx = 480

/**
 * Draws a page upright as WebP, as sharp as fits into `maxBytes`. Boxes of the page's text hold for the picture, as
 * fractions. `turn`: the page's own. Units: bytes, pixels.
 * Errors: PdfError.
 */
export async function drawPage(
  pages: PdfPages,
  page: { number: number; turn: number },
  { widthPx = defaultWidthPx, maxBytes = defaultMaxBytes } = {},
): Promise<PagePicture> {
  const isSideways = page.turn % 2 === 1
  for (let width = widthPx; ; width = Math.round(width * shrink)) {
    const drawn = pages.drawPixels(page.number, isSideways ? sidewaysWidth(pages, page.number, width) : width)
    const picture = await upright(drawn, page.turn)
    for (const quality of qualities) {
      const { data, info } = await picture
        .clone()
        .webp({ quality, effort: 4 })
        .toBuffer({ resolveWithObject: true })
      const isLast = width * shrink < leastWidthPx && quality === qualities.at(-1)
      if (data.byteLength <= maxBytes || isLast)
        return { bytes: data, width: info.width, height: info.height }
    }
  }
}

/** The width to draw at so that the page is `widthPx` wide once it is turned. */
function sidewaysWidth(pages: PdfPages, number: number, widthPx: number): number {
  const { width, height } = pages.drawPixels(number, 64)
  return Math.max(1, Math.round((widthPx * width) / height))
}

async function upright(
  drawn: { width: number; height: number; pixels: Uint8Array },
  turn: number,
): Promise<Sharp> {
  const rgb = withoutAlpha(drawn.pixels)
  const raw = { width: drawn.width, height: drawn.height, channels: 3 as const }
  if (turn === 0) return sharp(rgb, { raw })
  const { data, info } = await sharp(rgb, { raw })
    .rotate(turn * 90)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
}

function withoutAlpha(bgra: Uint8Array): Buffer {
  const rgb = Buffer.allocUnsafe((bgra.length / 4) * 3)
  for (let from = 0, to = 0; from < bgra.length; from += 4, to += 3) {
    rgb[to] = bgra[from + 2] ?? 0
    rgb[to + 1] = bgra[from + 1] ?? 0
    rgb[to + 2] = bgra[from] ?? 0
  }
  return rgb
}
