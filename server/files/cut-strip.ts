import { stripShare, topOfStrip } from '#contract/page-pictures.ts'
import { sharp } from '#server/base/pictures-library.ts'

const stripQuality = 60

/** The strip of that number out of a picture of a page, as WebP. Errors: throws for bytes that are no picture. */
export async function cutStrip(picture: Buffer, strip: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const top = Math.round(height * topOfStrip(strip))
  const part = { left: 0, top, width, height: Math.min(height - top, Math.round(height * stripShare)) }
  return sharp(picture).extract(part).webp({ quality: stripQuality }).toBuffer()
}
