import type { Page } from 'playwright-core'

/**
 * Chooses in a filter of a list as a person does: on a phone in the sheet, which is then closed.
 * `choice` is the beginning of its name; the count follows it.
 */
export async function chooseFilter(
  page: Page,
  filter: string,
  choice: string,
  isScriptOff = false,
): Promise<void> {
  const opener = page.getByRole('button', { name: /^تصفية/ })
  const filters = page.getByRole('complementary', { name: 'تصفية القائمة' })
  const isSheet = await opener.isVisible()
  if (isSheet) await opener.click()
  await filters
    .getByRole('region', { name: filter, exact: true })
    .getByRole('link', { name: new RegExp(`^${choice}`), disabled: false })
    .first()
    .click()
  if (!isSheet || isScriptOff) return
  await filters.getByRole('button').first().click()
  await filters.waitFor({ state: 'hidden' })
}

/** The choice of a filter that is made, without its count; none where nothing is chosen. */
export const chosenFilter = (page: Page, filter: string) =>
  page.locator('.list-filters').evaluate((panel, title) => {
    const group = [...panel.querySelectorAll('.facet')].find(
      part => part.querySelector('h2')?.textContent === title,
    )
    return group?.querySelector('.facet-choice[aria-current] span')?.textContent ?? ''
  }, filter)
