import path from 'node:path'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { bytesOfPdf, collect } from '#server/pictures/pdf-pages.ts'
import { findSheetRows } from './find-rows.ts'
import { sourceOfBytes } from './pdfium.ts'
import { readPicture } from './read-picture.ts'
import { openPages } from './read-pages.ts'

const fonts = path.resolve(import.meta.dirname, '../../node_modules/@fontsource/vazirmatn/files')
const scripts = {
  latn: { file: 'vazirmatn-latin-400-normal.woff', zero: 0x30 },
  arab: { file: 'vazirmatn-arabic-400-normal.woff', zero: 0x0660 },
} as const

const numbers = Array.from({ length: 7 }, (_, index) => String(4_532_180_946 + index * 37))

interface Piece {
  text: string
  /** How far it moves to the right. Units: points. */
  shift?: number
  /** Share of the paper's light that its ink gives back. */
  pale?: number
  /** What each digit takes, standing in its middle; else its own width. Units: points. */
  pitch?: number
}

/** What is published of a picture of a table in whose rows these pieces stand one after the other. */
async function publishedOf(script: keyof typeof scripts, rows: readonly Piece[][]): Promise<string[]> {
  const { file, zero } = scripts[script]
  const pdf = new PDFDocument({ size: [320, 160], margin: 0 })
  pdf.font(path.join(fonts, file)).fontSize(10)
  for (const [index, pieces] of rows.entries()) {
    let x = 150
    for (const { text, shift = 0, pale = 0, pitch } of pieces) {
      x += shift
      const level = Math.round(255 * pale)
      pdf.fillColor([level, level, level])
      for (const digit of text) {
        const shown = String.fromCodePoint(zero + Number(digit))
        const own = pdf.widthOfString(shown)
        pdf.text(shown, x + ((pitch ?? own) - own) / 2, 24 + index * 18, { lineBreak: false })
        x += pitch ?? own
      }
    }
  }
  for (let line = 0; line <= rows.length; line += 1) {
    pdf.moveTo(20, 21 + line * 18).lineTo(300, 21 + line * 18)
  }
  pdf.stroke()
  pdf.end()
  const pages = await openPages(sourceOfBytes(await collect(bytesOfPdf(pdf))))
  const seen = readPicture(pages, pages.readPage(1))
  pages.close()
  const found = findSheetRows([seen])[0]?.rows ?? []
  return found.filter(row => !row.isDoubtful).map(row => row.number)
}

const space = 2.6
const pitch = 5.7

test.each(['latn', 'arab'] as const)(
  'numbers in groups that stand a space apart are read whole, in %s digits',
  async script => {
    const rows = numbers.map(number => [
      { text: number.slice(0, 3), pitch },
      { text: number.slice(3, 6), shift: space, pitch },
      { text: number.slice(6), shift: space, pitch },
    ])
    const published = await publishedOf(script, rows)
    expect(published.filter(number => !numbers.includes(number))).toEqual([])
    expect(published.length).toBeGreaterThan(4)
  },
)

test.each(['latn', 'arab'] as const)('a digit that left no ink is no space, in %s digits', async script => {
  const rows = numbers.map(number => [{ text: number.slice(0, 3) }, { text: number.slice(4), shift: 5.6 }])
  expect(await publishedOf(script, rows)).toEqual([])
})

test('marks of neighbouring columns are no number', async () => {
  const rows = numbers.map(number =>
    [0, 2, 4, 6].map(at => ({ text: number.slice(at, at + 2), shift: at === 0 ? 0 : 6.5 })),
  )
  expect(await publishedOf('latn', rows)).toEqual([])
})

test.each([4.5, 5.5, 6.5])(
  'the end of a number is not published where its first digits, of pale ink, stand apart: %s points',
  async shift => {
    for (const pale of [0.6, 0.7]) {
      const rows = numbers.map(number => [
        { text: '45' },
        { text: '0', pale },
        { text: number.slice(3), shift },
      ])
      expect(await publishedOf('arab', rows), String(pale)).toEqual([])
    }
  },
)

test('a narrow digit that left no ink is no space', async () => {
  const rows = numbers.map(number => [{ text: number.slice(0, 4) }, { text: number.slice(5), shift: 2.9 }])
  expect(await publishedOf('arab', rows)).toEqual([])
})
