import { sharp } from '#server/base/pictures-library.ts'
import { withPdf } from './inspect-pdf.ts'

/** Draws the first page of a PDF into a JPEG file. Units: pixels. Errors: `wrong_file_type`. */
export async function drawFirstPage(file: string, target: string, widthPx: number): Promise<void> {
  await withPdf(file, async document => {
    const { width, height, pixels } = document.drawPage(0, widthPx)
    for (let at = 0; at < pixels.length; at += 4) {
      const blue = pixels[at] ?? 0
      pixels[at] = pixels[at + 2] ?? 0
      pixels[at + 2] = blue
    }
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(target)
  })
}
