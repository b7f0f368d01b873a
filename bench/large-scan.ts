import sharp from 'sharp'
import { apiPaths, sha256OfFileAddress } from '#contract/paths.ts'
import { writePdf } from '#test/pdf-pages.ts'
import { refusal } from './upload-server.ts'
import type { Staff } from './upload-server.ts'

/** A photographed page of text at 200 dpi: grey paper with grain, and lines of words. */
async function scanPage(maxBytes: number): Promise<Buffer> {
  const [width, height] = [1654, 2339]
  const words = 'تصل التفاعلات الانعكاسية في نظام مغلق إلى حالة الاتزان عندما تتساوى سرعة التفاعل الأمامي'
  const rows = Array.from({ length: 34 }, (_, row) => `<text x="1520" y="${180 + row * 62}">${words}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#efece2"/>
    <g font-size="33" direction="rtl" fill="#222">${rows.join('')}</g></svg>`
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .png()
    .toBuffer()
  const page = sharp(
    await sharp(Buffer.from(svg))
      .composite([{ input: grain, blend: 'soft-light' }])
      .png()
      .toBuffer(),
  )
  for (let quality = 95; quality > 20; quality -= 5) {
    const jpeg = await page.clone().jpeg({ quality }).toBuffer()
    if (jpeg.length <= maxBytes) return jpeg
  }
  throw new Error('The page does not fit')
}

/** A scan of so many pages, so large in all. Units: bytes. */
export async function makeScan(pageCount: number, bytes: number): Promise<Buffer> {
  const jpeg = await scanPage(bytes / pageCount)
  /* What is missing to the size stands behind the picture's end, as scanners leave it too. */
  const picture = Buffer.concat([
    jpeg,
    Buffer.alloc(Math.max(0, Math.floor(bytes / pageCount) - jpeg.length)),
  ])
  const numbers = Array.from({ length: pageCount }, (_, index) => index)
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pageCount}/Kids[${numbers.map(index => `${3 + 3 * index} 0 R`).join(' ')}]>>`,
    ...numbers.flatMap(index => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I ${5 + 3 * index} 0 R>>>>/Contents ${4 + 3 * index} 0 R>>`,
      '<</Length 26>>\nstream\nq 595 0 0 842 0 0 cm /I Do Q\nendstream',
      Buffer.concat([
        Buffer.from(
          `<</Type/XObject/Subtype/Image/Width 1654/Height 2339/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode/Length ${picture.length}>>\nstream\n`,
        ),
        picture,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ])
}

/** Stores a PDF in a server that runs. Shape: its SHA-256. Errors: throws for a refusal. */
export async function storePdf(address: string, { cookie, csrfToken }: Staff, pdf: Buffer): Promise<string> {
  const body = new FormData()
  body.append('kind', 'pdf')
  body.append('files', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'scan.pdf')
  const headers = { cookie, 'x-csrf-token': csrfToken }
  const stored = await fetch(address + apiPaths.filesNew, { method: 'POST', headers, body })
  if (!stored.ok) throw refusal(`POST ${apiPaths.filesNew}`, stored.status, await stored.text())
  const { files } = (await stored.json()) as { files: { file: { url: string } }[] }
  return sha256OfFileAddress(files[0]?.file.url ?? '') ?? ''
}
