import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { fold } from '#contract/arabic/fold.ts'
import { bytesOfPdf, collect, openPdf } from '#server/pictures/pdf-pages.ts'
import { drawPage } from './draw-page.ts'
import { findSheetRows } from './find-rows.ts'
import type { Page } from './page.types.ts'
import { PdfError, sourceOfBytes } from './pdfium.ts'
import { openPages, readPages } from './read-pages.ts'
import { readPicture } from './read-picture.ts'

const megabyte = 1024 * 1024
const folder = path.resolve(import.meta.dirname, '../../test/fixtures/sheets')
const truth = JSON.parse(readFileSync(path.join(folder, 'truth.json'), 'utf8')) as {
  sheets: {
    id: string
    producer: string
    isScan: boolean
    isSealed: boolean
    students: { number: string; name: string }[]
  }[]
  texts: { id: string; isSealed: boolean; paragraphs: string[] }[]
}

const bytesOf = (id: string) => readFileSync(path.join(folder, `${id}.pdf`))
const pagesOf = (bytes: Uint8Array) => Array.fromAsync(readPages(sourceOfBytes(bytes)))
const textOf = (pages: readonly Page[]) => pages.flatMap(page => page.lines.map(line => line.text)).join('\n')
const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .toSorted()

const sound = truth.sheets.filter(
  sheet => !sheet.isSealed && !sheet.isScan && sheet.producer !== 'weasyprint',
)
const unsound = truth.sheets.filter(sheet => sheet.producer === 'weasyprint')

describe('sheets with sound text', () => {
  test.each(sound)('every number of $id is found with its whole name in its own row', async sheet => {
    const rows = findSheetRows(await pagesOf(bytesOf(sheet.id))).flatMap(page => page.rows)
    expect(rows.map(row => row.number).toSorted()).toEqual(sheet.students.map(each => each.number).toSorted())
    expect(rows.filter(row => row.isDoubtful)).toEqual([])
    for (const { number, name } of sheet.students) {
      const row = rows.find(each => each.number === number)
      expect(` ${fold(row?.texts.join(' ') ?? '')} `).toContain(` ${fold(name)} `)
    }
  })

  test('rows do not touch each other and lie under the head of their table', async () => {
    const [page] = findSheetRows(await pagesOf(bytesOf('calc-marks')))
    const boxes = page?.rows.map(row => row.box) ?? []
    expect(page?.head).not.toBeNull()
    const [, headTop = 0, , headHeight = 0] = page?.head ?? []
    let bottom = headTop + headHeight
    for (const [, top, , height] of boxes.toSorted((a, b) => a[1] - b[1])) {
      expect(top).toBeGreaterThan(bottom - 0.002)
      bottom = top + height
    }
  })

  test('two tables beside each other keep their students apart', async () => {
    const sheet = truth.sheets.find(each => each.id === 'chromium-double')
    const rows = findSheetRows(await pagesOf(bytesOf('chromium-double'))).flatMap(page => page.rows)
    const numbers = sheet?.students.map(student => student.number) ?? []
    for (const row of rows) {
      expect(numbers.filter(number => row.texts.join(' ').includes(number))).toEqual([row.number])
      expect(row.box[2]).toBeLessThan(0.6)
    }
  })
})

test.each(truth.texts.filter(text => !text.isSealed))(
  'the words of $id come in logical order, ligatures mended',
  async ({ id, paragraphs }) => {
    const words = wordsOf(textOf(await pagesOf(bytesOf(id))))
    const expected = wordsOf(paragraphs.join('\n'))
    const missing = expected.filter(word => !words.includes(word))
    expect(missing.length / expected.length).toBeLessThan(0.01)
  },
)

test('a narrow space that is drawn as an object of its own parts words', async () => {
  const text = textOf(await pagesOf(bytesOf('chromium-slash')))
  expect(text).toContain('علي إسلام آدم الإمارة')
  expect(text).toContain('لمياء شيماء آلاء الإمارة')
})

test('a sentence with Latin words and numbers is read in its order', async () => {
  const text = textOf(await pagesOf(bytesOf('text-wkhtml')))
  expect(text).toContain('السرعة تساوي 25 m/s تقريبا')
})

test.each(unsound)('the text of $id is there but wrong, and is not believed', async ({ id }) => {
  for (const page of await pagesOf(bytesOf(id))) {
    expect(page).toMatchObject({ needsPicture: true, lines: [], quality: 0 })
  }
})

test('a page that is only a picture asks to be read from it', async () => {
  const [page] = await pagesOf(bytesOf('scan-latn'))
  expect(page).toMatchObject({ needsPicture: true, lines: [] })
})

describe('sheets without sound text', () => {
  const pictures = truth.sheets.filter(({ id }) => ['scan-latn', 'scan-arab', 'weasy-arab'].includes(id))

  test.each(pictures)('numbers of $id are read from its picture, none of them wrong', async sheet => {
    const pages = await openPages(sourceOfBytes(bytesOf(sheet.id)))
    const tables = findSheetRows([readPicture(pages, pages.readPage(1))])
    pages.close()
    const published = tables.flatMap(table => table.rows).filter(row => !row.isDoubtful)
    const numbers = new Set(sheet.students.map(student => student.number))
    expect(published.filter(row => !numbers.has(row.number))).toEqual([])
    expect(published.length / numbers.size).toBeGreaterThan(0.8)
    const [, headTop = 0, , headHeight = 1] = tables[0]?.head ?? []
    expect(headTop + headHeight).toBeLessThan(Math.min(...published.map(row => row.box[1])) + 0.003)
    expect(headHeight).toBeLessThan(0.06)
  })

  test('a scan that lies askew is drawn straight, with ink in the box of each row', async () => {
    const pages = await openPages(sourceOfBytes(bytesOf('scan-latn')))
    const page = readPicture(pages, pages.readPage(1))
    const picture = await drawPage(pages, page)
    pages.close()
    expect(Math.abs(page.skew)).toBeGreaterThan(0.4)
    const rows = findSheetRows([page])[0]?.rows ?? []
    const { data } = await sharp(picture.bytes).grayscale().raw().toBuffer({ resolveWithObject: true })
    const darkAt = (row: number) => {
      const y = Math.round(row * picture.height)
      return data.subarray(y * picture.width, (y + 1) * picture.width).filter(level => level < 190).length
    }
    for (const { box } of rows) {
      // The rule on top of the row runs level through the whole picture.
      const rule = Math.max(...[-3, -2, -1, 0, 1, 2].map(offset => darkAt(box[1] + offset / picture.height)))
      expect(rule).toBeGreaterThan(0.6 * picture.width)
    }
  })
})

describe('drawing', () => {
  test('a page fits into its bytes, and its rows lie where the boxes say', async () => {
    const pages = await openPages(sourceOfBytes(bytesOf('chromium-arab')))
    const page = pages.readPage(1)
    const picture = await drawPage(pages, page, { maxBytes: 60_000 })
    const [row] = findSheetRows([page])[0]?.rows ?? []
    const [left, top, width, height] = row?.box ?? [0, 0, 0, 0]
    const inside = await sharp(picture.bytes)
      .extract({
        left: Math.round(left * picture.width),
        top: Math.round(top * picture.height),
        width: Math.round(width * picture.width),
        height: Math.round(height * picture.height),
      })
      .stats()
    pages.close()
    expect(picture.bytes.byteLength).toBeLessThanOrEqual(60_000)
    expect(Math.abs(picture.width / picture.height - page.width / page.height)).toBeLessThan(0.01)
    expect(inside.channels[0]?.min).toBeLessThan(80)
    expect(sharp.cache().memory.max, 'what is kept of drawn pages').toBe(0)
  })
})

/** Adds a page that takes some hundreds of megabytes to read. */
function addShapes(file: PDFKit.PDFDocument): void {
  file.addPage()
  file.addContent('0 0 m 500 700 l S\n'.repeat(400_000))
}

/** The most that a memory of WebAssembly held meanwhile. Units: bytes. */
async function mostMemoryOf(act: () => Promise<void>): Promise<number> {
  let most = 0
  const growth = WebAssembly.Memory.prototype.grow
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(function measured(
    this: WebAssembly.Memory,
    pages: number,
  ) {
    const before = growth.call(this, pages)
    most = Math.max(most, this.buffer.byteLength)
    return before
  })
  try {
    await act()
    return most
  } finally {
    grow.mockRestore()
  }
}

describe('hostile files', () => {
  test('a file that is no PDF says so', async () => {
    await expect(pagesOf(Buffer.from('not a PDF at all'))).rejects.toBeInstanceOf(PdfError)
  })

  test('a document that wants more memory than allowed fails as damaged', async () => {
    const shapes = openPdf({ title: 'shapes' })
    const content = collect(bytesOfPdf(shapes))
    shapes.addPage()
    shapes.addContent('0 0 m 500 700 l S\n'.repeat(200_000))
    shapes.end()
    const small = openPages(sourceOfBytes(await content), { maxMemoryBytes: 1024 })
    await expect(small.then(pages => pages.drawPixels(1, 100).width)).rejects.toBeInstanceOf(PdfError)
  })

  test.each([
    { most: 48, given: { maxTextMemoryBytes: 16 * megabyte } },
    { most: 80, given: {} },
  ])('a page of endless shapes fails before it has taken $most MB, bounded by $given', async allowed => {
    const shapes = openPdf({ title: 'shapes' })
    const content = collect(bytesOfPdf(shapes))
    addShapes(shapes)
    shapes.end()
    const source = sourceOfBytes(await content)
    const most = await mostMemoryOf(async () => {
      const pages = await openPages(source, allowed.given)
      expect(() => pages.readPage(1)).toThrow(PdfError)
    })
    expect(most).toBeGreaterThan(8 * megabyte)
    expect(most).toBeLessThan(allowed.most * megabyte)
  })

  test('chapters that lead to endless shapes stay as the file names them, and take no more memory than a page', async () => {
    const file = openPdf({ title: 'chapters' })
    file.info.Producer = 'Skia/PDF m142'
    const content = collect(bytesOfPdf(file))
    const titles = ['Shapes', 'More shapes', 'End']
    for (const title of titles) {
      addShapes(file)
      file.outline.addItem(title)
    }
    file.end()
    const source = sourceOfBytes(await content)
    const most = await mostMemoryOf(async () => {
      const pages = await openPages(source)
      expect(pages.outline()).toEqual(titles.map((title, index) => ({ title, page: index + 1, level: 0 })))
      pages.close()
    })
    expect(most).toBeGreaterThan(8 * megabyte)
    expect(most).toBeLessThan(80 * megabyte)
  })

  test('a page that is drawn large needs the memory of a part of it, and has all of them', async () => {
    const pages = await openPages(sourceOfBytes(bytesOf('chromium-arab')), { maxMemoryBytes: 1024 })
    const { width, height, pixels } = pages.drawPixels(1, 2600)
    expect([width, height]).toEqual([2600, 1837])
    const [top, down] = [0.2, 0.05]
    const strip = pages.drawPart(1, 2600, [0, top, 1, down])
    const from = Math.round(top * height) * width * 4
    const same = pixels.subarray(from, from + strip.pixels.length)
    const unlike = same.filter((value, at) => value !== strip.pixels[at])
    const dark = strip.pixels.filter(value => value < 100)
    expect(dark.length).toBeGreaterThan(1000)
    expect(unlike.length).toBeLessThan(100)
    const lastRow = pixels.subarray(-width * 4)
    expect(lastRow.every(value => value === 255)).toBe(true)
  })

  test('pages beyond the limit are not read', async () => {
    const pages = await Array.fromAsync(readPages(sourceOfBytes(bytesOf('writer-arab')), { maxPages: 1 }))
    expect(pages).toHaveLength(1)
  })

  test('broken bytes in the middle fail alone or are read past', async () => {
    const bytes = bytesOf('xelatex-arab')
    for (let at = 2000; at < bytes.length; at += 5000) {
      const broken = Buffer.from(bytes)
      broken.fill(0xff, at, Math.min(at + 300, bytes.length))
      const outcome = await pagesOf(broken).catch((error: unknown) => error)
      expect(Array.isArray(outcome) || outcome instanceof PdfError).toBe(true)
    }
  })
})
