import type { Page } from 'playwright-core'

const mostTries = 3
const longestWayMs = 3_000

/**
 * Drags files from outside of the browser over a point of the page and lets go. A drop that a busy browser loses, so that
 * the page hears neither of it nor that the files are gone, is repeated as a person would.
 * Errors: throws when the page has heard of none.
 */
export async function dropAt(page: Page, x: number, y: number, files: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const drop = async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  const heard = await page.evaluateHandle(() => {
    const ended = { isSo: false }
    const end = (event: DragEvent) => {
      if (event.type === 'drop' || event.relatedTarget === null) ended.isSo = true
    }
    for (const type of ['drop', 'dragleave'] as const) window.addEventListener(type, end, true)
    return ended
  })
  const isHeard = async () => {
    for (const end = Date.now() + longestWayMs; Date.now() < end; await page.waitForTimeout(50))
      if (await heard.evaluate(({ isSo }) => isSo)) return true
    return false
  }
  for (let tries = 1; ; tries += 1) {
    await drop()
    if (await isHeard()) break
    if (tries === mostTries) throw new Error('The page has not heard of the files that were dropped on it.')
  }
  await cdp.detach()
}
