import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import type { Viewing, WatchedPage } from '#test/browser.ts'
import { arrivalOf } from '#test/built-files.ts'
import { chooseFilter, chosenFilter } from './list-steps.ts'
import { missingPage, openPublicSite } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

openShared(
  async () => {
    site = await openPublicSite()
  },
  () => site.server.close(),
)

/** How much wider than the window the page is, and the elements that reach out of it. Units: pixels. */
function overflowOf(page: Page): Promise<{ pixels: number; elements: string[] }> {
  return page.evaluate(() => {
    const root = document.documentElement
    const pixels = root.scrollWidth - root.clientWidth
    const elements = [...document.body.querySelectorAll('*')]
      .filter(element => {
        const { left, right, width } = element.getBoundingClientRect()
        return pixels > 0 && width > 0 && (left < -1 || right > root.clientWidth + 1)
      })
      .map(element => `${element.localName}.${element.className}`)
    return { pixels, elements: elements.slice(0, 8) }
  })
}

/** Texts of the content that their box cuts off, or that lie over other texts. */
function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const placed: { node: Node; text: string; letters: DOMRect }[] = []
    const isHiddenOnPurpose = (element: Element) =>
      element.matches('.skip-link, option, dialog, [popover]') ||
      getComputedStyle(element).clipPath !== 'none'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      const text = node.textContent?.trim().slice(0, 40)
      if (!parent || !text || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const around: Element[] = []
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement)
        around.push(box)
      if (around.some(isHiddenOnPurpose)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { x, y, width, height } of range.getClientRects()) {
        if (width < 4 || height < 4) continue
        /* The letters; above and below them is room for marks that other lines may enter. */
        const letters = new DOMRect(x + 1, y + height * 0.25, width - 2, height * 0.5)
        let isCut = false
        for (const box of around) {
          const { overflowX, overflowY } = getComputedStyle(box)
          if (overflowX === 'auto' || overflowX === 'scroll') break
          const edges = box.getBoundingClientRect()
          const isCutX =
            overflowX !== 'visible' && (letters.left < edges.left - 1 || letters.right > edges.right + 1)
          const isCutY =
            overflowY !== 'visible' && (letters.top < edges.top - 1 || letters.bottom > edges.bottom + 1)
          if (!isCutX && !isCutY) continue
          isCut = true
          /* It ends in a sign that there is more, on the page of the record. */
          const { textOverflow, webkitLineClamp } = getComputedStyle(box)
          if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break
          faults.push(`"${text}" is cut off by ${box.localName}.${box.className}`)
        }
        /* The bar of places lies over what scrolls beneath it. */
        if (!isCut && !parent.closest('.place-bar, .action-bar')) placed.push({ node, text, letters })
      }
    }
    for (const [index, one] of placed.entries()) {
      for (const other of placed.slice(index + 1)) {
        const isApart =
          one.node === other.node ||
          one.letters.right <= other.letters.left ||
          other.letters.right <= one.letters.left ||
          one.letters.bottom <= other.letters.top ||
          other.letters.bottom <= one.letters.top
        if (!isApart) faults.push(`"${one.text}" lies over "${other.text}"`)
      }
    }
    return [...new Set(faults)]
  })
}

/** What a finger must hit and is lower than 44 px; links within a text are as high as their line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, select, summary, textarea, input')]
      .filter(target => target.checkVisibility() && !target.matches('.skip-link, p a, [tabindex="-1"]'))
      .map(target => {
        /* What lies over its card, or reaches beyond its letters, is hit there too. */
        const reach = getComputedStyle(target, '::after')
        const reached = reach.position === 'absolute' ? Number.parseFloat(reach.height) : 0
        const height = Math.max(target.getBoundingClientRect().height, reached)
        return { height, text: target.textContent?.trim() || target.className }
      })
      .filter(({ height }) => height < 43.5)
      .map(({ height, text }) => `"${text}" is ${height} px high`),
  )
}

/** Hints of fields that are wider than their field, labels that break in two, and buttons of the bar whose padding is eaten. */
function squeezedLabels(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const faults: string[] = []
    const innerWidth = (element: Element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    }
    const measure = document.body.appendChild(document.createElement('span'))
    measure.style.cssText = 'position: fixed; white-space: pre; visibility: hidden'
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      if (!field.checkVisibility()) continue
      measure.style.font = getComputedStyle(field, '::placeholder').font
      measure.textContent = field.placeholder
      const { width } = measure.getBoundingClientRect()
      if (width > innerWidth(field) + 0.5)
        faults.push(`"${field.placeholder}" needs ${Math.ceil(width)} px of ${Math.floor(innerWidth(field))}`)
    }
    measure.remove()
    for (const mark of document.querySelectorAll<HTMLElement>('.new-mark')) {
      if (mark.checkVisibility() && mark.getClientRects().length > 1)
        faults.push(`"${mark.textContent}" is torn`)
    }
    for (const way of document.querySelectorAll('.exam-head .breadcrumb')) {
      const links = way.querySelectorAll('a').length
      const { height } = way.getBoundingClientRect()
      if (links > 2 || height > 45) faults.push(`${links} links above an exam are ${height} px high`)
    }
    for (const button of document.querySelectorAll<HTMLElement>('.action-bar > .button, .page-place')) {
      if (!button.checkVisibility()) continue
      const range = document.createRange()
      const shown = [...button.querySelectorAll('*'), button]
        .filter(part => !part.closest('.visually-hidden'))
        .flatMap(part => [...part.childNodes])
        .filter(node => node instanceof Text && node.data.trim())
        .flatMap(node => {
          range.selectNodeContents(node)
          return [...range.getClientRects()]
        })
      const width = Math.max(...shown.map(({ right }) => right)) - Math.min(...shown.map(({ left }) => left))
      if (width > innerWidth(button) + 1)
        faults.push(`"${button.innerText}" needs ${Math.ceil(width)} px of ${Math.floor(innerWidth(button))}`)
    }
    return faults
  })
}

/** What is wrong with each of these addresses on a phone of this size, by what `look` finds there. */
async function faultsOnPhone(
  open: (viewing: Viewing) => Promise<WatchedPage>,
  viewport: { width: number; height: number },
  paths: readonly string[],
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const { page, expectProblem } = await open({
    baseUrl: site.baseUrl,
    device: 'phone',
    isReducedMotion: true,
    more: { viewport },
  })
  expectProblem(missingPage)
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(path)
    faults.push(...(await look(page)).map(fault => `${path}: ${fault}`))
  }
  return faults
}

/** What reaches out of the window at the side, if anything does. */
async function overflow(page: Page): Promise<string[]> {
  const { pixels, elements } = await overflowOf(page)
  return pixels > 0 ? [`${pixels} px: ${elements.join(', ')}`] : []
}

const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

describe('every page has room', () => {
  browserTest(
    'at 320 px nothing scrolls sideways, and a finger hits everything',
    { timeout: 120_000 },
    async ({ open }) => {
      const faults = await faultsOnPhone(open, { width: 320, height: 640 }, site.pages, async page => [
        ...(await overflow(page)),
        ...(await unreadableTexts(page)),
        ...(await smallTargets(page)),
        ...(await squeezedLabels(page)),
      ])
      expect(faults).toEqual([])
    },
  )

  browserTest(
    'at 200 % text size on a phone of 360 px nothing is cut off, covered or scrolls sideways',
    { timeout: 120_000 },
    async ({ open }) => {
      const faults = await faultsOnPhone(open, { width: 360, height: 800 }, site.pages, async page => {
        await enlarge(page)
        return [...(await overflow(page)), ...(await unreadableTexts(page))]
      })
      expect(faults).toEqual([])
    },
  )

  browserTest(
    'at 200 % text size on a phone of 320 px nothing scrolls sideways',
    { timeout: 120_000 },
    async ({ open }) => {
      const paths = [...site.pages, '/shelf']
      const faults = await faultsOnPhone(open, { width: 320, height: 640 }, paths, async page => {
        await enlarge(page)
        return overflow(page)
      })
      expect(faults).toEqual([])
    },
  )

  browserTest(
    'nothing shifts while a page loads, nor while one scrolls through it',
    { timeout: 120_000 },
    async ({ open }) => {
      const walk = async (device: 'phone' | 'desktop') => {
        const { page, expectProblem } = await open({ baseUrl: site.baseUrl, device })
        expectProblem(missingPage)
        await page.addInitScript(() => {
          const shifts: string[] = []
          Object.assign(window, { shifts })
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) {
              const { value, sources } = entry as PerformanceEntry & {
                value: number
                sources: { node: Node | null }[]
              }
              const nodes = sources.map(({ node }) =>
                node instanceof Element ? `${node.localName}.${node.className}` : '?',
              )
              shifts.push(`${value.toFixed(4)} ${nodes.join(', ')}`)
            }
          }).observe({ type: 'layout-shift', buffered: true })
        })
        const shifted: string[] = []
        for (const path of site.pages) {
          await page.goto(path)
          const shifts = await page.evaluate(async () => {
            const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
            const { body, documentElement } = document
            while (scrollY + innerHeight < documentElement.scrollHeight - 1) {
              const before = scrollY
              window.scrollBy({ top: innerHeight, behavior: 'instant' })
              await frame()
              if (scrollY === before) break
            }
            await Promise.all(
              [...body.querySelectorAll('img')].map(image => image.decode().catch(() => undefined)),
            )
            await document.fonts.ready
            await frame()
            await frame()
            return (window as unknown as { shifts: string[] }).shifts
          })
          shifted.push(...shifts.map(shift => `${path} on a ${device}: ${shift}`))
          const moved = await page.evaluate(() => {
            const footer = document.querySelector('.site-footer')
            const bottom = () => footer?.getBoundingClientRect().bottom ?? 0
            const whole = bottom()
            for (const after of document.querySelectorAll('.site-footer ~ *')) after.remove()
            return bottom() - whole
          })
          if (moved !== 0)
            shifted.push(`${path} on a ${device}: the footer by ${moved} for what comes after it`)
        }
        return shifted
      }
      expect((await Promise.all([walk('phone'), walk('desktop')])).flat()).toEqual([])
    },
  )
})

describe('the shelf', () => {
  const isSeen = (page: Page, selector: string) =>
    page.locator(selector).evaluate(part => part.checkVisibility({ visibilityProperty: true }))

  browserTest('shows also where the browser does not tell how much room it has', async ({ open }) => {
    const { page } = await open({ baseUrl: site.baseUrl })
    await page.addInitScript(() => {
      navigator.storage.estimate = () => new Promise(() => {})
    })
    await page.goto('/shelf')
    await expect.poll(() => isSeen(page, 'form.pack')).toBe(true)
  })

  browserTest(
    'loads no code of its own before a touch where nothing is kept, and then all',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl, device: 'phone' })
      const bytesOfCode = () =>
        page.evaluate(() =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter(({ name }) => name.endsWith('.js'))
            .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        )
      await page.goto('/shelf', { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: 'رفّك فارغ' }).waitFor()
      const bytes = await bytesOfCode()
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThanOrEqual(3 * 1024)
      await page.locator('select[name=stage]').selectOption('SIXTH_PRIMARY')
      await expect.poll(() => page.locator('[data-slot=total]').textContent()).toMatch(/الصف|للتنزيل/)
      expect(await isSeen(page, '.shelf-late')).toBe(false)
    },
  )

  browserTest(
    'says after two seconds that its code has not come, with a way to try again',
    async ({ open }) => {
      const { page, expectProblem } = await open({ baseUrl: site.baseUrl })
      expectProblem(/ERR_FAILED|Failed to/)
      await page.addInitScript(() => localStorage.setItem('shelf', '٣'))
      await page.route('**/assets/*.js', async route => {
        const isBeforeThePage = (await (await route.fetch()).text()).includes('dataset.keeps')
        await (isBeforeThePage ? route.continue() : route.abort())
      })
      await page.goto('/shelf')
      expect(await isSeen(page, '.shelf-late')).toBe(false)
      const delays = await page.evaluate(() =>
        document.getAnimations().map(animation => {
          animation.finish()
          return animation.effect?.getTiming().delay
        }),
      )
      expect(new Set(delays)).toEqual(new Set([2000]))
      expect(await isSeen(page, '.shelf-late')).toBe(true)
      await expect.poll(() => page.locator('.shelf-late a').getAttribute('href')).toBe('/shelf')
    },
  )
})

/** Waits until a list has shown what it was asked for. */
const settled = (page: Page) => page.locator('[data-behaviour=list]:not([aria-busy])').waitFor()

describe('history', () => {
  browserTest(
    'filters replace the entry, page numbers and folders push one, Back returns to what was shown',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await page.goto('/books')
      await page.goto('/books/primary')
      const entries = () => page.evaluate(() => history.length)
      const rows = page.locator('.record-row:not(.skeleton)')
      const before = await entries()
      await chooseFilter(page, 'الصف', 'الأول')
      await page.waitForURL('**/books/primary?grade=FIRST_PRIMARY')
      await chooseFilter(page, 'الصف', 'الأول')
      await page.waitForURL('**/books/primary')
      await chooseFilter(page, 'المادة', 'القراءة')
      await page.waitForURL('**/books/primary?subject=READING')
      await settled(page)
      expect(await page.getByText('١٢ كتاباً').count()).toBeGreaterThan(0)
      expect(await entries()).toBe(before)

      await page.getByRole('link', { name: 'الصفحة ٢' }).click()
      await page.waitForURL(/page=2/)
      await expect.poll(() => rows.count()).toBe(2)
      expect(await entries()).toBe(before + 1)
      await chooseFilter(page, 'المادة', 'القراءة')
      await page.waitForURL('**/books/primary')
      expect(await entries()).toBe(before + 1)
      await page.goBack()
      await page.waitForURL('**/books/primary?subject=READING')
      await expect.poll(() => chosenFilter(page, 'المادة')).toBe('القراءة')
      await expect.poll(() => rows.count()).toBe(10)
      await page.goBack()
      await page.waitForURL('**/books')

      await page.goto('/results/sixth-primary')
      const atRoot = await entries()
      await page.getByRole('link', { name: '٢٠٢٥' }).click()
      await page.getByRole('link', { name: 'النجف', exact: true }).waitFor()
      expect(await entries()).toBe(atRoot + 1)
      await page.goBack()
      await page.getByRole('link', { name: '٢٠٢٥' }).waitFor()
    },
  )

  browserTest('a new page begins at the top; a list that fails says so and tries again', async ({ open }) => {
    const { page, expectProblem } = await open({
      baseUrl: site.baseUrl,
      device: 'phone',
      isReducedMotion: true,
    })
    expectProblem(/status of 500/)
    await page.goto('/books/primary')
    await chooseFilter(page, 'المادة', 'القراءة')
    await page.getByRole('status').getByText('١٢ كتاباً').waitFor()
    await page.route(/page=2/, route => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('link', { name: 'التالي' }).click()
    await page.getByRole('button', { name: 'إعادة المحاولة' }).waitFor()
    expect(await page.getByText('لا توجد نتائج').count()).toBe(0)
    expect(await page.getByRole('status').getByText('١٢ كتاباً').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.unroute(/page=2/)
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await expect.poll(() => page.locator('.record-row:not(.skeleton)').count()).toBe(2)
    await page.getByRole('main').getByRole('searchbox').fill('ظظظظ')
    await page.getByText('لا توجد نتائج').waitFor()
    await page.getByRole('link', { name: 'عرض كل الكتب' }).click()
    await expect.poll(() => page.locator('.record-row:not(.skeleton)').count()).toBe(10)
    await expect.poll(() => page.getByRole('main').getByRole('searchbox').inputValue()).toBe('')
  })

  browserTest(
    'a list that loads shows four skeleton cards for books and notes, twelve for exams, six for news',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      for (const [path, count] of [
        ['/books/primary', 4],
        ['/notes/preparatory', 4],
        ['/ministerial/sixth-primary', 12],
        ['/news', 6],
      ] as const) {
        await page.goto(path)
        let letThrough = () => {}
        const held = new Promise<void>(resolve => (letThrough = resolve))
        await page.route(/[?](?:subject|query)=/, async route => {
          await held
          return route.continue()
        })
        if (path === '/news') await page.getByRole('main').getByRole('searchbox').pressSequentially('جدول')
        else await chooseFilter(page, 'المادة', '')
        await expect.poll(() => page.locator('.skeleton').count(), { message: path }).toBe(count)
        letThrough()
        await expect.poll(() => page.locator('.skeleton').count(), { message: path }).toBe(0)
      }
    },
  )
})

describe('the statistics', () => {
  const final = ['١٬٠٠٠٬٠٠٠', '٥٬٠٠٠', '٩٨']

  /** Remembers every text that the figures had, and when each reached its last. */
  const remember = (page: Page) =>
    page.addInitScript(() => {
      const texts: string[][] = []
      const endedMs: number[] = []
      let startMs = 0
      Object.assign(window, { counted: { texts, endedMs } })
      document.addEventListener('DOMContentLoaded', () => {
        for (const [index, counter] of [...document.querySelectorAll('[data-count]')].entries()) {
          const seen = [counter.textContent ?? '']
          texts.push(seen)
          new MutationObserver(() => {
            const text = counter.textContent ?? ''
            if (text === seen.at(-1)) return
            startMs ||= performance.now()
            seen.push(text)
            endedMs[index] = performance.now() - startMs
          }).observe(counter, { childList: true, characterData: true, subtree: true })
        }
      })
    })
  const counted = (page: Page) =>
    page.evaluate(() => (window as unknown as { counted: { texts: string[][]; endedMs: number[] } }).counted)

  browserTest(
    'have their final values in the HTML and count up to them, each in its own time, once they are seen',
    async ({ open }) => {
      const { page } = await open({ baseUrl: site.baseUrl })
      await remember(page)
      await page.goto('/')
      expect((await counted(page)).texts).toEqual(final.map(text => [text]))
      await page.locator('.statistics').scrollIntoViewIfNeeded()
      await expect
        .poll(async () => (await counted(page)).texts.map(seen => seen.length > 2))
        .toEqual([true, true, true])
      const done = async () => (await counted(page)).texts.map(seen => seen.at(-1))
      await expect.poll(done, { timeout: 10_000 }).toEqual(final)
      const { endedMs } = await counted(page)
      for (const [index, durationMs] of limits.counterDurationsMs.entries()) {
        expect(endedMs[index], `counter ${index}`).toBeGreaterThan(durationMs * 0.7)
      }
      expect(endedMs).toEqual(endedMs.toSorted((a, b) => b - a))
    },
  )

  browserTest(
    'move nothing and stay on one line while they count, at every width',
    { timeout: 120_000 },
    async ({ open }) => {
      const count = async (width: number) => {
        const { page } = await open({ baseUrl: site.baseUrl, more: { viewport: { width, height: 700 } } })
        await page.addInitScript(() => {
          const seen = { shift: 0, heights: [] as number[], isWide: false }
          Object.assign(window, { seen })
          new PerformanceObserver(list => {
            for (const entry of list.getEntries())
              seen.shift += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          const watch = () => {
            for (const figure of document.querySelectorAll('.statistics dd')) {
              const { height } = figure.getBoundingClientRect()
              if (!seen.heights.includes(height)) seen.heights.push(height)
            }
            seen.isWide ||= document.documentElement.scrollWidth > document.documentElement.clientWidth
            requestAnimationFrame(watch)
          }
          document.addEventListener('DOMContentLoaded', watch)
        })
        await remember(page)
        await page.goto('/')
        await page.evaluate(() => document.fonts.ready)
        await page
          .locator('.statistics')
          .evaluate(part => part.scrollIntoView({ block: 'center', behavior: 'instant' }))
        const isOver = async () =>
          (await counted(page)).texts.every(texts => texts.length > 2 && texts.at(-1) === texts[0])
        await expect.poll(isOver, { timeout: 15_000 }).toBe(true)
        const seen = await page.evaluate(
          () => (window as unknown as { seen: { shift: number; heights: number[]; isWide: boolean } }).seen,
        )
        return { width, shift: seen.shift, heights: seen.heights.length, isWide: seen.isWide }
      }
      // Three at a time: what counts is waited for, and six at once would be too many for a small machine.
      for (const widths of [
        [320, 360, 390],
        [600, 768, 1280],
      ])
        expect(await Promise.all(widths.map(count))).toEqual(
          widths.map(width => ({ width, shift: 0, heights: 1, isWide: false })),
        )
    },
  )

  browserTest('stand still for those who asked for less motion', async ({ open }) => {
    const { page } = await open({ baseUrl: site.baseUrl, isReducedMotion: true })
    await remember(page)
    await page.goto('/')
    const woken = arrivalOf(page, 'islands/counters-behaviour.ts')
    await page.locator('.statistics').scrollIntoViewIfNeeded()
    const script = await woken
    await page.evaluate(`import(${JSON.stringify(script.url())})`)
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    })
    expect((await counted(page)).texts).toEqual(final.map(text => [text]))
  })
})

describe('the header', () => {
  browserTest('is opaque up to 10 px and translucent beyond', async ({ open }) => {
    const { page } = await open({ baseUrl: site.baseUrl, isReducedMotion: true })
    await page.goto('/about')
    const alpha = () =>
      page.locator('.site-header').evaluate(header => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')
        if (!canvas) return undefined
        canvas.fillStyle = getComputedStyle(header).backgroundColor
        canvas.fillRect(0, 0, 1, 1)
        return (canvas.getImageData(0, 0, 1, 1).data[3] ?? 0) / 255
      })
    const scrollTo = (top: number) =>
      page.evaluate(y => window.scrollTo({ top: y, behavior: 'instant' }), top)
    await scrollTo(limits.headerScrollPx)
    await expect.poll(alpha).toBe(1)
    await scrollTo(limits.headerScrollPx + 1)
    await expect.poll(alpha).toBeLessThan(0.95)
    expect(await page.locator('.site-header').evaluate(header => header.getBoundingClientRect().y)).toBe(0)
    await scrollTo(0)
    await expect.poll(alpha).toBe(1)
  })

  browserTest('has one dropdown open at a time, and any click closes it', async ({ open }) => {
    const { page } = await open({ baseUrl: site.baseUrl })
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'القائمة الرئيسية' })
    const opened = menu.locator('details[open]')
    for (const name of ['الكتب المدرسية', 'الملازم', 'النتائج الوزارية', 'الأسئلة الوزارية']) {
      await menu.getByText(name, { exact: true }).click()
      await expect.poll(() => opened.locator('> summary').allInnerTexts()).toEqual([name])
      const panel = await opened.locator('.dropdown-panel').boundingBox()
      expect(panel?.x, name).toBeGreaterThanOrEqual(0)
      expect((panel?.x ?? 0) + (panel?.width ?? 0), name).toBeLessThanOrEqual(1280)
    }
    await page.mouse.click(640, 700)
    await expect.poll(() => opened.count()).toBe(0)
    await menu.getByText('الملازم', { exact: true }).click()
    await page.getByRole('link', { name: 'رافد، الصفحة الرئيسية' }).first().hover()
    await page.locator('.header-row').click({ position: { x: 5, y: 5 } })
    await expect.poll(() => opened.count()).toBe(0)
    const sites = menu
      .locator('details', { hasText: 'النتائج الوزارية' })
      .getByRole('link', { name: /موقع خارجي/ })
    await menu.getByText('النتائج الوزارية', { exact: true }).click()
    await expect.poll(() => sites.count()).toBe(4)
    for (const link of await sites.all()) await expect.poll(() => link.getAttribute('target')).toBe('_blank')
  })

  browserTest(
    'has a menu on phones that slides in, closes by its button, by a tap outside, and fits 320 px',
    async ({ open }) => {
      const { page } = await open({
        baseUrl: site.baseUrl,
        device: 'phone',
        isReducedMotion: true,
        more: { viewport: { width: 320, height: 640 } },
      })
      await page.goto('/')
      const button = page.getByRole('button', { name: 'القائمة' })
      const menu = page.locator('#mobile-menu')
      await button.tap()
      await menu.waitFor()
      const box = await menu.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(320)
      expect(box?.width).toBeLessThan(320)
      await menu.getByText('الكتب المدرسية').tap()
      await menu.getByText('الملازم').tap()
      await expect.poll(() => menu.locator('details[open] > summary').allInnerTexts()).toEqual(['الملازم'])
      expect((await overflowOf(page)).pixels).toBe(0)
      await menu.getByRole('button', { name: 'إغلاق القائمة' }).tap()
      await menu.waitFor({ state: 'hidden' })
      await button.tap()
      await menu.waitFor()
      await page.touchscreen.tap(10, 400)
      await menu.waitFor({ state: 'hidden' })
    },
  )

  browserTest(
    'is low on phones, where the five places stand at the thumb on every page, and the footer is short',
    async ({ open }) => {
      const { page } = await open({
        baseUrl: site.baseUrl,
        device: 'phone',
        isReducedMotion: true,
        more: { viewport: { width: 320, height: 640 } },
      })
      const heightOf = (part: string) =>
        page.locator(part).evaluate(element => element.getBoundingClientRect().height)
      const bar = page.getByRole('navigation', { name: 'أقسام الموقع' })
      await page.goto('/books/primary?subject=MATH')
      for (const place of ['الرئيسية', 'كتب', 'وزاري', 'نتائج', 'بحث في الموقع'])
        expect(await bar.getByRole('link', { name: place }).count(), place).toBe(1)
      await expect.poll(() => bar.locator('[aria-current]').allInnerTexts()).toEqual(['كتب'])
      await expect
        .poll(() => page.locator('.header-name').innerText())
        .toBe(await page.locator('h1').innerText())
      expect(await heightOf('.site-header')).toBe(56)
      expect(await heightOf('.place-bar')).toBe(56)
      expect(await heightOf('.site-footer')).toBeLessThanOrEqual(280)
      await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
      expect((await bar.boundingBox())?.y).toBe(584)
      await bar.getByRole('link', { name: 'بحث في الموقع' }).tap()
      await page.getByRole('combobox', { name: 'ابحث في الموقع' }).waitFor()
    },
  )
})
