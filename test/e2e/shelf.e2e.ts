import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { withdrawnWorker } from '#server/site/worker/worker.routes.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { findFaults } from '#test/axe.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput, examInput } from '#test/factories.ts'
import { makeImage, makeLargePdf, makePdf, sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import { chooseFilter } from './list-steps.ts'
import { openOwnBrowser } from './shelf-browser.ts'
import type { OwnBrowser } from './shelf-browser.ts'
import { openShelfLine } from './shelf-line.ts'
import type { ShelfLine } from './shelf-line.ts'

const profile = mkdtempSync(path.join(tmpdir(), 'rafid-shelf-'))
const megabyte = 1024 * 1024
const pieces = 400 * 1024

let site: TestApp
let line: ShelfLine
let browser: OwnBrowser
let page: Page
const ids: string[] = []
let second = ''
let exam = ''
let large: { id: string; sha256: string }

beforeAll(async () => {
  site = await openTestApp()
  const { files, books, exams } = site.services
  const store = async (bytes: Buffer, name: string) => (await files.store(streamOf(bytes), { name })).url
  for (let number = 1; number <= 36; number += 1) {
    const directLink =
      number > 4 ? 'https://files.example/x.pdf' : await store(await makePdf(number), `${number}.pdf`)
    const title = number === 2 ? 'كتابُ الفيزياء' : `كتاب ${number}`
    const stage = number > 4 ? 'FIRST_PRIMARY' : 'FIFTH_PREPARATORY'
    ids.push((await books.create(bookInput({ title, stage, directLink }), systemActor)).id)
  }
  const pdf = await makeLargePdf(4.5 * megabyte)
  const link = await store(pdf, 'كبير.pdf')
  large = {
    id: (await books.create(bookInput({ title: 'كتاب كبير', directLink: link }), systemActor)).id,
    sha256: sha256Of(pdf),
  }
  const more = await store(await makeLargePdf(6 * megabyte), 'آخر.pdf')
  second = (await books.create(bookInput({ title: 'كتاب آخر', directLink: more }), systemActor)).id
  const scan = await store(await makeImage('png', 600, 800), 'صفحة.png')
  const questions = examInput({
    title: 'أسئلة الأحياء',
    stage: 'SIXTH_PRIMARY',
    files: [scan],
    releaseYear: 2025,
  })
  exam = (await exams.create(questions, systemActor)).id
  const packed = await store(await makePdf(7), 'حزمة.pdf')
  await books.create(
    bookInput({ title: 'كتاب الحزمة', stage: 'SIXTH_PRIMARY', directLink: packed }),
    systemActor,
  )
  line = await openShelfLine(await site.listen())
  browser = await openOwnBrowser(profile, line.baseUrl)
  ;({ page } = browser)
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})
afterEach(() => setFlightMode(false))
afterAll(async () => {
  await browser.context.close()
  line.close()
  await site.close()
  rmSync(profile, { recursive: true, force: true })
})

/** As after an empty battery. */
async function reopen(): Promise<void> {
  await browser.kill()
  browser = await openOwnBrowser(profile, line.baseUrl)
  ;({ page } = browser)
}

/** The browser knows it, and nothing comes through for its worker either. */
async function setFlightMode(isOn: boolean): Promise<void> {
  line.setDown(isOn)
  await browser.context.setOffline(isOn)
}

const keepButton = (of: string) => page.locator(`main [data-shelved="book:${of}"]`).first()
const keptRows = () => page.locator('[data-list=kept] li')

async function keepBook(id: string): Promise<void> {
  await page.goto(`/books/${id}`)
  await keepButton(id).click()
}

/** The SHA-256 of what the browser gives for an address, and whether a part of it is the same. */
async function bytesOf(address: string): Promise<{ hash: string; isPartRight: boolean }> {
  return page.evaluate(async url => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
    const ten = new Uint8Array(await part.arrayBuffer())
    const isPartRight = part.status === 206 && ten.join() === bytes.slice(10, 20).join()
    return { hash: [...digest].map(byte => byte.toString(16).padStart(2, '0')).join(''), isPartRight }
  }, address)
}

describe('the shelf', () => {
  test('opens forty visited pages, three books and a season pack in flight mode, after a kill too', async () => {
    const visited = [...ids.map(id => `/books/${id}`), '/books', '/ministerial', '/faq', '/results']
    for (const address of visited) await page.goto(address, { waitUntil: 'domcontentloaded' })
    for (const id of ids.slice(0, 3)) {
      await keepBook(id)
      await expect.poll(() => keepButton(id).getAttribute('data-state')).toBe('kept')
    }
    await page.goto('/shelf')
    await page.getByText('اختر الصف والسنوات والملازم').click()
    await page.locator('select[name=stage]').selectOption('SIXTH_PRIMARY')
    await page.getByText('للتنزيل').waitFor()
    await page.getByRole('button', { name: 'أضف إلى رفّي' }).click()
    await expect.poll(() => keptRows().count()).toBe(5)
    expect(line.asked.filter(url => /\/api\/(?!season-pack|books|results\/status|visits)/.test(url))).toEqual(
      [],
    )

    await reopen()
    await setFlightMode(true)
    await page.goto('/shelf')
    await page.getByText('لا إنترنت. ما على رفّك يعمل كله.').waitFor()
    await expect.poll(() => page.locator('.shelf-link').getAttribute('aria-label')).toBe('رفّي، المحفوظ ٥')
    const listUnopened = async (addresses: string[]) => {
      const failed: string[] = []
      for (const address of addresses) {
        const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined)
        const html = await answer?.text()
        if (!answer?.headers.has('x-kept-at') || !html?.includes('kept-note'))
          failed.push(`${address} ${answer?.status}`)
      }
      return failed
    }
    await expect.poll(() => page.evaluate(listUnopened, visited)).toEqual([])
    await expect.poll(() => keptRows().count()).toBe(5)
    const links = await keptRows().evaluateAll(rows =>
      rows.map(row => row.querySelector('a')?.getAttribute('href') ?? ''),
    )
    for (const address of links.filter(each => each.startsWith('/files/'))) {
      const { hash, isPartRight } = await bytesOf(address)
      expect(address).toContain(hash)
      expect(isPartRight).toBe(true)
    }

    await page.getByLabel('ابحث في رفّك').fill('الفيزيَاء خامس')
    await expect.poll(() => keptRows().locator('.shelf-title').allTextContents()).toEqual(['كتابُ الفيزياء'])
    await page.getByLabel('ابحث في رفّك').fill('احياء')
    await keptRows().getByText('أسئلة الأحياء').click()
    await page.getByRole('heading', { level: 1, name: /العربية ٢٠٢٥/ }).waitFor()
    await expect
      .poll(() => page.evaluate(() => [...document.images].some(image => image.naturalWidth > 0)))
      .toBe(true)

    await page.goto('/results')
    await page.getByText(/لا إنترنت\. هذه الصفحة كما كانت قبل .*وقد تكون تغيرت/).waitFor()
    await page.goto('/books/never-opened')
    await page.getByRole('heading', { name: 'لم تفتح هذه الصفحة من قبل' }).waitFor()
    await setFlightMode(false)
  })

  test('a plain download is held, goes on through cuts, and is handed over whole', async () => {
    await page.goto(`/books/${large.id}`)
    const link = page.locator('a.is-download')
    const state = () => link.getAttribute('data-state')
    await link.focus()
    await expect.poll(state).toBe('free')
    line.setDown(true)
    await link.click()
    await link.getByText('أوقف التنزيل').waitFor()
    await expect.poll(() => link.getByText('من ٤٫٥ م.ب').count()).toBe(1)
    await link.click()
    await expect.poll(state).toBe('paused')
    line.setDown(false)
    line.cutFiles(3, pieces)
    const given = page.waitForEvent('download')
    await link.click()
    const bytes = readFileSync(await (await given).path())
    expect(sha256Of(bytes)).toBe(large.sha256)
    expect((await given).suggestedFilename()).toBe('كبير.pdf')
    expect(line.cutsLeft()).toBe(0)
    await expect.poll(state).toBe('kept')
    await page.goto('/shelf')
    await expect.poll(() => keptRows().count()).toBe(5)
    expect(await page.locator('[data-list=loading] li').count()).toBe(0)
  })

  test('a row and an exam show how far their download is, hold it, and hand it over whole', async () => {
    const made = Buffer.from(await (await fetch(`${line.baseUrl}${paths.examPdf(exam)}`)).arrayBuffer())
    const button = (name: RegExp) => page.getByRole('button', { name })
    const list = '/ministerial/sixth-primary'
    for (const [address, link] of [
      [list, page.locator('a.record-action')],
      [`/ministerial/preview/${exam}`, page.locator('a.is-download')],
    ] as const) {
      await page.goto(address)
      /* Nothing comes through. */
      line.cutFiles(1000, 0)
      await link.click()
      await button(/^أوقف التنزيل · ٠\sبايت من/).waitFor()
      await link.click()
      await button(/^أكمل التنزيل/).waitFor()
      if (address === list) {
        await chooseFilter(page, 'السنة', '٢٠٢٥')
        await page.waitForURL(/2025/)
      } else await page.reload()
      await button(/^أكمل التنزيل/).waitFor()
      line.cutFiles(2, 1000)
      const coming = page.waitForEvent('download')
      await link.click()
      const given = await coming
      expect(readFileSync(await given.path()).equals(made)).toBe(true)
      expect(given.suggestedFilename()).toBe('أسئلة الأحياء، ٢٠٢٥، الدور الأول.pdf')
      expect(line.cutsLeft()).toBe(0)
      await expect.poll(() => link.getAttribute('data-state')).toBe('kept')
    }

    await page.goto(`/books/preparatory?grade=FIFTH_PREPARATORY`)
    const coming = page.waitForEvent('download')
    await page.locator(`[data-id="${ids[3]}"] a.record-action`).click()
    expect((await coming).suggestedFilename()).toBe('4.pdf')
    await page.goto('/shelf')
    await expect.poll(() => keptRows().count()).toBe(5)
  })

  test('ends a download that was cut ten times with the right bytes', async () => {
    line.cutFiles(10, pieces)
    await keepBook(large.id)
    await expect.poll(() => keepButton(large.id).getAttribute('data-state')).toBe('kept')
    expect(line.cutsLeft()).toBe(0)
    await setFlightMode(true)
    await page.goto('/shelf')
    const link = page.locator(`[id="book:${large.id}"] a`).first()
    expect((await bytesOf((await link.getAttribute('href')) ?? '')).hash).toBe(large.sha256)
    await setFlightMode(false)
  })

  test('says when the device is full, and loses nothing', async () => {
    await reopen()
    const devtools = await browser.context.newCDPSession(page)
    const origin = line.baseUrl
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 9 * megabyte })
    await keepBook(second)
    await expect.poll(() => keepButton(second).getAttribute('data-state')).toBe('full')
    await page.goto('/shelf')
    await page.getByText('امتلأت مساحة الجهاز').waitFor()
    await page.getByText(/ولم يضع مما على رفّك شيء/).waitFor()
    await expect.poll(() => page.locator('[data-slot=long-unopened] li').count()).toBe(5)
    /* What can be removed has room for its name, and what could be added waits behind a press. */
    const names = page.locator('[data-slot=long-unopened] .shelf-title')
    for (const name of await names.all()) expect((await name.boundingBox())?.height).toBeLessThan(60)
    await expect.poll(() => page.getByLabel('الصف', { exact: true }).isVisible()).toBe(false)
    await expect.poll(() => keptRows().count()).toBe(6)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await reopen()
    await page.goto('/shelf')
    await page.getByRole('button', { name: /^أكمل/ }).click()
    await expect.poll(() => keptRows().count()).toBe(7)
  })

  test('keeps the place of who uses it by keyboard, says what happened, and takes an order', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate(() => localStorage.setItem('grade', 'sixth-primary'))
    await page.goto('/shelf')
    await page.getByRole('heading', { name: 'حزمة السادس الابتدائي' }).waitFor()
    await expect.poll(() => keptRows().count()).toBe(7)
    const titles = await keptRows().locator('.shelf-title').allTextContents()
    const more = (index: number) => page.getByLabel(`المزيد عن «${titles[index]}»`)
    await more(1).press('Enter')
    /* Another thing changes, as while it is loaded. */
    await page.evaluate(async () => {
      const answer = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>(resolve => request.addEventListener('success', () => resolve(request.result)))
      const items = (await answer(indexedDB.open('shelf')))
        .transaction('items', 'readwrite')
        .objectStore('items')
      for (const item of (await answer(items.getAll())) as { kind: string; about: string }[])
        if (item.kind === 'exam') await answer(items.put({ ...item, about: 'وصف آخر' }))
      new BroadcastChannel('shelf').postMessage('changed')
    })
    await keptRows().getByText('وصف آخر').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`أُزيل «${titles[1]}» من رفّك.`).waitFor()
    await expect.poll(() => more(2).evaluate(button => button === document.activeElement)).toBe(true)
    await expect.poll(() => keptRows().count()).toBe(6)

    await page.getByLabel('ترتيب رفّك').selectOption('النوع')
    const headings = page.locator('[data-list=kept] h3')
    await expect.poll(() => headings.allTextContents()).toEqual(['الكتب', 'الأسئلة الوزارية'])
    await page.reload()
    await expect.poll(() => headings.count()).toBe(2)
    const faults = await findFaults(page)
    expect(faults.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

    await page.goto(`/books/${ids[3]}`)
    await page.addInitScript(() => {
      const seen = Object.assign(window, { moved: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) seen.moved += Number(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    const own = page.locator('[data-mine-home] .kept-card')
    await expect
      .poll(() => own.evaluateAll(all => all.map(card => card.getAttribute('href'))))
      .toEqual([`/books/${ids[3]}`, '/shelf'])
    await expect
      .poll(() => own.allInnerTexts())
      .toEqual([
        expect.stringContaining('أكمل القراءة'),
        expect.stringContaining('٦ محفوظات، تعمل بلا إنترنت'),
      ])
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toBe(0)

    const unable = await browser.context.newPage()
    await unable.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await unable.goto('/shelf')
    await unable.getByText('الحفظ للقراءة بلا إنترنت غير متاح في متصفحك الآن').waitFor()
    await unable.close()
  })

  test('leads on to where one stopped in a reader, with that page alone', async () => {
    site.expectError('page-pictures.ts')
    const { files, books } = site.services
    const { url: directLink } = await files.store(streamOf(makeManyPages(12)), { name: 'كيمياء.pdf' })
    const { id } = await books.create(bookInput({ title: 'كتاب الكيمياء', directLink }), systemActor)
    await page.goto(`${paths.bookReading(id)}?page=9`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('reading'))).toContain(':9')
    await expect.poll(() => page.title()).toContain('الصفحة ٩')
    await page.goto('/')
    const own = page.locator('[data-mine-home] [data-card=reading] .kept-card')
    await expect
      .poll(async () => (await own.innerText()).split(/\n+/))
      .toEqual(['أكمل القراءة\u00A0· ص ٩', 'كتاب الكيمياء'])
    expect(await own.getAttribute('href')).toBe(paths.bookReading(id))
  })

  test('forgets the pages that were opened when it is told to, and nothing that was put on it', async () => {
    const id = ids[3] ?? ''
    await keepBook(id)
    await expect.poll(() => keepButton(id).getAttribute('data-state')).toBe('kept')
    for (const address of [`/books/${id}`, '/faq', '/search?q=كتاب']) await page.goto(address)
    await page.goto('/shelf')
    const opened = page.locator('[data-list=pages] li')
    await opened.getByText('البحث عن كتاب').waitFor()
    const kept = await keptRows().count()
    await page.getByRole('button', { name: 'امسح القائمة' }).click()
    await page.getByText('مُسحت الصفحات التي فتحتها').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
    await expect.poll(() => page.locator('[data-list=pages]').isHidden()).toBe(true)
    expect(await keptRows().count()).toBe(kept)

    await setFlightMode(true)
    await page.goto('/faq')
    await page.getByRole('heading', { name: 'لم تفتح هذه الصفحة من قبل' }).waitFor()
    await page.goto(`/books/${id}`)
    await page.getByRole('heading', { level: 1, name: 'كتاب 4' }).waitFor()
  })

  test('gives way to a new worker, and removes itself when it is withdrawn', async () => {
    const other = await browser.context.newPage()
    for (const address of ['/faq', '/books']) await other.goto(address)
    line.changeWorker(text => `self.isNew = true;\n${text}`)
    await page.evaluate(async () => {
      const changed = new Promise(resolve =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve),
      )
      await (await navigator.serviceWorker.ready).update()
      await changed
    })
    await setFlightMode(true)
    await other.goto('/faq')
    await other.locator('.kept-note').waitFor()
    await setFlightMode(false)
    await other.close()

    line.changeWorker(() => withdrawnWorker)
    const gone = page.waitForEvent('framenavigated')
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await gone
    await page.waitForLoadState()
    await expect
      .poll(() => page.evaluate(async () => [await caches.keys(), navigator.serviceWorker.controller]))
      .toEqual([[], null])
    const stores = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(stores).toContain('shelf')
  })
})
