import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { formatFileSize } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { bookVersionInputSchema } from '#contract/resources/book.ts'
import { putRow } from '#server/files/light-copies/light-copies.repository.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { findFaultsInThemes } from '#test/axe.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeLargePdf, makePdf, sha256Of, streamOf } from '#test/files.ts'
import { chooseFilter } from './list-steps.ts'
import { openShelfLine } from './shelf-line.ts'
import { publishBook } from './site-library.ts'

let server: TestApp
let baseUrl: string
let book: string
let light: Buffer

openShared(
  async () => {
    server = await openTestApp()
    /* Pages that were still being drawn when the last visitor left. */
    server.expectError('page-pictures.ts')
    const whole = await makeLargePdf(2_000_000)
    light = await makePdf(1)
    const { files, database } = server.services
    const { url } = await files.store(streamOf(whole), { name: 'كيمياء.pdf' })
    await files.store(streamOf(light), { name: 'كيمياء (نسخة خفيفة).pdf' })
    await files.pagePictures.facts(sha256Of(whole))
    await database.kysely
      .transaction()
      .execute(transaction => putRow(transaction, sha256Of(whole), { lightHash: sha256Of(light) }))
    book = await publishBook(server, 'كتاب الكيمياء', 'SIXTH_PREPARATORY', 'CHEMISTRY', url)
    const edition = bookVersionInputSchema.parse({
      title: 'سقط منها الفصل السابع',
      releaseYear: 2024,
      directLink: url,
      telegramLink: 'https://t.me/books',
    })
    await server.services.books.createVersion(book, edition, systemActor)
    await publishBook(server, 'كتاب الفيزياء', 'FIFTH_PREPARATORY', 'PHYSICS', 'https://files.example/a.pdf')
    baseUrl = await server.listen()
  },
  () => server.close(),
)

describe('a light copy', () => {
  browserTest('is offered beside the whole file, each with its size, on every screen', async ({ open }) => {
    for (const [width, height, isJavaScriptOff] of [
      [390, 844, false],
      [320, 640, false],
      [320, 640, true],
      [1280, 800, false],
    ] as const) {
      const device = width > 1000 ? 'desktop' : 'phone'
      const { page } = await open({ baseUrl, device, isJavaScriptOff, more: { viewport: { width, height } } })
      await page.goto(paths.book(book))
      const ways = page.locator('.action-bar a[download]')
      expect(await ways.allInnerTexts()).toEqual([
        expect.stringMatching(/^حمّل الخفيف\s+[٠-٩٫]+\s+ك\.ب/),
        expect.stringMatching(/^الكامل\s+١٫٩\s+م\.ب/),
      ])
      for (const way of await ways.all()) {
        const box = await way.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 44).toBe(true)
        expect(await way.evaluate(each => each.scrollWidth <= each.clientWidth + 1)).toBe(true)
      }
      const editions = page.locator('.edition-links a[download]')
      expect((await editions.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
        expect.stringMatching(/^تحميل مباشر خفيف [٠-٩٫]+ ك\.ب سقط منها الفصل السابع$/),
        expect.stringMatching(/^تحميل مباشر كامل ١٫٩ م\.ب سقط منها الفصل السابع$/),
      ])
      for (const way of await editions.all()) {
        const box = await way.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 44).toBe(true)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
      if (width !== 390) continue
      expect(await findFaultsInThemes(page)).toEqual([])
      const [download] = await Promise.all([page.waitForEvent('download'), ways.first().tap()])
      expect(download.suggestedFilename()).toBe('كيمياء (نسخة خفيفة).pdf')
      expect(readFileSync(await download.path()).equals(light)).toBe(true)
    }
  })

  browserTest(
    'is what the row of a list tells and loads; a wide one has the whole file too',
    async ({ open }) => {
      for (const [width, expected] of [
        [320, ['خفيف']],
        [390, ['خفيف']],
        [1000, ['خفيف']],
        [1280, ['خفيف', 'كامل']],
      ] as const) {
        const device = width > 900 ? 'desktop' : 'phone'
        const { page } = await open({
          baseUrl,
          device,
          isJavaScriptOff: true,
          more: { viewport: { width, height: 800 } },
        })
        await page.goto(`${paths.booksOfStage('PREPARATORY')}?grade=SIXTH_PREPARATORY`)
        const row = page.locator(`[data-id="${book}"]`)
        const ways = row.locator('a.record-action:visible')
        const words = (await ways.allTextContents()).map(text => text.trim().split(/\s/, 1).join())
        expect(words, String(width)).toEqual(expected)
        for (const way of await ways.all())
          expect(await way.evaluate(each => each.scrollWidth <= each.clientWidth + 1), String(width)).toBe(
            true,
          )
        expect(await row.locator('.record-size').textContent()).toMatch(/^خفيف [٠-٩٫]+\u00A0ك\.ب$/)
        expect(await row.locator('.record-size').isVisible()).toBe(width < 900)
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
        const { height } = (await row.boundingBox()) ?? { height: 0 }
        expect(height >= 72 && height <= 88, `${width}: ${height}`).toBe(true)
      }
    },
  )

  browserTest('is what a switch of a list leaves, with and without scripts', async ({ open }) => {
    const path = paths.booksOfStage('PREPARATORY')
    for (const isJavaScriptOff of [false, true]) {
      const { page } = await open({ baseUrl, device: 'phone', isJavaScriptOff })
      await page.goto(path)
      expect(await page.locator('.record-row').count()).toBe(2)
      await chooseFilter(page, 'الملف', 'له نسخة خفيفة', isJavaScriptOff)
      await page.waitForURL(`**${path}?file=light`)
      await expect.poll(() => page.locator('.record-row:not(.skeleton)').count()).toBe(1)
      expect(await page.locator('h1').textContent()).toBe('كتب المرحلة الإعدادية، بنسخة خفيفة')
      await page.getByRole('link', { name: /^له نسخة خفيفة.*إزالة$/ }).click()
      await page.waitForURL(`**${path}`)
      await page.goto(`${path}?subject=PHYSICS`)
      const off = page.locator('#list-filters .is-switch .facet-choice')
      expect(await off.getAttribute('aria-disabled')).toBe('true')
    }
  })

  browserTest('is offered in the reader, behind the rare tools', async ({ open }) => {
    const { page } = await open({ baseUrl, device: 'phone' })
    await page.goto(paths.bookReading(book))
    await page.getByRole('button', { name: 'أدوات أخرى' }).tap()
    const tools = page.getByRole('group', { name: 'أدوات أخرى' })
    await expect
      .poll(async () =>
        (await tools.getByRole('link').allInnerTexts()).map(text => text.split(/\s/, 2).join(' ')),
      )
      .toEqual(['حمّل الخفيف', 'حمّل الكامل'])
    expect(await tools.locator('a[download][data-behaviour=shelf]').count()).toBe(2)
    const { page: plain } = await open({ baseUrl, device: 'phone', isJavaScriptOff: true })
    await plain.goto(paths.bookReading(book))
    const ways = plain.getByRole('group', { name: 'تحميل الملف' }).getByRole('link')
    expect(await ways.allInnerTexts()).toEqual([
      expect.stringMatching(/^حمّل الخفيف\s+[٠-٩٫]+\s+ك\.ب/),
      expect.stringMatching(/^حمّل الكامل\s+١٫٩\s+م\.ب/),
    ])
  })

  browserTest('is what a device that keeps it opens for the whole file without a line', async ({ open }) => {
    const line = await openShelfLine(baseUrl)
    const { page, expectProblem } = await open({
      baseUrl: line.baseUrl,
      device: 'phone',
      more: { serviceWorkers: 'allow' },
    })
    expectProblem(/ERR_EMPTY_RESPONSE/)
    await page.goto(paths.book(book))
    const button = page.locator(`main [data-shelved="book:${book}"]`).first()
    await button.tap()
    await expect.poll(() => button.getAttribute('data-state')).toBe('kept')
    line.setDown(true)
    await page.reload()
    const whole = page.locator('.action-bar a[download]', { hasText: 'الكامل' })
    const opens = [() => whole.tap(), async () => page.goto((await whole.getAttribute('href')) ?? '')]
    for (const act of opens) {
      const [download] = await Promise.all([page.waitForEvent('download'), act().catch(() => undefined)])
      expect(download.suggestedFilename()).toBe('كيمياء (نسخة خفيفة).pdf')
      expect(readFileSync(await download.path()).equals(light)).toBe(true)
    }
    expect(await page.locator('.shelf-notice').innerText()).toContain('النسخة الخفيفة من «كتاب الكيمياء»')
    line.close()
  })

  browserTest('takes nothing from a device that keeps the whole file already', async ({ open }) => {
    const { files, database } = server.services
    const whole = await makeLargePdf(700_000)
    const { url } = await files.store(streamOf(whole), { name: 'أحياء.pdf' })
    const kept = await publishBook(server, 'كتاب الأحياء', 'THIRD_INTERMEDIATE', 'BIOLOGY', url)
    const other = await makeLargePdf(300_000)
    const { url: more } = await files.store(streamOf(other), { name: 'فيزياء.pdf' })
    await publishBook(server, 'كتاب الفيزياء', 'THIRD_INTERMEDIATE', 'PHYSICS', more)
    const line = await openShelfLine(baseUrl)
    const { page } = await open({
      baseUrl: line.baseUrl,
      device: 'phone',
      more: { serviceWorkers: 'allow' },
    })
    await page.goto(paths.book(kept))
    const button = page.locator(`main [data-shelved="book:${kept}"]`).first()
    await button.tap()
    await expect.poll(() => button.getAttribute('data-state')).toBe('kept')

    const copy = await makePdf(3)
    await files.store(streamOf(copy), { name: 'أحياء (نسخة خفيفة).pdf' })
    const lightHash = sha256Of(copy)
    await database.kysely
      .transaction()
      .execute(transaction => putRow(transaction, sha256Of(whole), { lightHash }))
    await page.goto(paths.shelf)
    await page.getByText('اختر الصف والسنوات والملازم').tap()
    await page.locator('select[name=stage]').selectOption('THIRD_INTERMEDIATE')
    await expect.poll(() => page.locator('[data-slot=total]').innerText()).toContain('للتنزيل')
    const total = await page.locator('[data-slot=total]').innerText()
    await page.getByRole('button', { name: 'أضف إلى رفّي' }).tap()
    await expect.poll(() => page.locator('[data-list=kept] li').count()).toBe(2)

    line.setDown(true)
    const links = await page
      .locator('[data-list=kept] a[href^="/files/"]')
      .evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
    const hashes = await page.evaluate(async addresses => {
      const readHash = async (address: string) => {
        const bytes = await (await fetch(address)).arrayBuffer()
        const digest = await crypto.subtle.digest('SHA-256', bytes)
        return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
      }
      return Promise.all(addresses.map(address => readHash(address).catch(String)))
    }, links)
    line.close()
    expect(hashes.toSorted()).toEqual([sha256Of(whole), sha256Of(other)].toSorted())
    expect(total).toContain(formatFileSize(other.length))
  })
})
