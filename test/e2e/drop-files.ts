import type { Page } from 'playwright-core'

/** Drags files from outside of the browser over a point of the page and lets go. */
export async function dropAt(page: Page, x: number, y: number, files: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await cdp.detach()
}
