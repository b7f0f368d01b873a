import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { DrawnPage, PdfPages } from './page.types.ts'

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
 * Draws a page upright and straight as WebP, as sharp as fits into `maxBytes`. Boxes of the page's text hold for the picture, as
 * fractions. `turn` and `skew`: the page's own. Units: bytes, pixels.
 * Errors: PdfError.
 */
export async function drawPage(
  pages: PdfPages,
  page: { number: number; turn: number; skew: number },
  { widthPx = defaultWidthPx, maxBytes = defaultMaxBytes } = {},
): Promise<PagePicture> {
  const isSideways = page.turn % 2 === 1
  for (let width = widthPx; ; width = Math.round(width * shrink)) {
    const drawn = pages.drawPixels(page.number, isSideways ? sidewaysWidth(pages, page.number, width) : width)
    const picture = await upright(drawn, page)
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

async function upright(drawn: DrawnPage, page: { turn: number; skew: number }): Promise<Sharp> {
  const raw = { width: drawn.width, height: drawn.height, channels: 3 as const }
  let picture = { data: withoutAlpha(drawn.pixels), info: raw }
  if (page.turn !== 0) picture = await turned(picture, page.turn * 90)
  const { width, height } = picture.info
  if (page.skew !== 0) picture = await turned(picture, -page.skew)
  const left = Math.max(0, Math.round((picture.info.width - width) / 2))
  const top = Math.max(0, Math.round((picture.info.height - height) / 2))
  return sharp(picture.data, { raw: picture.info }).extract({ left, top, width, height })
}

interface RawPicture {
  data: Buffer
  info: { width: number; height: number; channels: 3 }
}

async function turned(picture: RawPicture, degrees: number): Promise<RawPicture> {
  const { data, info } = await sharp(picture.data, { raw: picture.info })
    .rotate(degrees, { background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: 3 } }
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
