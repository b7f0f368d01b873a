import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { findChromium } from './chromium.ts'
import { isMemoryUsed } from './database-folder.ts'

const root = path.resolve(import.meta.dirname, '..')

/** How the visitor of a test looks at the product. */
export interface Viewing {
  /** The address of the server under test, such as http://127.0.0.1:40123. */
  baseUrl: string
  /** Default: desktop. */
  device?: 'phone' | 'desktop'
  /** Default: light. */
  theme?: 'light' | 'dark'
  isJavaScriptOff?: boolean
  isReducedMotion?: boolean
  /** Anything else that Playwright knows: `viewport` for other widths, `storageState`, `offline`. */
  more?: BrowserContextOptions
}

/** A page that remembers what went wrong in it. */
export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Says that problems matching this are part of the test: `/status of 404/`. */
  expectProblem(pattern: RegExp): void
  /** Console errors, uncaught errors and failed requests that nobody expected. */
  listProblems(): string[]
}

const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, hasTouch: false, isMobile: false },
} satisfies Record<string, BrowserContextOptions>

/** Starts a headless Chromium that reaches only this machine. Works for root and without system libraries. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    headless: true,
    // Playwright has Chromium keep on the disk what its processes share, for machines with little room in memory.
    ignoreDefaultArgs: isMemoryUsed ? ['--disable-dev-shm-usage'] : [],
    chromiumSandbox: false,
    env: { ...process.env, ...env },
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--font-render-hinting=none',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}

function watch(context: BrowserContext): Pick<WatchedPage, 'expectProblem' | 'listProblems'> {
  const problems: string[] = []
  const expected: RegExp[] = []
  context.on('console', message => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', webError => problems.push(`uncaught: ${String(webError.error())}`))
  context.on('requestfailed', request => {
    const reason = request.failure()?.errorText ?? 'unknown'
    // Leaving a page and replacing a stale search both abort what was under way.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`)
  })
  return {
    expectProblem: pattern => void expected.push(pattern),
    listProblems: () => problems.filter(problem => !expected.some(pattern => pattern.test(problem))),
  }
}

/** Opens a new, unknown visitor's page. The caller closes its context and asks listProblems. */
export async function openPage(browser: Browser, viewing: Viewing): Promise<WatchedPage> {
  const context = await browser.newContext({
    ...devices[viewing.device ?? 'desktop'],
    baseURL: viewing.baseUrl,
    locale: 'ar-IQ',
    timezoneId: 'Asia/Baghdad',
    colorScheme: viewing.theme ?? 'light',
    reducedMotion: viewing.isReducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: !viewing.isJavaScriptOff,
    /* What a test does to the line must reach the page itself. */
    serviceWorkers: 'block',
    ...viewing.more,
  })
  context.setDefaultTimeout(15_000)
  context.setDefaultNavigationTimeout(30_000)
  const watcher = watch(context)
  return { page: await context.newPage(), context, ...watcher }
}

/**
 * Writes screenshots/NAME.png of the whole page, with fonts loaded, animations ended and every lazy picture in.
 */
export async function saveScreenshot(page: Page, name: string): Promise<string> {
  const file = path.join(root, 'screenshots', `${name}.png`)
  mkdirSync(path.dirname(file), { recursive: true })
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    await Promise.all([...document.images].map(image => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  return file
}
