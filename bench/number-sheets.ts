import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'

/**
 * A school's sheet with a table of exam numbers, each in a row of its own, as office programs print them. `noiseBytes`
 * make it as large as one with pictures.
 */
export async function makeNumberSheet(
  numbers: readonly string[],
  title: string,
  noiseBytes = 0,
): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0, info: { Title: title } })
  const rowPt = 24
  const cell = (text: string, x: number, y: number) => pdf.text(text, x, y, { lineBreak: false })
  pdf.fontSize(11)
  for (const [column, text] of ['No.', 'Exam number', 'Mark', 'Mark', 'Sum'].entries())
    cell(text, 50 + column * 105, 60)
  for (const [at, number] of numbers.entries()) {
    const y = 90 + at * rowPt
    pdf
      .moveTo(40, y - 8)
      .lineTo(555, y - 8)
      .stroke()
    for (const [column, text] of [String(at + 1), number, '71', '64', '135'].entries())
      cell(text, 50 + column * 105, y)
  }
  if (noiseBytes > 0) pdf.ref({ Length: noiseBytes }).end(randomBytes(noiseBytes))
  pdf.end()
  return buffer(pdf as unknown as Readable)
}
