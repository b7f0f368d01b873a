import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import yazl from 'yazl'

/** A real PDF of so many pages. */
export async function makePdf(pages = 3, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', ...options })
  for (let page = 1; page < pages; page += 1) {
    document.text(`page ${page}`)
    document.addPage()
  }
  document.text(`page ${pages}`)
  document.end()
  return buffer(document as unknown as Readable)
}

/** A real PDF of so many pages, the first of which is a picture. */
export async function makeScan(picture: Buffer, pages = 1): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A4' })
  for (let page = 0; page < pages; page += 1) {
    document.addPage({ margin: 0 })
    const { width, height } = document.page
    if (page === 0) document.image(picture, 0, 0, { width, height })
  }
  document.end()
  return buffer(document as unknown as Readable)
}

/** A real PDF of about so many bytes: its first page carries noise that no packing makes smaller. */
export async function makeLargePdf(bytes: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', compress: false })
  document.text('large')
  const noise = document.ref({ Length: bytes })
  noise.end(randomBytes(bytes))
  document.end()
  return buffer(document as unknown as Readable)
}

/** A ZIP file with these entries. */
export async function makeZip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) archive.addBuffer(Buffer.from(content), name)
  archive.end()
  return buffer(archive.outputStream)
}

/** A picture with some shapes in it. Units: pixels. */
export async function makeImage(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif',
  width = 64,
  height = 48,
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fbf0da"/><circle cx="50%" cy="50%" r="30%" fill="#173579"/></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).toFormat(format).toBuffer()
}

/** A cover of 600 × 840: a title band and a circle where `of` puts them, lines where `words` does; as one packs it anew. */
export async function makeCover(
  of: number,
  { width = 600, quality = 90, words = of }: { width?: number; quality?: number; words?: number } = {},
): Promise<Buffer> {
  const lines = [0, 1, 2, 3, 4].map(line => {
    const [x, y] = [60 + ((words * 97 + line * 131) % 260), 400 + line * 80]
    return `<rect x="${x}" y="${y}" width="${90 + ((words * 53 + line * 71) % 180)}" height="34" fill="#333"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="840"><rect width="100%" height="100%" fill="#fbf0da"/>
    <rect x="${(of * 61) % 200}" y="${40 + ((of * 37) % 120)}" width="340" height="90" fill="#173579"/>
    <circle cx="${150 + ((of * 83) % 300)}" cy="280" r="70" fill="#a63"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).resize(width).jpeg({ quality }).toBuffer()
}

/** A photo of a phone that was held sideways: 2000 × 1500 pixels of noise, larger than pictures may be. */
export async function makePhoto(): Promise<Buffer> {
  const [width, height] = [2000, 1500]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/**
 * A picture whose quarters are red and green above, blue and white below, as it is seen; with an orientation its
 * pixels lie as a camera that was held so has stored them. Units: pixels as they are seen.
 */
export async function makeQuarters(
  format: 'jpeg' | 'png',
  width = 400,
  height = 300,
  orientation: 1 | 6 = 1,
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2" preserveAspectRatio="none" width="${width}" height="${height}">
    <rect width="2" height="2" fill="#fff"/><rect width="1" height="1" fill="#f00"/>
    <rect x="1" width="1" height="1" fill="#0f0"/><rect y="1" width="1" height="1" fill="#00f"/></svg>`
  const seen = sharp(await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer())
  const stored = orientation === 6 ? seen.rotate(-90).withMetadata({ orientation }) : seen
  return (format === 'png' ? stored.png() : stored.jpeg({ quality: 95 })).toBuffer()
}

/** The colours in the middles of a picture's quarters, by rows, and its size in pixels. */
export async function readQuarters(
  bytes: Buffer,
): Promise<{ width: number; height: number; format: string; colours: string[] }> {
  const { width, height, format } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * info.channels
    const is = [0, 1, 2].map(channel => (data[at + channel] ?? 0) > 127)
    return ['red', 'green', 'blue'].filter((_, channel) => is[channel]).join('+') || 'black'
  }
  const colours = [0.25, 0.75].flatMap(y => [0.25, 0.75].map(x => colourAt(x, y)))
  return { width, height, format, colours }
}

/** The SHA-256 of some bytes, in hexadecimal. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Bytes as a stream of chunks, as they come over a line. */
export function streamOf(bytes: Buffer, chunkBytes = 64 * 1024): Readable {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes))
  return Readable.from(chunks)
}

/** Every file under a directory, by its path inside it. */
export function filesUnder(directory: string): string[] {
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(directory, path.join(entry.parentPath, entry.name)))
}

/** A new empty directory; remove it with `fs.rmSync`. */
export function makeTestDirectory(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-files-'))
}

/** The body of a multipart request. */
export function multipartBody(
  parts: { name: string; filename?: string; content: Buffer | string; type?: string }[],
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----rafid${randomBytes(8).toString('hex')}`
  const pieces: Buffer[] = []
  for (const part of parts) {
    const filename = part.filename === undefined ? '' : `; filename="${part.filename}"`
    const type =
      part.filename === undefined ? '' : `\r\nContent-Type: ${part.type ?? 'application/octet-stream'}`
    pieces.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${filename}${type}\r\n\r\n`,
      ),
    )
    pieces.push(Buffer.from(part.content), Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    payload: Buffer.concat(pieces),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
