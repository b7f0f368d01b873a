import axe from 'axe-core'
import type { Result } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * What axe finds on the page as it stands, by all its rules or by `rules` alone. Its script, which takes longer than
 * most questions, is put into a document once. Throws on a page with frames, into which it would not look.
 */
export async function findFaults(page: Page, rules?: string[]): Promise<Result[]> {
  if (page.frames().length > 1) throw new Error('The page has frames.')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async only => {
    const runOnly = only && { type: 'rule' as const, values: only }
    const results = await window.axe?.run(document, {
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    })
    return results?.violations ?? []
  }, rules)
}

/** One theme of a page, and a fault that axe found in it. */
interface ThemeFault {
  theme: 'light' | 'dark'
  fault: Result
}

/** `findFaults` in both themes. A theme changes colours alone, so the dark one is asked about contrast alone. */
export async function findFaultsInThemes(page: Page): Promise<ThemeFault[]> {
  const found: ThemeFault[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
    const faults = await findFaults(page, theme === 'dark' ? ['color-contrast'] : undefined)
    found.push(...faults.map(fault => ({ theme, fault })))
  }
  return found
}
