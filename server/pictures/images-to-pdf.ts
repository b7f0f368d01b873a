import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { sharp } from '#server/base/pictures-library.ts'
import { a4, bytesOfPdf, collect, openPdf } from './pdf-pages.ts'

export interface PdfImage {
  /** The picture's bytes, or a function that opens them when the page is due. */
  content: Buffer | Readable | (() => Readable | Promise<Readable>)
}

const jpegQuality = 88

/**
 * One PDF with a page for each picture, in order, each page in the shape of its picture. JPEG goes in as it is; all
 * else is made a JPEG. Only one picture is in memory at a time; the stream fails when a picture cannot be read.
 * With `createdAt`, equal pictures give equal bytes.
 */
export function imagesToPdf(
  images: Iterable<PdfImage> | AsyncIterable<PdfImage>,
  title: string,
  createdAt?: Date,
): Readable {
  const output = new PassThrough()
  const pdf = openPdf({ title, createdAt })
  const bytes = bytesOfPdf(pdf)
  bytes.on('error', error => output.destroy(error))
  bytes.pipe(output)
  output.once('close', () => bytes.unpipe(output))
  writePages(pdf, images, output).catch((error: unknown) => {
    output.destroy(
      error instanceof Error ? error : new Error('A picture could not be read', { cause: error }),
    )
  })
  return output
}

async function writePages(
  pdf: PDFKit.PDFDocument,
  images: Iterable<PdfImage> | AsyncIterable<PdfImage>,
  output: PassThrough,
): Promise<void> {
  for await (const image of images) {
    if (output.destroyed) return
    const { data, width, height } = await asJpeg(await bytesOf(image))
    const pageWidth = a4.width
    const pageHeight = (height / width) * pageWidth
    pdf.addPage({ size: [pageWidth, pageHeight], margin: 0 })
    pdf.image(data, 0, 0, { width: pageWidth, height: pageHeight })
    if (output.writableNeedDrain) await drained(output)
  }
  pdf.end()
  await finished(bytesOfPdf(pdf), { writable: false }).catch(() => undefined)
}

async function bytesOf({ content }: PdfImage): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content
  return collect(typeof content === 'function' ? await content() : content)
}

async function asJpeg(bytes: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  const { format, width, height, orientation, space } = await sharp(bytes).metadata()
  if (format === 'jpeg' && (orientation ?? 1) === 1 && space !== 'cmyk') return { data: bytes, width, height }
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: jpegQuality })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function drained(stream: PassThrough): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
