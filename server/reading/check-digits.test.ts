import path from 'node:path'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { bytesOfPdf, collect } from '#server/pictures/pdf-pages.ts'
import { sourceOfBytes } from './pdfium.ts'
import { openPages } from './read-pages.ts'
import { readSheet } from './read-sheet.ts'

const fonts = path.resolve(import.meta.dirname, '../../node_modules/@fontsource/vazirmatn/files')
const scripts = {
  latn: { file: 'vazirmatn-latin-400-normal.woff', zero: 0x30 },
  arab: { file: 'vazirmatn-arabic-400-normal.woff', zero: 0x0660 },
} as const

const numbers = Array.from({ length: 12 }, (_, index) => String(4_532_180_946 + index * 3))

/** A sheet whose digits look right, and whose table of letters names others: `letters` says which for which. */
async function sheetOf(script: keyof typeof scripts, letters: Record<string, string> = {}): Promise<Buffer> {
  const { file, zero } = scripts[script]
  const codeOf = (digit: string) => String.fromCodePoint(zero + Number(digit))
  const pdf = new PDFDocument({ compress: false, size: [320, 240], margin: 0 })
  pdf.font(path.join(fonts, file)).fontSize(10)
  for (const [index, number] of numbers.entries()) {
    const codes = Array.from(number, codeOf)
    // PDFKit sets what it takes for Arabic from the right.
    const shown = (script === 'arab' ? codes.toReversed() : codes).join('')
    pdf.text(shown, 220, 24 + index * 17, { lineBreak: false })
  }
  for (let line = 0; line <= numbers.length; line += 1) {
    pdf.moveTo(20, 21 + line * 17).lineTo(300, 21 + line * 17)
  }
  pdf.stroke()
  pdf.end()
  const hexOf = (digit: string) => `<${codeOf(digit).charCodeAt(0).toString(16).padStart(4, '0')}>`
  const text = (await collect(bytesOfPdf(pdf))).toString('latin1')
  const tables = text.replaceAll(/beginbfrange[\s\S]*?endbfrange/g, table =>
    table.replaceAll(/<[0-9a-f]{4}>/g, code => {
      const digit = Object.keys(letters).find(each => hexOf(each) === code)
      return digit === undefined ? code : hexOf(letters[digit] ?? digit)
    }),
  )
  return Buffer.from(tables, 'latin1')
}

async function publishedOf(bytes: Buffer): Promise<{ numbers: string[]; sources: string[] }> {
  const pages = await openPages(sourceOfBytes(bytes))
  const { pages: sheet } = await readSheet(pages, 10)
  pages.close()
  const rows = sheet.flatMap(({ found }) => found.rows)
  return {
    numbers: rows.filter(row => !row.isDoubtful).map(row => row.number),
    sources: sheet.map(({ page }) => page.source),
  }
}

test.each(['latn', 'arab'] as const)('sound text in %s digits is taken as it is', async script => {
  expect(await publishedOf(await sheetOf(script))).toEqual({ numbers, sources: ['text'] })
})

test.each(['latn', 'arab'] as const)(
  'numbers whose text says other %s digits than are seen come from the picture',
  async script => {
    const { numbers: published, sources } = await publishedOf(await sheetOf(script, { 1: '9', 9: '1' }))
    expect(sources).toEqual(['ocr'])
    expect(published.filter(number => !numbers.includes(number))).toEqual([])
    expect(published.length).toBeGreaterThan(8)
  },
)

test('nothing is published where text and picture differ without a rule', async () => {
  const { numbers: published } = await publishedOf(await sheetOf('latn', { 1: '8', 9: '8' }))
  expect(published).toEqual([])
})
