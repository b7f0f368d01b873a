import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { missingPage, openPublicSite } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

openShared(
  async () => {
    site = await openPublicSite()
  },
  () => site.server.close(),
)

const devices = ['phone', 'desktop'] as const

/** What axe finds on the screen as it is, in both themes. Shape: one line for each element at fault. */
async function violations(page: Page, what: string): Promise<string[]> {
  const found = await findFaultsInThemes(page)
  return found.flatMap(({ theme, fault }) =>
    fault.nodes.map(
      ({ target, failureSummary }) =>
        `${what} (${theme}): ${fault.id} ${target.join(' ')} ${failureSummary ?? ''}`,
    ),
  )
}

describe('accessibility at 390 and 1280 px, light and dark', () => {
  browserTest('axe finds nothing on any kind of page', { timeout: 240_000 }, async ({ open }) => {
    const found = await Promise.all(
      devices.map(async device => {
        const { page, expectProblem } = await open({ baseUrl: site.baseUrl, device, isReducedMotion: true })
        expectProblem(missingPage)
        const here: string[] = []
        for (const path of site.kinds) {
          await page.goto(path)
          here.push(...(await violations(page, `${path} on a ${device}`)))
        }
        return here
      }),
    )
    expect(found.flat()).toEqual([])
  })

  browserTest(
    'axe finds nothing in open menus, answers and viewer, nor in any state of the search dialog',
    { timeout: 120_000 },
    async ({ open }) => {
      const look = async (device: (typeof devices)[number]) => {
        const { page, expectProblem } = await open({ baseUrl: site.baseUrl, device, isReducedMotion: true })
        expectProblem(/The search failed|status of 500/)
        await page.goto('/help')
        for (const summary of await page.locator('.accordion summary').all()) await summary.click()
        const found = await violations(page, 'open answers')

        if (device === 'phone') await page.getByRole('button', { name: 'القائمة' }).click()
        const menu = page.getByRole('navigation', {
          name: device === 'phone' ? 'قائمة الهاتف' : 'القائمة الرئيسية',
        })
        await menu.getByText('الكتب المدرسية').click()
        await menu.getByRole('link', { name: 'الصف الأول المتوسط' }).waitFor()
        found.push(...(await violations(page, 'open menu')))
        await page.keyboard.press('Escape')

        await page.keyboard.press('Control+K')
        const input = page.getByRole('combobox', { name: 'ابحث في الموقع' })
        await page.getByText('ابدأ الكتابة للبحث...').waitFor()
        found.push(...(await violations(page, 'search, empty')))
        await input.fill('الرياضيات')
        await page.getByRole('option').first().waitFor()
        await input.press('ArrowDown')
        found.push(...(await violations(page, 'search, results')))
        await input.fill('ظظظظظظظ')
        await page.getByText('لا توجد نتائج لـ').waitFor()
        found.push(...(await violations(page, 'search, no results')))
        await input.fill('فيزياء')
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/search?q=*')
        await page.keyboard.press('Control+K')
        await page.getByRole('listbox', { name: 'عمليات بحثك الأخيرة' }).waitFor()
        await input.press('ArrowDown')
        found.push(...(await violations(page, 'search, recent')))
        await page.route('**/api/search?**', route => route.fulfill({ status: 500, body: '' }))
        await input.fill('فيزياء')
        await page.getByRole('dialog').getByRole('button', { name: 'إعادة المحاولة' }).waitFor()
        found.push(...(await violations(page, 'search, failed')))

        await page.goto(`/ministerial/preview/${site.examId}`)
        await page
          .getByRole('link', { name: /^تكبير/ })
          .first()
          .click()
        await page.getByRole('button', { name: 'الصورة التالية' }).waitFor()
        found.push(...(await violations(page, 'image viewer')))
        return found.map(line => `on a ${device}, ${line}`)
      }
      expect((await Promise.all(devices.map(look))).flat()).toEqual([])
    },
  )
})
