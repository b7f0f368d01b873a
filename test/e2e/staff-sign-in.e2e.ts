import { readFile } from 'node:fs/promises'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest } from '#test/browser-test.ts'
import type { TestApp } from '#test/build-app.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { addPerson, fillSignIn, firstCheck, shareEmptySite } from './staff-session.ts'
import type { Person } from './staff-session.ts'

/** Gives the browser a device that makes passkeys and unlocks itself. */
async function addDevice(page: Page) {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  /** Whether somebody is there who chooses the key as soon as it is proposed. */
  const setPresence = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const loseKeys = () => device.send('WebAuthn.clearCredentials', { authenticatorId })
  return { setPresence, loseKeys }
}

let server: TestApp
let baseUrl: string
let person: Person

shareEmptySite(site => ({ server, baseUrl, person } = site))

describe('sign-in', () => {
  browserTest(
    'a wrong password is refused with the promised words; the right one leads to the page first asked for',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/The sign-in failed/)
      await page.goto('/dashboard/visits?from=2026-01-01')
      await page.waitForURL('**/super?next=*')
      await fillSignIn(page, { ...person, password: 'ليست كلمة المرور' })
      await page.getByText('فشل تسجيل الدخول. يرجى التحقق من البريد الإلكتروني وكلمة المرور.').waitFor()
      await expect.poll(() => page.getByLabel('البريد الإلكتروني').inputValue()).toBe(person.email)
      await fillSignIn(page, person)
      await page.waitForURL('**/dashboard/visits?from=2026-01-01')
      await page.getByRole('heading', { name: 'الزيارات', exact: true }).waitFor()
    },
  )

  browserTest('the way back never leads to another site', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    await page.goto('/super?next=https://elsewhere.example/')
    await fillSignIn(page, person)
    await page.waitForURL(`${baseUrl}/dashboard`)
  })

  browserTest('an answer without a user is a failed sign-in', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/The sign-in failed/)
    await page.route('**/api/users/login', route => route.fulfill({ json: {} }))
    await page.goto('/super')
    await fillSignIn(page, person)
    await page.getByText('فشل تسجيل الدخول. يرجى التحقق من البريد الإلكتروني وكلمة المرور.').waitFor()
  })

  browserTest('a refused token is fetched again once and the write goes through', async ({ open }) => {
    const { page, expectProblem } = await open({ baseUrl })
    expectProblem(firstCheck)
    expectProblem(/status of 403/)
    let tokens = 0
    await page.route('**/api/users/csrf-token', async route => {
      tokens += 1
      if (tokens > 1) return route.continue()
      return route.fulfill({ json: { csrfToken: 'stale' } })
    })
    await page.goto('/super')
    await fillSignIn(page, person)
    await page.waitForURL('**/dashboard')
    expect(tokens).toBe(2)
  })

  browserTest(
    'a session that ends is renewed in place: the save goes on and nothing typed is lost',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      await page.goto('/dashboard/settings')
      await fillSignIn(page, person)
      await page.getByLabel('عنوان المكتب').fill('بغداد، الكرادة')
      await context.clearCookies()
      await page.getByRole('button', { name: 'حفظ الإعدادات' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'انتهت الجلسة' })
      await dialog.waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-password')
      await expect.poll(() => page.getByLabel('البريد الإلكتروني').last().inputValue()).toBe(person.email)
      await dialog.getByLabel('كلمة المرور', { exact: true }).fill(person.password)
      await dialog.getByRole('button', { name: 'تسجيل الدخول' }).click()
      await page.getByText('حُفظت إعدادات الموقع.').waitFor()
      await page.waitForURL('**/dashboard')
      expect((await server.services.settings.get()).contactAddress).toBe('بغداد، الكرادة')
    },
  )

  browserTest(
    'on a phone the menu opens as an overlay, Escape and a swipe close it, and sign-out leads to the sign-in page',
    async ({ open }) => {
      const iphone =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1'
      const { page, context, expectProblem } = await open({
        baseUrl,
        device: 'phone',
        more: { userAgent: iphone },
      })
      expectProblem(firstCheck)
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'platform', { value: 'iPhone' })
        Object.defineProperty(navigator, 'userAgentData', { value: undefined })
      })
      await page.goto('/dashboard')
      await fillSignIn(page, person)
      await page.locator('.user-button').click()
      await page.getByRole('menu').waitFor()
      const overscroll = () => page.evaluate(() => getComputedStyle(document.body).overscrollBehaviorY)
      await expect.poll(overscroll).toBe('contain')
      await page.keyboard.press('Escape')
      const menuButton = page.getByRole('button', { name: 'فتح القائمة' })
      const books = page.getByRole('link', { name: 'الكتب', exact: true }).first()
      await menuButton.click()
      await page.getByRole('navigation', { name: 'أقسام لوحة التحكم' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('menu-button')
      await menuButton.click()
      await page.getByRole('navigation').getByRole('link', { name: 'الكتب' }).click()
      await page.waitForURL('**/dashboard/books')
      await books.waitFor({ state: 'hidden' })
      await menuButton.click()
      await page.getByRole('button', { name: 'تسجيل الخروج' }).click()
      await page.waitForURL('**/super*')
    },
  )

  browserTest(
    'a second step is led through before anything else where it is required, asked for at sign-in, and turned off',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      const guarded = await addPerson(server)
      const { version: _version, changedAt: _changedAt, ...settings } = await server.services.settings.get()
      await server.services.settings.update({ ...settings, secondFactorFor: 'admins' }, systemActor)
      await page.goto('/dashboard/books')
      await fillSignIn(page, guarded)
      await page.getByRole('heading', { name: 'التحقق بخطوتين' }).waitFor()
      await page.getByLabel('كلمة المرور الحالية').fill(guarded.password)
      await page.getByRole('button', { name: 'متابعة' }).click()
      const secret = (await page.locator('.second-factor__secret').innerText()).replaceAll(' ', '')
      const codeAt = (steps: number) =>
        new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
      expect((await findFaultsInThemes(page)).map(({ fault }) => fault.id)).toEqual([])
      await page.getByLabel('الرمز').fill(codeAt(0))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'رموز الاسترداد' }).waitFor()
      const code = await page
        .getByRole('list', { name: 'رموز الاسترداد' })
        .getByRole('listitem')
        .first()
        .innerText()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'تنزيل الرموز' }).click()
      expect(await readFile(await (await downloading).path(), 'utf8')).toContain(code)
      expect((await findFaultsInThemes(page)).map(({ fault }) => fault.id)).toEqual([])
      /* Nothing beside them takes them away before they are kept. */
      expect(await page.getByRole('button').allInnerTexts()).toEqual(['حفظتها'])
      await page.getByRole('button', { name: 'حفظتها' }).click()
      await page.getByRole('heading', { name: 'الكتب', exact: true }).waitFor()

      await page.context().clearCookies()
      await page.goto('/dashboard/account')
      await fillSignIn(page, guarded)
      await page.getByLabel('الرمز').fill('000000')
      await page.keyboard.press('Enter')
      expectProblem(/The sign-in failed/)
      await page.getByText('الرمز غير صحيح أو استُعمل من قبل').waitFor()
      await page.getByLabel('الرمز').fill(codeAt(1))
      await page.keyboard.press('Enter')
      await page.getByText('رموز الاسترداد الباقية: ١٠').waitFor()
      expect(await page.getByRole('button', { name: 'إيقاف', exact: true }).count()).toBe(0)
      await server.services.settings.update({ ...settings, secondFactorFor: 'nobody' }, systemActor)
      await page.reload()
      await page.getByRole('button', { name: 'إيقاف', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'إيقاف التحقق بخطوتين' })
      await dialog.getByLabel('كلمة المرور الحالية').fill(guarded.password)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'تفعيل التحقق بخطوتين' }).waitFor()
    },
  )

  browserTest(
    'a passkey is registered with its name, opens the dashboard without a password, and is removed',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      const owner = await addPerson(server)
      /* Keys belong to names, and a proposal of the browser would be taken at once by this device. */
      const site = `http://localhost:${new URL(baseUrl).port}`
      await context.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
      })
      const { loseKeys } = await addDevice(page)
      await page.goto(`${site}/dashboard/account`)
      await fillSignIn(page, owner)
      await page.getByRole('button', { name: 'إضافة مفتاح مرور' }).click()
      const dialog = page.getByRole('dialog', { name: 'إضافة مفتاح مرور' })
      await dialog.getByLabel('اسم المفتاح').fill('هاتفي الأزرق')
      await dialog.getByLabel('كلمة المرور الحالية').fill(owner.password)
      await dialog.getByRole('button', { name: 'متابعة' }).click()
      await dialog.getByRole('button', { name: 'حفظتها' }).click()
      const keys = page.getByRole('list', { name: 'مفاتيح المرور' })
      await keys.getByText('هاتفي الأزرق').waitFor()
      await keys.getByText('لم يُستعمل بعد').waitFor()
      expect((await findFaultsInThemes(page)).map(({ fault }) => fault.id)).toEqual([])

      await context.clearCookies()
      await page.goto(`${site}/dashboard/account`)
      await page.getByRole('button', { name: 'ادخل بمفتاح مرور' }).click()
      await keys.getByText('آخر دخول به').waitFor()
      await keys.getByRole('button', { name: 'حذف المفتاح: هاتفي الأزرق' }).click()
      const removal = page.getByRole('dialog', { name: 'حذف مفتاح مرور' })
      await removal.getByLabel('كلمة المرور الحالية').fill(owner.password)
      await removal.getByRole('button', { name: 'حذف المفتاح' }).click()
      await keys.getByText('هاتفي الأزرق').waitFor({ state: 'hidden' })

      await loseKeys()
      await context.clearCookies()
      await page.goto(`${site}/super`)
      await page.getByRole('button', { name: 'ادخل بمفتاح مرور' }).click()
      await page.getByText('أو ادخل بكلمة المرور ورمز استرداد؛ وإن ضاعت كلها فاسأل مديراً').waitFor()
    },
  )

  browserTest(
    'a passkey that the browser proposes opens the dashboard however long the page was open',
    async ({ open }) => {
      const { page, context, expectProblem } = await open({ baseUrl })
      expectProblem(firstCheck)
      expectProblem(/passkey/)
      /* The device may answer what was asked before its time was over; it is asked again then. */
      expectProblem(/The sign-in failed/)
      const owner = await addPerson(server)
      const site = `http://localhost:${new URL(baseUrl).port}`
      const { setPresence } = await addDevice(page)
      await page.goto(`${site}/dashboard/account`)
      await fillSignIn(page, owner)
      await page.getByRole('button', { name: 'إضافة مفتاح مرور' }).click()
      const dialog = page.getByRole('dialog', { name: 'إضافة مفتاح مرور' })
      await dialog.getByLabel('اسم المفتاح').fill('هاتفي')
      await dialog.getByLabel('كلمة المرور الحالية').fill(owner.password)
      await dialog.getByRole('button', { name: 'متابعة' }).click()
      await dialog.getByRole('button', { name: 'حفظتها' }).click()
      await context.clearCookies()
      await setPresence(false)

      const asked = () => page.waitForResponse(`**${apiPaths.passkeyLoginOptions}`)
      await page.clock.install()
      const first = asked()
      await page.goto(`${site}/dashboard/account`)
      await first
      /* As when its time is over. */
      await server.database.kysely.deleteFrom('passkeyChallenges').execute()
      await setPresence(true)
      const second = asked()
      await page.clock.runFor(limits.passkeyRenewMs + limits.passkeyLookMs)
      await second
      await page.getByRole('list', { name: 'مفاتيح المرور' }).getByText('آخر دخول به').waitFor()
    },
  )
})
