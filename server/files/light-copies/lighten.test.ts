import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPdf, sourceOfBytes } from '#server/reading/pdfium.ts'
import { openPages } from '#server/reading/read-pages.ts'
import { makePdf, makeTestDirectory, sha256Of } from '#test/files.ts'
import { writePdf } from '#test/pdf-pages.ts'
import { makeScan, scanPicture } from '#test/scans.ts'
import { work as compare } from './compare-copies.step.ts'
import { openEditablePdf } from './editable-pdf.ts'
import { work as make } from './make-copy.step.ts'

const maxMemoryBytes = 256 * 1024 * 1024
const directory = makeTestDirectory()
let files = 0

afterAll(() => rmSync(directory, { recursive: true, force: true }))

function fileOf(bytes: Buffer): string {
  files += 1
  const file = path.join(directory, `${files}.pdf`)
  writeFileSync(file, bytes)
  return file
}

/** Makes a copy. Shape: why there is none, else its bytes. */
async function lighten(bytes: Buffer, except: number[] = []) {
  const target = fileOf(Buffer.alloc(0))
  return (await make({ file: fileOf(bytes), target, except }, () => undefined)) ?? readFileSync(target)
}

async function mustLighten(bytes: Buffer, except: number[] = []): Promise<Buffer> {
  const made = await lighten(bytes, except)
  if (!Buffer.isBuffer(made)) throw new Error(made)
  return made
}

const apart = (one: Buffer, other: Buffer) =>
  compare({ file: fileOf(one), copy: fileOf(other) }, () => undefined)

/** What the product reads of a PDF: its chapters, its lines, and every letter of its layers. */
async function contentOf(bytes: Buffer) {
  const pages = await openPages(sourceOfBytes(bytes), { maxMemoryBytes })
  const { pdfium, raw, document } = await loadPdf(sourceOfBytes(bytes), maxMemoryBytes)
  const numbers = Array.from({ length: pages.pageCount }, (_, index) => index + 1)
  return {
    outline: pages.outline(),
    pages: numbers.map(number => pages.readPage(number)),
    letters: numbers.map(number => {
      const text = raw.FPDFText_LoadPage(pdfium._FPDF_LoadPage(document, number - 1))
      const codes = Array.from({ length: raw.FPDFText_CountChars(text) }, (_, index) =>
        raw.FPDFText_GetUnicode(text, index),
      )
      return String.fromCodePoint(...codes)
    }),
  }
}

/** The pictures of a page, each with the hash of its bytes in the file. */
async function picturesOf(bytes: Buffer, page: number) {
  const pdf = await openEditablePdf(sourceOfBytes(bytes), maxMemoryBytes)
  return pdf.withPage(page, async found =>
    found.pictures().map(picture => ({ ...picture, mark: sha256Of(found.bytesOf(picture)) })),
  )
}

/** A page with these pictures, one below the other. Shape: the picture's dictionary, and its bytes. */
function pageOf(pictures: readonly (readonly [string, Buffer])[], height = 842): Buffer {
  const each = height / pictures.length
  const content = pictures
    .map((_, index) => `q 0.2 0.4 0.1 rg 595 0 0 ${each} 0 ${each * index} cm /I${index} Do Q`)
    .join('\n')
  const names = pictures.map((_, index) => `/I${index} ${5 + index} 0 R`).join('')
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 ${height}]/Resources<</XObject<<${names}>>>>/Contents 4 0 R>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ...pictures.map(([facts, bytes]) =>
      Buffer.concat([
        Buffer.from(`<</Type/XObject/Subtype/Image${facts}/Length ${bytes.length}>>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    ),
  ])
}

describe('a lighter PDF', () => {
  let scan: Buffer
  let light: Buffer

  beforeAll(async () => {
    scan = await makeScan(3)
    light = await mustLighten(scan)
  }, 240_000)

  it('is a quarter of a scan or less, with the same text, hidden layer and chapters', async () => {
    expect(light.length / scan.length).toBeLessThan(0.25)
    const before = await contentOf(scan)
    expect(await contentOf(light)).toEqual(before)
    expect(before.letters[1]).toMatch(/unseen layer of page 2/)
    expect(before.outline[2]).toMatchObject({ title: 'الفصل 3', page: 3 })
    expect(await apart(scan, light)).toEqual([])
    const [picture] = await picturesOf(light, 2)
    expect([picture?.width, picture?.height]).toEqual([1240, 1754])
  }, 120_000)

  it('is as sharp on a page that lies on its side', async () => {
    const picture = await sharp(await scanPicture(1, 2480))
      .rotate(90)
      .jpeg({ quality: 60 })
      .toBuffer()
    const made = await mustLighten(
      pageOf(
        [['/Width 3507/Height 2480/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode', picture]],
        421,
      ),
    )
    const [found] = await picturesOf(made, 1)
    expect([found?.width, found?.height]).toEqual([1754, 1240])
  }, 120_000)

  it('leaves the pages that it is told to leave', async () => {
    const made = await mustLighten(scan, [2])
    expect(await picturesOf(made, 2)).toMatchObject([{ width: 2480, height: 3507 }])
    expect(await picturesOf(made, 3)).toMatchObject([{ width: 1240 }])
  }, 120_000)

  it('is compared with the original page by page: what is seen, and what is read', async () => {
    const other = await makeScan(3, {
      widthPx: 1240,
      more: (pdf, page) => page === 2 && pdf.rect(100, 300, 200, 200).fill('black'),
    })
    const renamed = await makeScan(3, {
      widthPx: 1240,
      more: (pdf, page) => page === 3 && pdf.addContent('3 Tr').text('one more', 60, 710),
    })
    expect(await apart(scan, other)).toEqual([2])
    expect(await apart(scan, renamed)).toEqual([3])
    expect(await apart(scan, await makeScan(1, { widthPx: 600 }))).toBeNull()
  }, 240_000)

  it('leaves what is seen through, stencils, and pictures in two colours that are packed', async () => {
    const base = await scanPicture(1, 2000)
    const dots = Buffer.alloc(250 * 2000, 255)
    for (let at = 0; at < dots.length; at += 10) dots[at] = randomInt(256)
    const fax = deflateSync(dots)
    const alpha = await sharp({
      create: { width: 900, height: 900, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.4 } },
    })
      .png()
      .toBuffer()
    const seenThrough = await makeScan(1, { more: pdf => pdf.image(alpha, 150, 300, { width: 300 }) })
    const made = await mustLighten(seenThrough)
    expect(await apart(seenThrough, made)).toEqual([])
    const [, before] = await picturesOf(seenThrough, 1)
    const [, after] = await picturesOf(made, 1)
    expect(after?.mark).toBe(before?.mark)

    const stencil = pageOf([
      ['/Width 2000/Height 2828/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode', base],
      ['/Width 2000/Height 2000/ImageMask true/BitsPerComponent 1/Filter/FlateDecode', fax],
      ['/Width 2000/Height 2000/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode', fax],
    ])
    const lighter = await mustLighten(stencil)
    expect(await apart(stencil, lighter)).toEqual([])
    const found = await picturesOf(lighter, 1)
    expect(fax.length).toBeGreaterThan(40_000)
    expect(found.map(({ mark }) => mark).slice(1)).toEqual([sha256Of(fax), sha256Of(fax)])
  }, 240_000)

  it('keeps a picture of many pages once', async () => {
    const picture = await scanPicture(1, 1800)
    const pdf = await makeScan(2, { more: each => each.image(picture, 300, 400, { width: 200 }) })
    const made = await mustLighten(pdf)
    expect(await apart(pdf, made)).toEqual([])
    const [one, two] = [await picturesOf(made, 1), await picturesOf(made, 2)]
    expect(one[1]?.bytes).toBeLessThan(picture.length / 2)
    expect(two[1]?.bytes).toBe(picture.length)
  }, 240_000)

  it('takes colours of print as they are, and finds those that were meant inverted', async () => {
    const grey = await sharp(await scanPicture(1, 2000))
      .greyscale()
      .jpeg()
      .toBuffer()
    const inverted = pageOf([
      ['/Width 2000/Height 2828/ColorSpace/DeviceGray/BitsPerComponent 8/Decode[1 0]/Filter/DCTDecode', grey],
    ])
    const made = await mustLighten(inverted)
    expect(await apart(inverted, made), 'found, so that its page is left').toEqual([1])
    const print = await sharp(await scanPicture(1, 2000))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    const cmyk = pageOf([
      [
        '/Width 2000/Height 2828/ColorSpace/DeviceCMYK/BitsPerComponent 8/Decode[1 0 1 0 1 0 1 0]/Filter/DCTDecode',
        print,
      ],
    ])
    expect(await apart(cmyk, await mustLighten(cmyk))).toEqual([])
  }, 240_000)

  it('is none of what is light, protected or broken', async () => {
    expect(await lighten(await makePdf(3))).toBe('not-lighter')
    expect(await lighten(await makePdf(2, { ownerPassword: 'x', permissions: {} }))).toBe('locked')
    expect(await lighten(await makePdf(2, { userPassword: 'x' }))).toBe('locked')
    expect(await lighten(Buffer.from('%PDF-1.7\nnothing'))).toBe('damaged')
  })
})
