import { limits } from '#contract/limits.ts'
import { sharp } from '#server/base/pictures-library.ts'
import { colourSpaces } from './editable-pdf.ts'
import type { EditablePage, PlacedPicture } from './editable-pdf.ts'

/** A JPEG is put in the place of another picture only when it is so much of it, or less. */
const mostOfOther = 0.8
/** One of two colours is sharper than any JPEG: only one that was hardly packed gives way. */
const mostOfTwoColours = 0.4
const smallestBytes = 24 * 1024
const mostDecodedPixels = 40_000_000
const mostJpegPixels = 160_000_000

/** Whether a picture may be worth another one, as far as can be told without looking at it. */
export function isHeavy({ bytes, bitsPerPixel, colourSpace }: PlacedPicture): boolean {
  /* A stencil has no colours of its own. */
  if (bitsPerPixel <= 1 && colourSpace === colourSpaces.unknown) return false
  return bytes > smallestBytes
}

/** The picture at reading quality, as a JPEG; undefined where it would not be much smaller. */
export async function lightPicture(
  page: EditablePage,
  picture: PlacedPicture,
): Promise<Uint8Array | undefined> {
  const read = await decode(page, picture)
  if (read === undefined) return undefined
  /* A page that lies on its side has letters of the same size. */
  const pixelsOfPoint = limits.lightPageWidthPx / Math.min(page.width, page.height)
  const needed = Math.max(
    (picture.shown.width * pixelsOfPoint) / picture.width,
    (picture.shown.height * pixelsOfPoint) / picture.height,
  )
  const share = Math.min(1, needed)
  const sized = read.resize({
    width: Math.max(1, Math.round(picture.width * share)),
    height: Math.max(1, Math.round(picture.height * share)),
    fit: 'fill',
  })
  const made = await sized.jpeg({ quality: limits.lightPictureQuality, mozjpeg: true }).toBuffer()
  const most = picture.bitsPerPixel <= 1 ? mostOfTwoColours : mostOfOther
  return made.byteLength <= picture.bytes * most ? made : undefined
}

const plainColours: ReadonlySet<number> = new Set([
  colourSpaces.grey,
  colourSpaces.rgb,
  colourSpaces.calibratedGrey,
  colourSpaces.calibratedRgb,
  colourSpaces.icc,
])

async function decode(page: EditablePage, picture: PlacedPicture) {
  const { width, height, isJpeg, colourSpace } = picture
  if (isJpeg && plainColours.has(colourSpace) && width * height <= mostJpegPixels) {
    const read = sharp(page.bytesOf(picture), { failOn: 'error', limitInputPixels: mostJpegPixels })
    const { channels } = await read.metadata()
    if (channels === 1) return read.toColourspace('b-w')
    if (channels === 3) return read
  }
  if (width * height > mostDecodedPixels) return undefined
  const pixels = page.pixelsOf(picture)
  if (pixels === undefined) return undefined
  const { data, ...raw } = pixels
  const read = sharp(data, { raw })
  return raw.channels === 1 ? read.toColourspace('b-w') : read
}
