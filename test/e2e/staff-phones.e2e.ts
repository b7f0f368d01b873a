import { describe, expect } from 'vitest'
import { dashboardPaths } from '#contract/paths.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { enter, firstCheck, openStaffSite } from './staff-session.ts'
import type { StaffSite } from './staff-session.ts'

let staff: StaffSite

openShared(
  async () => {
    staff = await openStaffSite()
  },
  () => staff.server.close(),
)

describe('the dashboard on a phone', () => {
  for (const [width, most] of [
    [390, 1],
    [320, 2],
  ] as const)
    browserTest(`the words of the save bar take ${most} of lines at ${width} px`, async ({ open }) => {
      const { page, expectProblem } = await open({
        baseUrl: staff.baseUrl,
        device: 'phone',
        more: { viewport: { width, height: 700 } },
      })
      expectProblem(firstCheck)
      await enter(page, staff.server, staff.person, dashboardPaths.overview)
      const lines: Record<string, number> = {}
      for (const list of ['books', 'notes', 'news', 'results', 'exams'] as const) {
        await page.goto(dashboardPaths.add(dashboardPaths[list]))
        await page.locator('.save-bar .button').nth(2).waitFor()
        const buttons = page.locator('.save-bar .button span')
        for (const { text, count } of await buttons.evaluateAll(all =>
          all.map(one => {
            const range = document.createRange()
            range.selectNodeContents(one)
            return { text: one.textContent, count: new Set([...range.getClientRects()].map(r => r.top)).size }
          }),
        ))
          lines[`${list}: ${text}`] = count
      }
      expect(Object.keys(lines).length).toBeGreaterThanOrEqual(15)
      expect(Object.entries(lines).filter(([, count]) => count > most)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

  browserTest('two days of a filter stand side by side, with nothing blank beside them', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl: staff.baseUrl, device: 'phone' })
    expectProblem(firstCheck)
    await enter(page, staff.server, staff.person, `${dashboardPaths.visits}?from=2026-11-01&to=2026-11-20`)
    const box = async (name: string) => {
      const found = page.getByRole('search').getByRole(name === 'إعادة ضبط' ? 'button' : 'group', { name })
      await found.first().waitFor()
      return found.first().boundingBox()
    }
    const [from, to, reset] = [await box('من تاريخ'), await box('إلى تاريخ'), await box('إعادة ضبط')]
    const search = await page.getByRole('search').getByRole('searchbox').boundingBox()
    expect(to?.y).toBe(from?.y)
    expect(to?.width).toBe(from?.width)
    expect((from?.x ?? 0) + (from?.width ?? 0)).toBe((search?.x ?? 0) + (search?.width ?? 0))
    expect(reset?.x).toBe(to?.x)
    expect(reset?.y).toBeGreaterThan(to?.y ?? 0)
  })

  browserTest(
    'two choices of a filter stand side by side, and the way to clear them behind them',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: staff.baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      await enter(page, staff.server, staff.person, `${dashboardPaths.jobs}?state=failed`)
      const search = page.getByRole('search')
      await search.getByRole('button', { name: 'إعادة ضبط' }).waitFor()
      const boxes = await search
        .locator('select, .filter-bar__reset button')
        .evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON() as DOMRect))
      const [state, kind, reset] = boxes
      expect(boxes).toHaveLength(3)
      expect(kind?.bottom).toBe(state?.bottom)
      expect(kind?.width).toBe(state?.width)
      expect(reset?.bottom).toBe(state?.bottom)
      expect(reset?.right).toBeLessThan(kind?.left ?? 0)
    },
  )

  browserTest('the way to the site takes one line at 320 px, and has its name', async ({ open }) => {
    const { page, expectProblem } = await open({
      baseUrl: staff.baseUrl,
      device: 'phone',
      more: { viewport: { width: 320, height: 700 } },
    })
    expectProblem(firstCheck)
    await enter(page, staff.server, staff.person, dashboardPaths.overview)
    const link = page.getByRole('link', { name: 'عرض الموقع' })
    await link.waitFor()
    const box = await link.boundingBox()
    expect(box?.height).toBe(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  })
})
