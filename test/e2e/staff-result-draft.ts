import type { Page } from 'playwright-core'
import { dashboardPaths } from '#contract/paths.ts'

/** Keeps a draft of a result, as typed earlier in this browser: of a new one, or of the record with this id. */
export async function keepResultDraft(page: Page, values: object, of = 'new'): Promise<void> {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  const draft = { values: Object.fromEntries(texts), title: 'مسودة', savedAt: new Date().toISOString() }
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `rafid.draft.results/${of}`,
    JSON.stringify(draft),
  ] as const)
}

/** Opens the form of a new result with its draft. */
export async function openResultDraft(page: Page): Promise<void> {
  await page.goto(dashboardPaths.add(dashboardPaths.results))
  await page.getByText('استعدنا ما كتبته').waitFor()
}
