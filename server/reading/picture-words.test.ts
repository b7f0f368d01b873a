import path from 'node:path'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { bytesOfPdf, collect } from '#server/pictures/pdf-pages.ts'
import { greyOf } from './grey-picture.ts'
import type { Grey } from './grey-picture.ts'
import { sourceOfBytes } from './pdfium.ts'
import { openWordReader, sureWord } from './picture-words.ts'
import { openPages } from './read-pages.ts'
import { schoolOf } from './school-name.ts'

const font = path.resolve(
  import.meta.dirname,
  '../../node_modules/@fontsource/vazirmatn/files/vazirmatn-arabic-400-normal.woff',
)

/** A picture of a page with these lines. */
async function pictureOf(lines: readonly string[]): Promise<Grey> {
  const pdf = new PDFDocument({ size: [300, 80], margin: 0 })
  pdf.font(font).fontSize(12)
  for (const [index, line] of lines.entries()) {
    pdf.text(line, 10, 10 + index * 26, { width: 280, align: 'right', features: ['rtla'] })
  }
  pdf.end()
  const pages = await openPages(sourceOfBytes(await collect(bytesOfPdf(pdf))))
  const drawn = pages.drawPixels(1, 1000)
  pages.close()
  return greyOf(drawn, 0)
}

test('words of a picture are read with their places, their lines and how sure they are', async () => {
  const grey = await pictureOf(['المديرية العامة لتربية الأنبار', 'إعدادية القادسية الثانية للبنين'])
  const reader = await openWordReader()
  const words = reader.read(grey, 'lines').filter(word => word.confidence >= sureWord)
  const below = reader.read(grey, 'lines', { left: 0, top: 130, right: grey.width, bottom: grey.height })
  reader.close()
  expect(words.map(word => word.text).join(' ')).toBe(
    'المديرية العامة لتربية الأنبار إعدادية القادسية الثانية للبنين',
  )
  expect(new Set(words.slice(0, 4).map(word => word.line)).size).toBe(1)
  expect(words[0]?.box.left).toBeGreaterThan(words[1]?.box.right ?? 0)
  expect(words[4]?.box.top).toBeGreaterThan(words[0]?.box.bottom ?? 0)
  expect(below.map(word => word.text)).toContain('القادسية')
  expect(below.find(word => word.text === 'القادسية')?.box).toEqual(words[5]?.box)
})

const lineOf = (text: string, doubtful = '') => ({
  text,
  box: [0, 0, 1, 0.1] as [number, number, number, number],
  words: text.split(' ').map(word => ({
    text: word,
    box: [0, 0, 0.1, 0.1] as [number, number, number, number],
    ...(word === doubtful ? { isDoubtful: true } : {}),
  })),
})

test.each([
  ['اسم المدرسة: إعدادية الأقلام الواعدة للبنات هاتف المدرسة: 07701340362', 'إعدادية الأقلام الواعدة للبنات'],
  ['ثانوية العلا للبنين', 'ثانوية العلا للبنين'],
  ['نتائج الامتحانات العامة للصف السادس الإعدادي - الفرع العلمي', undefined],
  ['مدير المدرسة', undefined],
])('the school of «%s»', (text, school) => {
  expect(schoolOf([lineOf(text)])).toBe(school)
})

test('a school of which a word was read with doubt is not claimed', () => {
  expect(schoolOf([lineOf('ثانوية العلا للبنين', 'العلا')])).toBeUndefined()
  expect(schoolOf([lineOf('ثانوية العلا للبنين'), lineOf('متوسطة النور للبنات')])).toBeUndefined()
})
