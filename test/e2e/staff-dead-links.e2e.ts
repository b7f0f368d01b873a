import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { MirrorCause } from '#contract/codes/mirror-causes.ts'
import { formatDate } from '#contract/format.ts'
import { day, hour } from '#contract/units.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { enter, firstCheck, rowAction, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

describe('a link elsewhere that does not answer', () => {
  let server: TestApp
  let baseUrl: string
  let person: Person

  shareEmptySite(site => ({ server, baseUrl, person } = site))

  const drive = 'https://drive.google.com/file/d/1abcDEF/view'
  const telegram = 'https://t.me/books_of_iraq/4711'
  const deadSince = new Date(Date.now() - 2 * day)

  const isDead = (address: string, cause: MirrorCause) =>
    server.database.kysely
      .insertInto('mirrors')
      .values({
        id: address,
        address,
        cause,
        failures: 4,
        deadSince,
        checkedAt: new Date(Date.now() - hour - 60_000),
      })
      .execute()

  const isWithinWidth = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

  for (const device of ['desktop', 'phone', 'narrow'] as const)
    browserTest(
      `a dead link is counted in the overview with its cause, told in its row, and explained in its form: ${device}`,
      async ({ open }) => {
        const { kysely } = server.database
        await kysely.deleteFrom('books').execute()
        await kysely.deleteFrom('mirrors').execute()
        await server.services.books.create(
          {
            ...bookInput({ title: 'كتاب الأحياء', googleDriveLink: drive, telegramLink: telegram }),
            versions: [{ title: 'طبعة ٢٠٢٤', releaseYear: 2024, googleDriveLink: `${drive}?old` }],
          },
          systemActor,
        )
        await isDead(drive, 'timeout')
        await isDead(`${drive}?old`, 'gone')
        const { page, expectProblem } = await open({
          baseUrl,
          ...(device === 'phone' && { device: 'phone' as const }),
        })
        expectProblem(firstCheck)
        expectProblem(/files\.example/)
        if (device === 'narrow') await page.setViewportSize({ width: 320, height: 640 })
        await enter(page, server, person, '/dashboard')
        await page
          .getByText(/^الروابط التي لا تعمل: .*لم يردّ الخادم \(١\).*\. آخر محاولة قبل ساعة واحدة\.$/)
          .waitFor()
        expect(await isWithinWidth(page)).toBe(true)
        await page.getByRole('link', { name: 'كتب برابط لا يعمل' }).click()
        const tag = page.getByText('رابط بلا رد و١ غيره · سُئل قبل ساعة واحدة')
        await tag.waitFor()
        expect(await tag.getAttribute('title')).toContain('يقول الخادم إن الملف غير موجود')
        expect(await isWithinWidth(page)).toBe(true)
        await rowAction(page.locator('.table--records tbody tr').first(), 'تعديل')
        const banner = page.getByRole('status').filter({ hasText: 'روابط لا تعمل منذ أيام' })
        await banner.getByRole('link', { name: drive, exact: true }).waitFor()
        const said = await banner.innerText()
        expect(said).toContain(
          `لم يردّ الخادم، آخر محاولة قبل ساعة واحدة، ولا يعمل منذ ${formatDate(deadSince)}. افتح الرابط: إن لم يفتح فغيّره أو احذفه.`,
        )
        expect(said).toContain('في الإصدار «طبعة ٢٠٢٤»: يقول الخادم إن الملف غير موجود')
        expect(said).not.toContain(telegram)
        expect(await isWithinWidth(page)).toBe(true)
      },
    )
})
