import { sharp } from '#server/base/pictures-library.ts'
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
    const drawn = pages.drawRgb(page.number, isSideways ? sidewaysWidth(pages, page.number, width) : width)
    const pictureOf = await upright(drawn, page)
    for (const quality of qualities) {
      const { data, info } = await pictureOf()
        .webp({ quality, effort: 4 })
        .toBuffer({ resolveWithObject: true })
      const isLast = width * shrink < leastWidthPx && quality === qualities.at(-1)
      if (data.byteLength <= maxBytes || isLast)
        return { bytes: data, width: info.width, height: info.height }
    }
  }
}

/** A width that a page is wanted in. Units: pixels, bytes. */
export interface WantedWidth {
  width: number
  maxBytes: number
}

const lastQualities = [24, 14]
/** Of libwebp's 0–6. Effort 4 takes half as long again for 3 % fewer bytes. */
const quickEffort = 2
/** A page that is a long strip is drawn smaller. */
const maxDrawnPixels = 16_000_000

/** Draws a page as the file has it, as wide as the widest that is wanted. Errors: PdfError. */
export function drawWidest(pages: PdfPages, number: number, wanted: readonly WantedWidth[]): RawPicture {
  const widest = Math.max(...wanted.map(({ width }) => width))
  const { width, height } = pages.sizeOf(number)
  const fitting = Math.floor(Math.sqrt((maxDrawnPixels * width) / height))
  return rawOf(pages.drawRgb(number, Math.max(1, Math.min(widest, fitting))))
}

/**
 * Gives a drawn page as WebP in a width, as sharp as fits into its bytes; what does not fit is given at the lowest quality.
 */
export async function packedAt({ data, info }: RawPicture, wanted: WantedWidth): Promise<Buffer> {
  if (info.width <= wanted.width) return fitted({ data, info }, wanted.maxBytes)
  const whole = sharp(data, { raw: info }).resize({ width: wanted.width })
  const sized = await whole.raw().toBuffer({ resolveWithObject: true })
  const { width, height } = sized.info
  return fitted({ data: sized.data, info: { width, height, channels: 3 } }, wanted.maxBytes)
}

async function fitted({ data, info }: RawPicture, maxBytes: number): Promise<Buffer> {
  let smallest: Buffer | undefined
  for (const quality of [...qualities, ...lastQualities]) {
    smallest = await sharp(data, { raw: info }).webp({ quality, effort: quickEffort }).toBuffer()
    if (smallest.byteLength <= maxBytes) break
  }
  if (smallest === undefined) throw new Error('a picture has qualities')
  return smallest
}

/** The width to draw at so that the page is `widthPx` wide once it is turned. */
function sidewaysWidth(pages: PdfPages, number: number, widthPx: number): number {
  const { width, height } = pages.drawPixels(number, 64)
  return Math.max(1, Math.round((widthPx * width) / height))
}

/** The upright picture, opened anew for each quality: the library's own copy of an open one takes its pixels along. */
async function upright(drawn: DrawnPage, page: { turn: number; skew: number }): Promise<() => Sharp> {
  let picture = rawOf(drawn)
  if (page.turn !== 0) picture = await turned(picture, page.turn * 90)
  const { width, height } = picture.info
  if (page.skew !== 0) picture = await turned(picture, -page.skew)
  const { data, info } = picture
  const left = Math.max(0, Math.round((info.width - width) / 2))
  const top = Math.max(0, Math.round((info.height - height) / 2))
  const isWhole = info.width === width && info.height === height
  return () => {
    const opened = sharp(data, { raw: info })
    return isWhole ? opened : opened.extract({ left, top, width, height })
  }
}

/** Pixels as the library for pictures takes them. Shape: RGB rows without gaps. */
export interface RawPicture {
  data: Uint8Array
  info: { width: number; height: number; channels: 3 }
}

async function turned(picture: RawPicture, degrees: number): Promise<RawPicture> {
  const { data, info } = await sharp(picture.data, { raw: picture.info })
    .rotate(degrees, { background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: 3 } }
}

const rawOf = ({ width, height, pixels }: DrawnPage): RawPicture => ({
  data: pixels,
  info: { width, height, channels: 3 },
})
