/**
 * Measures what a first visit costs in a real browser, and fails when a budget of DESIGN §10 is broken.
 * Usage: node bench/first-load.ts
 * Prints, for each page: scripts, styles, fonts and HTML on the wire before any interaction, and the layout shift;
 * then the scripts after the search dialog was opened. Units: KB are 1024 bytes of response bodies.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { paths } from '#contract/paths.ts'
import { launchBrowser } from '#test/browser.ts'
import { buildIfStale } from '../tools/build.ts'

const kilobyte = 1024
const budgets = { script: 3 * kilobyte, homePage: 60 * kilobyte, searchScript: 70 * kilobyte }
const settleMs = 2000
const kinds = ['document', 'script', 'stylesheet', 'font'] as const
type Kind = (typeof kinds)[number]

interface FirstLoad {
  bytes: Record<Kind, number>
  layoutShift: number
}

async function startServer(dataDir: string): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error' },
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (address) resolve(address)
    })
    child.once('exit', code => reject(new Error(`The server ended with code ${code}.\n${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { baseUrl, stop }
}

/** Waits until the first start has written something to show. */
async function waitForBooks(baseUrl: string): Promise<void> {
  const deadline = Date.now() + 240_000
  while (Date.now() < deadline) {
    const answer = await (await fetch(`${baseUrl}/api/books?stage=PRIMARY&stageType=contains&limit=1`)).json()
    if ((answer as { data: { total: number } }).data.total >= 4) return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('The demo library did not appear')
}

function countBytes(page: Page): Record<Kind, number> {
  const bytes: Record<Kind, number> = { document: 0, script: 0, stylesheet: 0, font: 0 }
  page.on('requestfinished', async request => {
    const kind = kinds.find(candidate => candidate === request.resourceType())
    if (kind) bytes[kind] += (await request.sizes()).responseBodySize
  })
  return bytes
}

async function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

async function measure(browser: Browser, address: string): Promise<FirstLoad> {
  const context = await browser.newContext({ ...phone, locale: 'ar-IQ' })
  const page = await context.newPage()
  const bytes = countBytes(page)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(settleMs)
  const layoutShift = await layoutShiftOf(page)
  await context.close()
  return { bytes, layoutShift }
}

async function measureSearch(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ ...phone, locale: 'ar-IQ' })
  const page = await context.newPage()
  const bytes = countBytes(page)
  await page.goto(address, { waitUntil: 'load' })
  await page.locator('.search-button').tap()
  await page.locator('#search-dialog input').fill('رياضيات')
  await page.locator('.search-hit').first().waitFor()
  await page.waitForTimeout(settleMs)
  await context.close()
  return bytes.script
}

const inKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`

async function main(): Promise<void> {
  await buildIfStale()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rafid-first-load-'))
  const server = await startServer(dataDir)
  const browser = await launchBrowser()
  const broken: string[] = []
  try {
    await waitForBooks(server.baseUrl)
    for (const address of [paths.home, paths.booksOfStage('PRIMARY'), paths.books, paths.news, paths.faq]) {
      const { bytes, layoutShift } = await measure(browser, server.baseUrl + address)
      const parts = kinds.map(kind => `${kind} ${inKilobytes(bytes[kind])}`).join(', ')
      console.log(`${address}: ${parts}, layout shift ${layoutShift.toFixed(4)}`)
      if (bytes.script > budgets.script)
        broken.push(`${address} loads ${inKilobytes(bytes.script)} of scripts`)
      if (layoutShift > 0) broken.push(`${address} shifts by ${layoutShift}`)
      const page = bytes.document + bytes.stylesheet + bytes.font
      if (address === paths.home && page > budgets.homePage)
        broken.push(`${address} weighs ${inKilobytes(page)}`)
      if (address === paths.home) console.log(`  HTML + CSS + font: ${inKilobytes(page)} (budget 60 KB)`)
    }
    const search = await measureSearch(browser, server.baseUrl + paths.home)
    console.log(`scripts after opening the search: ${inKilobytes(search)} (budget 70 KB)`)
    if (search > budgets.searchScript) broken.push(`the search loads ${inKilobytes(search)} of scripts`)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const line of broken) console.error(`Over budget: ${line}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}

await main()
