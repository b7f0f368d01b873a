/**
 * Measures how long the search dialog takes from the tap to the moment its code answers the keyboard, on a phone with
 * a slow line and a slow processor (bench/slow-line.ts), and fails over its bar (P14.2).
 * Usage: node bench/search-usable.ts
 * Prints, for each page, every round and the median. Units: milliseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import pino from 'pino'
import { paths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { createServices } from '#server/services.ts'
import { launchBrowser } from '#test/browser.ts'
import { buildIfStale } from '../tools/build.ts'
import { slowDown } from './slow-line.ts'
import { median } from './figures.ts'

const barMs = 1600
const rounds = 5
const settleMs = 1000
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

async function startServer(dataDir: string): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' })
  const log = pino({ level: config.logLevel })
  const database = await openDatabase({ dataDir, log })
  await migrateToLatest(database)
  const services = await createServices(config, database, log)
  const app = await buildApp(services)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await app.close()
    await services.close()
  }
  return { baseUrl, stop }
}

/** From the finger on the search button to an open dialog whose input React answers for. */
async function measure(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ ...phone, locale: 'ar-IQ' })
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page))
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(settleMs)
  await page.evaluate(() => {
    const isUsable = () => {
      const input = document.querySelector('#search-dialog[open] input')
      return input !== null && Object.keys(input).some(key => key.startsWith('__reactProps'))
    }
    const tapped = Promise.withResolvers<number>()
    addEventListener('pointerdown', event => {
      const look = () => (isUsable() ? tapped.resolve(performance.now() - event.timeStamp) : setTimeout(look))
      look()
    })
    Object.assign(window, { usableMs: tapped.promise })
  })
  await page.locator('.place-bar [data-search]').tap()
  const usableMs = await page.evaluate<number>('window.usableMs')
  await context.close()
  return usableMs
}

async function main(): Promise<void> {
  buildIfStale()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rafid-search-usable-'))
  const server = await startServer(dataDir)
  const browser = await launchBrowser()
  try {
    for (const address of [paths.home, paths.faq]) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        times.push(Math.round(await measure(browser, server.baseUrl + address)))
      }
      const middleMs = median(times)
      console.log(`${address}: ${times.join(', ')} ms; median ${middleMs} ms (bar ${barMs} ms)`)
      if (middleMs > barMs) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
