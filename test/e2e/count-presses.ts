import type { Locator, Page } from 'playwright-core'
import { dropAt } from './drop-files.ts'

/** What the browser tells no page: to open a closed list and to choose in it, to take files and to let them go. */
const unheard = 2

/**
 * Counts what a person's hands do from the next screen on, as the browser hears it: each press of the pointer and each
 * key, whoever causes it. `click`, `choose` and `drop` are such hands.
 */
export async function countPresses(page: Page) {
  const heard = { clicks: 0, keys: 0 }
  await page.exposeBinding('heardPress', (_source, what: keyof typeof heard) => {
    heard[what] += 1
  })
  await page.addInitScript(() => {
    const { heardPress } = globalThis as unknown as { heardPress(what: string): void }
    const listen = (type: string, what: string) =>
      addEventListener(type, ({ isTrusted }) => isTrusted && heardPress(what), { capture: true })
    listen('pointerdown', 'clicks')
    listen('keydown', 'keys')
  })
  return {
    /** So many presses since the last call. Errors: throws where none was heard, since then nobody listens. */
    taken() {
      const made = { ...heard }
      if (made.clicks + made.keys === 0) throw new Error('No press was heard.')
      heard.clicks = 0
      heard.keys = 0
      return made
    },
    click: (target: Locator, options?: { modifiers?: 'Shift'[] }) => target.click(options),
    async choose(target: Locator, value: string) {
      heard.clicks += unheard
      await target.selectOption(value)
    },
    async drop(files: string[]) {
      heard.clicks += unheard
      await dropAt(page, 400, 300, files)
    },
  }
}
