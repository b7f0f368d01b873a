import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

const markFile = fileURLToPath(new URL('../../web/styles/mark.svg', import.meta.url))
/** The ground of the mark, for icons without transparent corners. */
const ground = '#173579'
const oldFaviconSizes = [16, 32, 48]

/** The mark of the product as the site shows it: two rivers. */
export function readMark(): Promise<Buffer> {
  return readFile(markFile)
}

/** The mark as a PNG with transparent corners. Units: pixels. */
export async function drawIcon(sizePx: number): Promise<Buffer> {
  return scaled(await readMark(), sizePx)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/**
 * The mark on a full ground, for systems that cut icons into shapes of their own; its rivers lie within the circle
 * that none of them cuts. Units: pixels. Source: W3C Web Application Manifest, icon masks.
 */
export async function drawFullIcon(sizePx: number): Promise<Buffer> {
  return scaled(await readMark(), sizePx)
    .flatten({ background: ground })
    .png({ compressionLevel: 9 })
    .toBuffer()
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

function scaled(svg: Buffer, sizePx: number): Sharp {
  /* The mark is 40 units wide: drawn at the density that fits, its edges stay sharp. */
  return sharp(svg, { density: (72 * sizePx) / 40 }).resize(sizePx, sizePx)
}
