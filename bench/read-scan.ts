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
import { apiPaths, filePath, pagePicturePath, paths } from '#contract/paths.ts'
import { launchBrowser } from '#test/browser.ts'
import { openCuttingProxy } from '#test/cutting-proxy.ts'
import { bookInput } from '#test/factories.ts'
import { buildIfStale } from '../tools/build.ts'
import { makeScan, storePdf } from './large-scan.ts'
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

buildIfStale()
const scan = await makeScan(pageCount, bytes)
console.log(`scan of ${pageCount} pages, ${(scan.length / 1e6).toFixed(0)} MB`)
const server = await startServer(path.join(directory, 'data'), { DEMO: '0' })
const proxy = await openCuttingProxy(server.port)
const browser = await launchBrowser()
const broken: string[] = []
try {
  const staff = await signIn(server.address)
  const headers = { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken }
  const sha256 = await storePdf(server.address, staff, scan)
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
