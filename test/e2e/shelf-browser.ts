import { readdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { BrowserContext, Page } from 'playwright-core'
import { findChromium } from '#test/chromium.ts'

/** A student's own browser: what it keeps stays when it is opened again. */
export interface OwnBrowser {
  context: BrowserContext
  page: Page
  /** Ends it as a battery does. */
  kill(): Promise<void>
}

/** Opens the browser whose profile is in `folder`. */
export async function openOwnBrowser(folder: string, baseURL: string): Promise<OwnBrowser> {
  const { executablePath, env } = await findChromium()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    env: { ...process.env, ...env },
    headless: true,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic'],
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'ar-IQ',
    timezoneId: 'Asia/Baghdad',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    async kill() {
      const closed = new Promise(resolve => context.once('close', resolve))
      for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
      await context.close().catch(() => undefined)
      await closed
    },
  }
}

/** The browser's own process and no other: the one that was started with this profile. */
function processesOf(folder: string): number[] {
  const all = process.platform === 'linux' ? readdirSync('/proc').filter(name => /^\d+$/.test(name)) : []
  return all.map(Number).filter(pid => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return command.includes(`--user-data-dir=${folder}`) && !command.includes('--type=')
    } catch {
      return false
    }
  })
}
