import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { launchBrowser, openPage, type Viewing, type WatchedPage } from './browser.ts'

const root = path.resolve(import.meta.dirname, '..')

/** What a browser test gets. */
interface BrowserFixtures {
  browser: Browser
  /** Opens a visitor's page; it is closed after the test, which fails if something unexpected went wrong in it. */
  open: (viewing: Viewing) => Promise<WatchedPage>
}

/** Vitest's `test` with a browser: one Chromium for each worker, a fresh visitor for each `open`. */
export const browserTest = test.extend<BrowserFixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixture's needs from this pattern.
    async ({}, provide) => {
      const browser = await launchBrowser()
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, task }, provide) => {
    const opened: WatchedPage[] = []
    await provide(async viewing => {
      const watched = await openPage(browser, viewing)
      opened.push(watched)
      return watched
    })
    const problems: string[] = []
    for (const [index, watched] of opened.entries()) {
      problems.push(...watched.listProblems())
      if (task.result?.state === 'fail') {
        const name = `${task.name}-${index}`.replace(/[^\p{L}\p{N}]+/gu, '-')
        const file = path.join(root, 'test-results', `${name}.png`)
        await watched.page.screenshot({ path: file, timeout: 5_000 }).catch(() => undefined)
      }
      /* What a test answers in place of the server may be under way still: nobody waits for it any more. */
      for (const page of watched.context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await watched.context.close()
    }
    if (problems.length > 0) throw new Error(`Something went wrong in the page:\n${problems.join('\n')}`)
  },
})

/**
 * Opens what the tests of a file share, and closes it after them. A test that is tried again finds it opened anew:
 * nothing of its first try is left.
 */
export function openShared(
  open: () => Promise<void>,
  close: () => unknown = () => undefined,
  timeoutMs?: number,
): void {
  beforeAll(open, timeoutMs)
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return
    /* What was under way when the first try was cut off may stand in the log; that try has failed for its own reason. */
    await Promise.try(close).catch(error => console.warn('After the first try:', error))
    await open()
  }, timeoutMs)
  afterAll(async () => {
    await close()
  })
}
