import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceOfBytes } from './pdfium.ts'
import { openPages } from './read-pages.ts'
import { readSheetText } from './read-sheet-text.ts'
import type { SheetPageText } from './read-sheet-text.ts'

const fixtures = path.resolve(import.meta.dirname, '../../test/fixtures/sheets')

async function textOf(bytes: Buffer): Promise<SheetPageText | undefined> {
  const pages = await openPages(sourceOfBytes(bytes))
  try {
    return readSheetText(pages, pages.readPage(1))
  } finally {
    pages.close()
  }
}

/** A table of letters that says 5 for every 9 that is seen. */
const wrongLetters = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfrange <20> <38> <0020> <39> <39> <0035> <3A> <7E> <003A> endbfrange endcmap end end`

const names = [
  'Ahmed Hasan',
  'Ali Karim',
  'Sara Nabil',
  'Noor Salim',
  'Zaid Omar',
  'Huda Amin',
  'Rami Saad',
  'Lina Faris',
]

const streamOf = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`

const write = (x: number, y: number, text: string) => `BT /F1 12 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`
/** A white field over what stands there. */
const cover = (x: number, y: number, width: number, height: number) =>
  `1 g ${x} ${y} ${width} ${height} re f 0 g\n`

/** A sheet of eight rows whose marks have a font of their own, and whose third row lacks the second mark. */
function sheetOf({ isWrong = false, hasNumbers = true, further = '' } = {}): Buffer {
  let content = 'BT /F1 14 Tf 1 0 0 1 40 780 Tm (Al Nasr School results list of students) Tj ET\n'
  const put = (font: string, x: number, y: number, text: string) => {
    content += `BT /${font} 12 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`
  }
  for (let row = 0; row < 8; row += 1) {
    const y = 720 - row * 24
    if (hasNumbers) put('F1', 40, y, String(5_739_543_582 + row * 3))
    put('F1', 160, y, names[row] ?? '')
    put('F2', 300, y, String(90 + row))
    if (row !== 2) put('F2', 360, y, String(71 + row))
    put('F2', 420, y, '69')
  }
  content += further
  const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
    streamOf(content),
    `${helvetica}>>`,
    `${helvetica}-Bold${isWrong ? '/ToUnicode 7 0 R' : ''}>>`,
    streamOf(wrongLetters),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}

describe('the text of a page of a sheet', () => {
  test('keeps the place of an empty cell', async () => {
    const text = await textOf(sheetOf())
    expect(text?.before).toEqual(['Al Nasr School results list of students'])
    expect(text?.tables[0]?.rows.slice(1, 3)).toEqual([
      ['69', '72', '91', 'Ali Karim', '5739543585'],
      ['69', '', '92', 'Sara Nabil', '5739543588'],
    ])
  })

  test('is not told where marks in a font of their own say others than are seen', async () => {
    expect(await textOf(sheetOf({ isWrong: true }))).toBeUndefined()
  })

  test('is not told where no exam number is seen', async () => {
    expect(await textOf(sheetOf({ hasNumbers: false }))).toBeUndefined()
  })

  test('is not told where the exam numbers cannot be made out', async () => {
    expect(await textOf(sheetOf({ further: cover(30, 540, 90, 200) }))).toBeUndefined()
  })

  test('is not told where the exam numbers have no column of their own', async () => {
    const wordBeside = write(110, 672, 'New')
    expect(await textOf(sheetOf({ further: wordBeside }))).toBeUndefined()
  })

  test('tells no number outside its tables that cannot be made out', async () => {
    const rowWithoutNumber = write(160, 480, 'Sami Adel') + write(300, 480, '88') + write(360, 480, '77')
    const further = rowWithoutNumber + cover(295, 475, 30, 20)
    const text = await textOf(sheetOf({ further }))
    expect(text?.after).toEqual(['Sami Adel رقم غير مؤكد 77'])
  })

  test('tells nothing of a line outside its tables with more numbers than two', async () => {
    const further = write(160, 480, 'Sami Adel') + write(300, 480, '88') + write(360, 480, '77 66')
    const text = await textOf(sheetOf({ further }))
    expect(text?.after).toEqual(['سطر فيه أرقام غير مؤكدة'])
  })

  test('tells no number of a column of which too little can be made out', async () => {
    const text = await textOf(sheetOf({ further: cover(415, 540, 30, 200) }))
    expect(text?.tables[0]?.rows[0]).toEqual(['رقم غير مؤكد', '71', '90', 'Ahmed Hasan', '5739543582'])
  })

  test('names the columns as their head does', async () => {
    const text = await textOf(readFileSync(path.join(fixtures, 'writer-arab.pdf')))
    const [table] = text?.tables ?? []
    expect(table?.head?.slice(0, 4)).toEqual(['ت', 'اسم الطالب', 'الإسلامية', 'العربية'])
    expect(table?.rows).toHaveLength(24)
    expect(table?.rows[0]).toEqual([
      '١',
      'ضياء آلاء صلاح الخزرجي',
      '٧٠',
      '٧٤',
      '٨٣',
      '٤٧',
      '٧١',
      '٣٤٥',
      'ناجح',
      '٦٨٤٣٦٠٢٩٦٦',
    ])
  })
})
