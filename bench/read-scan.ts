/**
 * What a student with a phone on a slow line pays for five pages of a large scan.
 * Usage: node bench/read-scan.ts [--pages 200] [--megabytes 100]
 * Makes a scan, publishes it as a book, waits until its first pages are drawn, and reads five of them from a cold phone behind
 * 1.5 Mbit/s and 300 ms: prints when the first page stands and what went over the line in all; then how long a page takes that
 * nobody has drawn. Bytes are counted on the socket. Bars: 2 s, 1.5 MB. Linux only.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { apiPaths, filePath, pagePicturePath, paths, sha256OfFileAddress } from '#contract/paths.ts'
import { launchBrowser } from '#test/browser.ts'
import { openCuttingProxy } from '#test/cutting-proxy.ts'
import { bookInput } from '#test/factories.ts'
import { writePdf } from '#test/pdf-pages.ts'
import { buildIfStale } from '../tools/build.ts'
import { slowDown } from './slow-line.ts'
import { signIn, startServer } from './upload-server.ts'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '200' }, megabytes: { type: 'string', default: '100' } },
})
const [pageCount, bytes] = [Number(values.pages), Number(values.megabytes) * 1e6]
const bars = { firstPageMs: 2000, bytes: 1.5e6 }
const readPages = 5
const slow = { latency: 300, downloadThroughput: 1.5e6 / 8, uploadThroughput: 0.75e6 / 8 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))

/** A photographed page of text at 200 dpi: grey paper with grain, and lines of words. */
async function scanPage(maxBytes: number): Promise<Buffer> {
  const [width, height] = [1654, 2339]
  const words = 'تصل التفاعلات الانعكاسية في نظام مغلق إلى حالة الاتزان عندما تتساوى سرعة التفاعل الأمامي'
  const rows = Array.from({ length: 34 }, (_, row) => `<text x="1520" y="${180 + row * 62}">${words}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#efece2"/>
    <g font-size="33" direction="rtl" fill="#222">${rows.join('')}</g></svg>`
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .png()
    .toBuffer()
  const page = sharp(
    await sharp(Buffer.from(svg))
      .composite([{ input: grain, blend: 'soft-light' }])
      .png()
      .toBuffer(),
  )
  for (let quality = 95; quality > 20; quality -= 5) {
    const jpeg = await page.clone().jpeg({ quality }).toBuffer()
    if (jpeg.length <= maxBytes) return jpeg
  }
  throw new Error('The page does not fit')
}

async function makeScan(): Promise<Buffer> {
  const jpeg = await scanPage(bytes / pageCount)
  /* What is missing to the size stands behind the picture's end, as scanners leave it too. */
  const picture = Buffer.concat([
    jpeg,
    Buffer.alloc(Math.max(0, Math.floor(bytes / pageCount) - jpeg.length)),
  ])
  const numbers = Array.from({ length: pageCount }, (_, index) => index)
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pageCount}/Kids[${numbers.map(index => `${3 + 3 * index} 0 R`).join(' ')}]>>`,
    ...numbers.flatMap(index => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I ${5 + 3 * index} 0 R>>>>/Contents ${4 + 3 * index} 0 R>>`,
      '<</Length 26>>\nstream\nq 595 0 0 842 0 0 cm /I Do Q\nendstream',
      Buffer.concat([
        Buffer.from(
          `<</Type/XObject/Subtype/Image/Width 1654/Height 2339/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode/Length ${picture.length}>>\nstream\n`,
        ),
        picture,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ])
}

buildIfStale()
const scan = await makeScan()
console.log(`scan of ${pageCount} pages, ${(scan.length / 1e6).toFixed(0)} MB`)
const server = await startServer(path.join(directory, 'data'), { DEMO: '0' })
const proxy = await openCuttingProxy(server.port)
const browser = await launchBrowser()
const broken: string[] = []
try {
  const staff = await signIn(server.address)
  const headers = { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken }
  const body = new FormData()
  body.append('kind', 'pdf')
  body.append('files', new Blob([new Uint8Array(scan)], { type: 'application/pdf' }), 'scan.pdf')
  const stored = await fetch(server.address + apiPaths.filesNew, { method: 'POST', headers, body })
  const { files } = (await stored.json()) as { files: { file: { url: string } }[] }
  const sha256 = sha256OfFileAddress(files[0]?.file.url ?? '') ?? ''
  const added = await fetch(server.address + apiPaths.books, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(bookInput({ directLink: filePath(sha256, 'scan.pdf') })),
  })
  const { data } = (await added.json()) as { data: { id: string } }
  const objects = path.join(directory, 'data/files/store/renditions', sha256.slice(0, 2), sha256)
  const startedAt = performance.now()
  while (!fs.existsSync(path.join(objects, 'p10-1400.webp'))) await wait(200)
  console.log(`ten pages were drawn ahead in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)

  const context = await browser.newContext({ ...phone, locale: 'ar-IQ' })
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page), slow)
  const before = proxy.received()
  await page.goto(proxy.address + paths.bookReading(data.id), { waitUntil: 'commit' })
  await page.locator('#page-1 img').waitFor()
  const firstMs = await page.locator('#page-1 img').evaluate(async (picture: HTMLImageElement) => {
    await picture.decode()
    await new Promise(requestAnimationFrame)
    return performance.now()
  })
  await page.locator('.reader.is-live').waitFor()
  for (let number = 2; number <= readPages; number += 1) {
    await page.locator(`#page-${number}`).evaluate(item => item.scrollIntoView())
    await page.waitForFunction(
      id => document.querySelector<HTMLImageElement>(`#page-${id} img`)?.complete,
      number,
    )
  }
  await wait(5000)
  const came = proxy.received() - before
  console.log(
    `first page after ${firstMs.toFixed(0)} ms; five pages cost ${(came / 1e6).toFixed(2)} MB in all`,
  )
  if (firstMs > bars.firstPageMs) broken.push(`the first page stands after ${firstMs.toFixed(0)} ms`)
  if (came > bars.bytes) broken.push(`five pages cost ${(came / 1e6).toFixed(2)} MB`)
  const askedAt = performance.now()
  await (await fetch(server.address + pagePicturePath(sha256, pageCount, 840))).arrayBuffer()
  console.log(`a page that nobody had drawn: ${(performance.now() - askedAt).toFixed(0)} ms`)
} finally {
  await browser.close()
  await proxy.close()
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
for (const text of broken) console.error(`Over the bar: ${text}`)
process.exitCode = broken.length > 0 ? 1 : 0
