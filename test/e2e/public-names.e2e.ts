import { describe, expect, it } from 'vitest'
import { bookInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { chooseFilter } from './list-steps.ts'
import { fillLibrary } from './site-library.ts'
import type { Library } from './site-library.ts'

let site: TestApp
let library: Library
let baseUrl: string

openShared(
  async () => {
    site = await openTestApp()
    library = await fillLibrary(site)
    const { services } = site
    const exam = (releaseYear: number, round: number) =>
      examInputSchema.parse({
        title: 'أسئلة الرياضيات للسادس الابتدائي',
        description: 'أسئلة الامتحان كاملة.',
        stage: 'SIXTH_PRIMARY',
        subject: 'MATH',
        releaseYear,
        try: round,
        files: ['https://files.example/1.jpg'],
        keywords: 'وزاري',
      })
    for (const round of [1, 2]) await services.exams.create(exam(2025, round), systemActor)
    const book = (releaseYear: number) =>
      bookInputSchema.parse({
        title: 'كتاب الكيمياء',
        stage: 'SIXTH_PREPARATORY',
        subject: 'CHEMISTRY',
        releaseYear,
        description: 'كتاب المنهج كاملاً.',
        directLink: 'https://files.example/book.pdf',
        keywords: 'كيمياء',
      })
    for (const year of [2025, 2026]) await services.books.create(book(year), systemActor)
    for (const teacher of ['علي حسن', 'رسل البصري']) {
      const note = noteInputSchema.parse({
        title: 'ملزمة الأحياء',
        teacher,
        subject: 'BIOLOGY',
        stage: 'SIXTH_PREPARATORY',
        releaseYear: 2026,
        keywords: 'أحياء',
        directLink: 'https://files.example/note.pdf',
      })
      await services.notes.create(note, systemActor)
    }
    for (const school of [undefined, undefined, 'إعدادية الحلة']) {
      const result = resultInputSchema.parse({
        city: 'بابل',
        school,
        stage: 'SIXTH_PREPARATORY',
        branch: 'SCIENTIFIC',
        try: 1,
        releaseYear: 2026,
        keywords: 'نتائج',
        directLink: 'https://files.example/results.zip',
        telegramLink: 'https://t.me/results',
      })
      await services.results.create(result, systemActor)
    }
    baseUrl = await site.listen()
  },
  () => site.close(),
)

const get = (url: string) => site.app.inject({ method: 'GET', url: encodeURI(url) })
const mainOf = (html: string) =>
  html
    .split('<main')[1]
    ?.split('</main>')[0]
    ?.replace(/<template.*?<\/template>/gs, '') ?? ''
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const headOf = (html: string) => ({
  h1: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
  title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
  description: /<meta name="description" content="([^"]*)/.exec(html)?.[1] ?? '',
  shared: /<meta property="og:title" content="([^"]*)/.exec(html)?.[1] ?? '',
})

describe('the name of a page', () => {
  it.each([
    ['/books/primary?grade=SIXTH_PRIMARY', ['كتب', 'السادس الابتدائي']],
    ['/books/preparatory?grade=SIXTH_PREPARATORY&subject=CHEMISTRY', ['كتب كيمياء السادس الإعدادي']],
    ['/books/preparatory?subject=PHYSICS', ['كتب فيزياء المرحلة الإعدادية']],
    ['/notes/intermediate?grade=SECOND_INTERMEDIATE', ['ملازم', 'الثاني المتوسط']],
    ['/notes/preparatory?grade=FIFTH_PREPARATORY&subject=MATH', ['ملازم رياضيات الخامس الإعدادي']],
    [
      '/ministerial/sixth-primary?subject=MATH&year=2025&try=2',
      ['أسئلة رياضيات السادس الابتدائي', '٢٠٢٥', 'الدور الثاني'],
    ],
    [
      '/results/sixth-preparatory?path=2026/بابل/علمي',
      ['نتائج', 'الصف السادس الإعدادي', '٢٠٢٦', 'بابل', 'علمي'],
    ],
  ])('%s says in heading, title and description what is filtered', async (url, parts) => {
    const { h1, title, description } = headOf((await get(url)).body)
    for (const part of parts) {
      expect(h1, 'heading').toContain(part)
      expect(title, 'title').toContain(part)
      expect(description, 'description').toContain(part)
    }
  })

  it('leaves the year to each record of a list', async () => {
    const { body } = await get('/books/preparatory?grade=SIXTH_PREPARATORY&subject=CHEMISTRY')
    const facts = [...body.matchAll(/<p class="record-facts">(.*?)<\/p>/gs)].map(([, text = '']) =>
      textOf(text),
    )
    expect(facts).toEqual([expect.stringContaining('٢٠٢٦'), expect.stringContaining('٢٠٢٥')])
  })

  browserTest('follows the filters that are chosen without a reload', async ({ open }) => {
    const { page } = await open({ baseUrl })
    await page.goto('/books/primary')
    const heading = page.getByRole('heading', { level: 1 })
    await chooseFilter(page, 'الصف', 'السادس')
    await expect.poll(() => heading.innerText()).toBe('كتب السادس الابتدائي')
    await page.getByRole('link', { name: 'إعادة ضبط' }).click()
    await expect.poll(() => heading.innerText()).toBe('كتب المرحلة الابتدائية')
  })

  it('is the name of the product where the home page is shared', async () => {
    const { shared } = headOf((await get('/')).body)
    expect(shared).toMatch(/^رافد/)
    expect(shared).not.toContain('الصفحة الرئيسية')
  })
})

describe('the links of a list', () => {
  browserTest('have names of their own for a screen reader', { timeout: 120_000 }, async ({ open }) => {
    const { page } = await open({ baseUrl })
    const faults: string[] = []
    for (const path of [
      '/',
      '/books/primary',
      '/books/preparatory',
      `/books/${library.bookId}`,
      '/notes/preparatory',
      `/notes/download/${library.noteId}`,
      '/ministerial',
      '/ministerial/sixth-primary',
      `/ministerial/preview/${library.examId}`,
      '/results',
      '/results/sixth-preparatory?path=2026/بابل/علمي/1',
      '/news',
    ]) {
      await page.goto(path)
      const snapshot = await page.getByRole('main').ariaSnapshot()
      const names = [...snapshot.matchAll(/- (?:'?)link "([^"]*)"/g)].map(([, name = '']) => name)
      /* A screen reader lists the links of a page by their names, so that the same name means the same target. */
      const targets = [...snapshot.matchAll(/link "([^"]*)"[^\n]*:?\n\s*- \/url: (\S+)/g)]
      const byName = new Map<string, Set<string>>()
      for (const [, name = '', url = ''] of targets)
        byName.set(name, (byName.get(name) ?? new Set()).add(url))
      expect(names.length, path).toBeGreaterThan(0)
      for (const [name, urls] of byName)
        if (urls.size > 1) faults.push(`${path}: ${name} → ${[...urls].join(' ')}`)
      const downloads = names.filter(name => /^(?:تيليجرام|تحميل)/.test(name))
      if (new Set(downloads).size < downloads.length) faults.push(`${path}: ${downloads.join(' | ')}`)
      if (/أسئلة أسئلة/.test(snapshot)) faults.push(`${path}: أسئلة أسئلة`)
    }
    expect(faults).toEqual([])
  })
})

describe('a list without records', () => {
  it.each([
    ['/books/intermediate?grade=SECOND_INTERMEDIATE', ['كتب', 'الثاني المتوسط', 'بعد'], []],
    [
      '/books/preparatory?grade=SIXTH_PREPARATORY&subject=BIOLOGY',
      ['كتب أحياء السادس الإعدادي'],
      [
        '/notes/preparatory?grade=SIXTH_PREPARATORY&subject=BIOLOGY',
        '/books/preparatory?grade=SIXTH_PREPARATORY',
      ],
    ],
    [
      '/notes/primary?grade=SIXTH_PRIMARY',
      ['ملازم', 'السادس الابتدائي'],
      ['/books/primary?grade=SIXTH_PRIMARY', '/ministerial/sixth-primary'],
    ],
    ['/ministerial/third-intermediate', ['الأسئلة الوزارية', 'لثالث المتوسط'], []],
  ])('%s says what there is not, and leads to what there is', async (url, words, ways) => {
    const main = mainOf((await get(url)).body)
    const notice = textOf(/<div class="notice">(.*?)<\/div>/s.exec(main)?.[1] ?? '')
    for (const word of words) expect(notice).toContain(word)
    expect(notice).not.toContain('كلمات البحث')
    for (const way of ways) {
      expect(main.replaceAll('&amp;', '&')).toContain(`href="${way}"`)
      expect(textOf(mainOf((await get(way)).body))).not.toContain('لا توجد نتائج')
    }
    expect(main).toMatch(/class="notice">.*<a /s)
  })

  it.each([
    ['/grade/second-intermediate', 'كتب وملازم الثاني المتوسط'],
    ['/results/third-intermediate', 'نتائج الثالث المتوسط'],
    ['/results/sixth-preparatory/schools?query=ظظظظ', 'نتائج مدرسة ظظظظ'],
    ['/results/sixth-preparatory/schools?query=20261234', 'نتائج السادس الإعدادي'],
    ['/search?q=ظظظظ&inside=1', 'ظظظظ'],
  ])('%s takes what is asked for', async (url, wanted) => {
    const form = /<form class="ask".*?<\/form>/s.exec(mainOf((await get(url)).body))?.[0]
    expect(form).toContain(`value="${wanted}"`)
  })

  it('asks for other words only where words were typed', async () => {
    const text = textOf(mainOf((await get('/books/primary?query=ظظظظ')).body))
    expect(text).toContain('حاول تعديل كلمات البحث للعثور على ما تبحث عنه.')
  })
})

describe('a place of the results that cannot be', () => {
  it.each(['abc', '2025/لندن', '2026/بابل/زراعي', '2026/بابل/علمي/1/5', '1800'])(
    '%s answers 404, says so and leads back to the years',
    async path => {
      const answer = await get(`/results/sixth-preparatory?path=${path}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('لا يوجد مجلد بهذا العنوان')
      expect(mainOf(answer.body)).toContain('href="/results/sixth-preparatory"')
      expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
    },
  )

  it('is another thing than a year without files', async () => {
    const answer = await get('/results/sixth-preparatory?path=2019')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('هذا المجلد فارغ')
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
  })
})

describe('a new site', () => {
  it('links to no result site, no social page and no channel before one is set', async () => {
    for (const path of ['/', '/results', '/contact']) {
      const { body } = await get(path)
      const outside = [...body.matchAll(/<a [^>]*href="(https?:[^"]*)"/g)].map(([, href]) => href)
      expect(outside, path).toEqual([])
    }
    const { body } = await get('/results')
    expect(body).not.toContain('مواقع النتائج الرسمية')
    expect(textOf(mainOf(body))).not.toContain('المواقع الرسمية')
    expect(body.split('</header>')[0]).toContain('href="/results/sixth-preparatory"')
  })
})

describe('a handout', () => {
  it('promises a preview only where its first page can be seen', async () => {
    const { body } = await get(`/notes/download/${library.noteId}`)
    const address = /href="(\/notes\/download\/\w+\/read)"/.exec(body)?.[1] ?? ''
    const reading = await get(address)
    const picture = await get(/src="(\/files\/[^"]+\.webp)"/.exec(reading.body)?.[1] ?? '')
    expect([reading.statusCode, picture.statusCode]).toEqual([200, 200])
    expect(picture.headers['content-type']).toBe('image/webp')
  })

  it('promises no preview of what lies with somebody else', async () => {
    const { items } = await site.services.notes.list({ limit: 9, offset: 0, search: 'ملزمة الأحياء' })
    expect(items).toHaveLength(2)
    for (const { id } of items) {
      const { body } = await get(`/notes/download/${id}`)
      const cards = [...body.matchAll(/<a class="button [^"]*card-link".*?<\/a>/gs)].map(([card]) =>
        textOf(card),
      )
      const elsewhere = cards.filter(card => card.includes('ملزمة الأحياء'))
      expect(elsewhere.length, id).toBeGreaterThan(0)
      for (const card of elsewhere) expect(card).toMatch(/^تحميل ملزمة الأحياء/)
      expect(textOf(mainOf(body))).not.toContain('معاينة ملزمة الأحياء')
    }
  })
})

describe('an address in a text', () => {
  it('becomes a link, and nothing else does', async () => {
    const news = newsInputSchema.parse({
      title: 'روابط',
      bio: 'التفاصيل على https://moedu.records.example/bio.',
      content: 'انظر (https://moedu.records.example/a?b=1&c=2)، أو javascript:alert(1) و<b>هذا</b>',
      type: 'GENERAL_NEWS',
      image: 'https://files.example/1.jpg',
      keywords: 'روابط',
    })
    const { id } = await site.services.news.create(news, systemActor)
    const main = mainOf((await get(`/news/${id}`)).body)
    for (const address of [
      'https://moedu.records.example/bio',
      'https://moedu.records.example/a?b=1&amp;c=2',
    ])
      expect(main).toContain(`<a href="${address}" rel="noopener nofollow" target="_blank"`)
    expect(main).not.toMatch(/href="javascript:/)
    expect(main).not.toContain('<b>هذا</b>')
    await site.services.news.delete(id, systemActor)
  })
})
