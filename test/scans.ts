import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { bytesOfPdf, collect } from '#server/pictures/pdf-pages.ts'

const font = fileURLToPath(
  new URL('../node_modules/@fontsource/vazirmatn/files/vazirmatn-arabic-400-normal.woff', import.meta.url),
)

const papers = new Map<number, Promise<Buffer>>()

/** An empty sheet with a scanner's grain, made once for each width; every page has the same. Units: pixels. */
function paperOf(widthPx: number, heightPx: number): Promise<Buffer> {
  const made =
    papers.get(widthPx) ??
    sharp({
      create: {
        width: widthPx,
        height: heightPx,
        channels: 3,
        background: '#efe9dc',
        noise: { type: 'gaussian', mean: 226, sigma: 9 },
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer()
  papers.set(widthPx, made)
  return made
}

/** A sheet of paper full of lines in Arabic, with a scanner's grain, as a JPEG. Units: pixels. */
export async function scanPicture(page: number, widthPx = 2480): Promise<Buffer> {
  const heightPx = Math.round(widthPx * Math.SQRT2)
  const size = widthPx / 52
  const words = 'تصل التفاعلات الانعكاسية في نظام مغلق إلى حالة الاتزان عندما تتساوى سرعة التفاعل الأمامي'
  const lines = Array.from(
    { length: 34 },
    (_, line) =>
      `<text x="${widthPx - size * 3}" y="${size * (5 + line * 1.9)}">${page}-${line} ${words}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><g font-size="${size}" direction="rtl" fill="#222">${lines.join('')}</g></svg>`
  return sharp(await paperOf(widthPx, heightPx))
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 60 })
    .toBuffer()
}

/**
 * A scanned book of A4 pages: a picture, a line in Arabic over it, a layer of letters that nobody sees, and a chapter for
 * each page. `more` adds to a page. Units: pixels.
 */
export async function makeScan(
  pageCount: number,
  { widthPx = 2480, more }: { widthPx?: number; more?: (pdf: PDFKit.PDFDocument, page: number) => void } = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'A4', margin: 0 })
  for (let page = 1; page <= pageCount; page += 1) {
    pdf.addPage()
    pdf.outline.addItem(`الفصل ${page}`)
    pdf.image(await scanPicture(page, widthPx), 0, 0, { width: 595.28, height: 841.89 })
    pdf
      .font(font)
      .fontSize(16)
      .text(`درس في الكيمياء رقم ${page}`, 60, 20, { features: ['rtla'] })
    pdf.addContent('3 Tr').font('Helvetica').fontSize(10).text(`unseen layer of page ${page}`, 60, 700)
    pdf.addContent('0 Tr')
    more?.(pdf, page)
  }
  pdf.end()
  return collect(bytesOfPdf(pdf))
}
