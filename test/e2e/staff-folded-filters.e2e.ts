import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { bookInput } from '#test/factories.ts'
import { enter, firstCheck, openStaffSite } from './staff-session.ts'
import type { StaffSite } from './staff-session.ts'

let staff: StaffSite

openShared(
  async () => {
    staff = await openStaffSite()
    const image = 'https://elsewhere.example/a.png'
    for (let number = 1; number <= 12; number += 1)
      await staff.add(apiPaths.books, bookInput({ title: `كتاب ${number}`, image }))
  },
  () => staff.server.close(),
)

const toggle = (page: Page) => page.getByRole('button', { name: /^تصفية/ })
const grade = (page: Page) => page.getByRole('combobox', { name: /^الصف/ })
const isFocused = (page: Page) => toggle(page).evaluate(own => own === document.activeElement)

describe('the lists of the staff on a phone', () => {
  for (const [width, height, least] of [
    [390, 844, 6],
    [320, 568, 3],
  ] as const)
    browserTest(`show ${least} records at least on ${width} × ${height}`, async ({ open }) => {
      const { page, expectProblem } = await open({
        baseUrl: staff.baseUrl,
        device: 'phone',
        more: { viewport: { width, height } },
      })
      for (const problem of [firstCheck, /elsewhere\.example/]) expectProblem(problem)
      await enter(page, staff.server, staff.person, dashboardPaths.books)
      const rows = page.locator('.table--records tbody tr')
      await rows.nth(9).waitFor()
      const seen = await rows.evaluateAll(
        all => all.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length,
      )
      expect(seen).toBeGreaterThanOrEqual(least)
    })

  browserTest('open their filters at a press, tell what is on, and let it go', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl, device: 'phone' })
    for (const problem of [firstCheck, /elsewhere\.example/]) expectProblem(problem)
    await page.setViewportSize({ width: 390, height: 844 })
    await enter(page, staff.server, staff.person, dashboardPaths.books)
    await page.getByRole('searchbox').waitFor()
    expect(await grade(page).count()).toBe(0)
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('false')
    await toggle(page).focus()
    await page.keyboard.press('Enter')
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await grade(page).evaluate(own => own === document.activeElement)).toBe(true)
    await grade(page).selectOption('SIXTH_PREPARATORY')
    await page.getByRole('combobox', { name: /^الفرع/ }).selectOption({ index: 1 })
    await page.waitForURL(/branch=/)
    await grade(page).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(page)).toBe(true)
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('false')
    expect(await toggle(page).textContent()).toContain('٢')
    expect(await grade(page).count()).toBe(0)

    await page.getByRole('button', { name: /^إزالة التصفية: الصف/ }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('stage')).toBe(null)
    await expect.poll(() => isFocused(page)).toBe(true)
    await page.getByRole('button', { name: 'إعادة ضبط' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => isFocused(page)).toBe(true)

    await page.setViewportSize({ width: 1280, height: 800 })
    await grade(page).waitFor()
    expect(await toggle(page).count()).toBe(0)
  })
})
