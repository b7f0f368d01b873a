/**
 * What a student with a phone on slow 4G pays for the own school's sheet, and for the own row, out of a large archive.
 * Usage: node bench/own-sheet.ts [--schools 300] [--megabytes 250]
 * Uploads an archive, waits until it is opened and read, and visits sheets that were made in different ways. Prints for
 * each: when its first page stands (from a cold phone, slow line and slow processor), and what went over the line in
 * all; then the way from the stage's page by the school's name; then the own row, after the page. Bytes are counted on
 * the socket: headers and what the service worker asks for as well. Bars: 1 MB, 2 s, 150 KB. Linux only.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { paths } from '#contract/paths.ts'
import { launchBrowser } from '#test/browser.ts'
import { openCuttingProxy } from '#test/cutting-proxy.ts'
import { buildIfStale } from '../tools/build.ts'
import { publishArchive, untilRead } from './publish-archive.ts'
import type { ListedSheet } from './publish-archive.ts'
import { writeSchoolArchive } from './school-archive.ts'
import type { ArchivedSchool } from './school-archive.ts'
import { slowDown } from './slow-line.ts'
import { signIn, startServer } from './upload-server.ts'

const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '300' },
    megabytes: { type: 'string', default: '250' },
  },
})
const size = { schools: Number(values.schools), bytes: Number(values.megabytes) * 1e6 }
const bars = { sheetBytes: 1e6, firstPageMs: 2000, rowBytes: 150 * 1024 }
const stage = 'SIXTH_PREPARATORY'
const settleMs = 5000
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const broken: string[] = []
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`

interface Line {
  address: string
  came(): number
}

async function visitor(browser: Browser): Promise<{ page: Page; leave(): Promise<void> }> {
  const context = await browser.newContext({ ...phone, locale: 'ar-IQ' })
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page))
  return { page, leave: () => context.close() }
}

/** Waits until nothing has come over the line for a while. */
async function untilQuiet(line: Line): Promise<void> {
  for (let before = -1; before !== line.came(); await wait(settleMs)) before = line.came()
}

/** When the first page of the sheet is drawn whole. Units: milliseconds since the address was asked for. */
const firstPageMs = (page: Page) =>
  page.evaluate(async () => {
    const picture = document.querySelector<HTMLImageElement>('.sheet-pages img')
    if (!picture) throw new Error('The sheet shows no page')
    await picture.decode()
    await new Promise(requestAnimationFrame)
    return performance.now()
  })

async function visitSheet(browser: Browser, line: Line, sheet: ListedSheet, { making }: ArchivedSchool) {
  const { page, leave } = await visitor(browser)
  const before = line.came()
  await page.goto(line.address + paths.sheet(sheet.id), { waitUntil: 'commit' })
  await page.locator('.sheet-pages img').first().waitFor()
  const shownMs = await firstPageMs(page)
  await untilQuiet(line)
  const came = line.came() - before
  await leave()
  console.log(`sheet (${making}): first page after ${shownMs.toFixed(0)} ms, ${kilobytes(came)} in all`)
  if (shownMs > bars.firstPageMs) broken.push(`a sheet (${making}) stands after ${shownMs.toFixed(0)} ms`)
  if (came > bars.sheetBytes) broken.push(`a sheet (${making}) costs ${kilobytes(came)}`)
}

async function walkToSheet(browser: Browser, line: Line, { name }: ArchivedSchool): Promise<void> {
  const { page, leave } = await visitor(browser)
  const before = line.came()
  await page.goto(line.address + paths.resultsOfGrade(stage))
  await page.goto(`${line.address}${paths.schoolsOfGrade(stage)}?query=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().tap()
  await page.locator('.sheet-pages img').first().waitFor()
  const shownMs = await firstPageMs(page)
  await untilQuiet(line)
  const came = line.came() - before
  await leave()
  console.log(
    `from the stage's page by name: sheet's first page ${shownMs.toFixed(0)} ms after the tap, ${kilobytes(came)} in all`,
  )
  if (came > bars.sheetBytes) broken.push(`the way to a sheet costs ${kilobytes(came)}`)
}

async function lookUp(browser: Browser, line: Line, { numbers, making }: ArchivedSchool): Promise<void> {
  const { page, leave } = await visitor(browser)
  await page.goto(line.address + paths.resultsOfGrade(stage))
  await untilQuiet(line)
  const before = line.came()
  const startedAt = performance.now()
  await page.locator('.number-form input[name=number]').fill(numbers.at(-1) ?? '')
  await page.locator('.number-form button').tap()
  const picture = page.locator('.own-row svg image').first()
  await picture.waitFor()
  await page.waitForFunction(
    url => performance.getEntriesByName(new URL(url ?? '', location.href).href).length > 0,
    await picture.getAttribute('href'),
  )
  const shownMs = performance.now() - startedAt
  await untilQuiet(line)
  const came = line.came() - before
  await leave()
  console.log(
    `own row (${making}): after ${shownMs.toFixed(0)} ms, ${(came / 1024).toFixed(1)} KB after the page`,
  )
  if (came > bars.rowBytes) broken.push(`an own row (${making}) costs ${(came / 1024).toFixed(1)} KB`)
}

buildIfStale()
const zip = path.join(directory, 'results.zip')
const schools = await writeSchoolArchive(zip, size)
const shown = schools.slice(0, 4)
console.log(`archive of ${(fs.statSync(zip).size / 1e6).toFixed(0)} MB, ${schools.length} schools`)
const server = await startServer(path.join(directory, 'data'))
const proxy = await openCuttingProxy(server.port)
const browser = await launchBrowser()
try {
  const sheets = await untilRead(
    server,
    await publishArchive(server, await signIn(server.address), zip),
    shown,
  )
  const line = { address: proxy.address, came: proxy.received }
  for (const [at, sheet] of sheets.entries()) {
    const school = shown[at]
    if (school) await visitSheet(browser, line, sheet, school)
  }
  for (const school of shown.filter(({ numbers }) => numbers.length > 0)) {
    await walkToSheet(browser, line, school)
    await lookUp(browser, line, school)
  }
} finally {
  await browser.close()
  await proxy.close()
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
for (const text of broken) console.error(`Over the bar: ${text}`)
process.exitCode = broken.length > 0 ? 1 : 0
