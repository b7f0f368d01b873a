import { sharp } from '#server/base/pictures-library.ts'
import { limits } from '#contract/limits.ts'
import type { RenditionFormat } from '#contract/resources/file.ts'

/** Of libheif's 0–9. Effort 4 takes seven times as long for 7 % fewer bytes. */
const avifEffort = 2

interface RenditionTask {
  file: string
  target: string
  widthPx: number
  format: RenditionFormat
}

/** Writes a smaller picture of an image, turned the way the camera was held and without its metadata. */
export async function drawRendition({ file, target, widthPx, format }: RenditionTask): Promise<void> {
  const picture = sharp(file, { limitInputPixels: limits.maxImagePixels, animated: format === 'webp' })
    .autoOrient()
    .resize({ width: widthPx, withoutEnlargement: true })
  const encoded =
    format === 'avif' ? picture.avif({ quality: 52, effort: avifEffort }) : picture.webp({ quality: 78 })
  await encoded.toFile(target)
}
