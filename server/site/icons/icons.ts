import type { Sharp } from 'sharp'
import { mark } from '#contract/mark.ts'
import { riversMark, svgDocument } from '#server/pictures/motifs.ts'
import { palette } from '#server/pictures/palette.ts'

const oldFaviconSizes = [16, 32, 48]

/** The mark of the product as the site shows it: two rivers, as an SVG document. */
export function drawMark(): Buffer {
  return svgDocument(mark.side, mark.side, riversMark(0, 0, mark.side))
}

/** The mark as a PNG with transparent corners. Units: pixels. */
export async function drawIcon(sizePx: number): Promise<Buffer> {
  return (await scaled(drawMark(), sizePx)).png({ compressionLevel: 9 }).toBuffer()
}

/**
 * The mark on a full ground, for systems that cut icons into shapes of their own; its rivers lie within the circle
 * that none of them cuts. Units: pixels. Source: W3C Web Application Manifest, icon masks.
 */
export async function drawFullIcon(sizePx: number): Promise<Buffer> {
  const picture = await scaled(drawMark(), sizePx)
  return picture.flatten({ background: palette.lapis800 }).png({ compressionLevel: 9 }).toBuffer()
}

/** The mark as an ICO file of PNGs, for what still asks for `/favicon.ico`. Source: the ICO format, ICONDIR. */
export async function drawOldFavicon(): Promise<Buffer> {
  const pictures = await Promise.all(oldFaviconSizes.map(drawIcon))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(oldFaviconSizes[index] ?? 0, at)
    head.writeUInt8(oldFaviconSizes[index] ?? 0, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

async function scaled(svg: Buffer, sizePx: number): Promise<Sharp> {
  const { sharp } = await import('#server/base/pictures-library.ts')
  /* Drawn at the density that fits, the edges stay sharp. */
  return sharp(svg, { density: (72 * sizePx) / mark.side }).resize(sizePx, sizePx)
}
