import type { Page } from 'playwright-core'
import { browserTest } from '#test/browser-test.ts'
import type { WatchedPage } from '#test/browser.ts'

export type Device = 'desktop' | 'phone'
export const hint = 'ابدأ الكتابة للبحث...'
export const failure = 'حدث خطأ أثناء البحث. حاول مرة أخرى.'

type Story = (watched: WatchedPage, device: Device) => Promise<void>

/** Tells stories of the site at an address on a desktop and on a phone, at the same time. */
export function onBothAt(baseUrl: () => string): (story: string, tell: Story) => void {
  return (story, tell) =>
    browserTest(`${story}, on a desktop and on a phone`, async ({ open }) => {
      const devices = ['desktop', 'phone'] as const
      await Promise.all(
        devices.map(async device =>
          tell(await open({ baseUrl: baseUrl(), device, isReducedMotion: true }), device),
        ),
      )
    })
}

/** The dialog. */
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'البحث في الموقع' })
/** Its input. */
export const inputOf = (page: Page) => page.getByRole('combobox', { name: 'ابحث في الموقع' })
/** What its arrows go through: hits, or recent searches. */
export const options = (page: Page) => dialogOf(page).getByRole('option')
/** The place of the selected option; -1 for none. */
export const selectedPlace = (page: Page) =>
  options(page).evaluateAll(all => all.findIndex(option => option.getAttribute('aria-selected') === 'true'))
/** Whether one types into the dialog. */
export const hasFocus = (page: Page) => inputOf(page).evaluate(input => input === document.activeElement)
/** Waits until the dialog is gone. */
export const waitUntilClosed = (page: Page) => dialogOf(page).waitFor({ state: 'hidden' })

/** Opens the dialog as one does on the device, and waits until its code has run. */
export async function openDialog(page: Page, device: Device = 'desktop'): Promise<void> {
  const button = page.getByRole('link', { name: 'بحث في الموقع' })
  await (device === 'phone' ? button.tap() : page.keyboard.press('Control+K'))
  await dialogOf(page).waitFor()
  await isAlive(page)
}

/** React has taken the dialog over once its input knows its properties. */
const isAlive = (page: Page) =>
  page.waitForFunction(() => {
    const input = document.querySelector('#search-dialog input')
    return input !== null && Object.keys(input).some(key => key.startsWith('__reactProps'))
  })

/** Types a text and waits for what is found. */
export async function search(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text)
  await options(page).first().waitFor()
}

/** Answers of the server that the test lets go one by one, by the text that was asked for. */
export async function holdAnswers(page: Page): Promise<{ asked: string[]; letGo: (text: string) => void }> {
  const asked: string[] = []
  const waiting = new Map<string, () => void>()
  await page.route('**/api/search?**', async route => {
    const text = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(text)
    await new Promise<void>(resolve => waiting.set(text, resolve))
    /* A request that the page has given up cannot be answered. */
    await route.continue().catch(() => {})
  })
  return { asked, letGo: text => waiting.get(text)?.() }
}
