import { writeFile } from 'node:fs/promises'
import { limits } from '#contract/limits.ts'
import { sharp } from '#server/base/pictures-library.ts'
import { withPdf } from './inspect-pdf.ts'

const qualities = [84, 70, 55]
const maxDrawnPixels = 16_000_000

/**
 * Draws a page of a PDF into a JPEG file that a picture's field takes; a long strip is drawn smaller. `page`: from 1.
 * `shortSidePx`: of the drawn page. Units: pixels. Errors: `wrong_file_type`.
 */
export async function drawJpeg(
  file: string,
  page: number,
  target: string,
  shortSidePx: number,
): Promise<void> {
  await withPdf(file, async document => {
    const { width, height, pixels } = document.drawPage(page - 1, ratio =>
      Math.floor(Math.min(shortSidePx / Math.min(1, ratio), Math.sqrt(maxDrawnPixels / ratio))),
    )
    for (let at = 0; at < pixels.length; at += 4) {
      const blue = pixels[at] ?? 0
      pixels[at] = pixels[at + 2] ?? 0
      pixels[at + 2] = blue
    }
    const drawn = sharp(pixels, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' })
    let bytes: Buffer | undefined
    for (const quality of qualities) {
      bytes = await drawn.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
      if (bytes.byteLength <= limits.maxImageBytes) break
    }
    await writeFile(target, bytes ?? '')
  })
}
