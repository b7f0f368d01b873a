import { describe, expect, it } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { openShared } from '#test/browser-test.ts'
import { fillLibrary, publishBook } from './site-library.ts'
import type { Library } from './site-library.ts'

let site: TestApp
let library: Library

openShared(
  async () => {
    site = await openTestApp({ environment: { SITE_URL: 'https://rafid.example' } })
    library = await fillLibrary(site)
  },
  () => site.close(),
)

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url, headers })

const everyPage = () => [
  '/',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/help',
  '/faq',
  '/search?q=رياضيات',
  '/books',
  '/books/primary',
  '/books/intermediate',
  '/books/preparatory?grade=SIXTH_PREPARATORY&subject=MATH',
  `/books/${library.bookId}`,
  '/notes',
  '/notes/primary',
  '/notes/intermediate',
  '/notes/preparatory',
  `/notes/download/${library.noteId}`,
  '/ministerial',
  '/ministerial/sixth-primary?try=1&year=2025',
  '/ministerial/third-intermediate',
  '/ministerial/sixth-preparatory',
  `/ministerial/preview/${library.examId}`,
  '/results',
  '/results/sixth-primary',
  '/results/third-intermediate',
  '/results/sixth-preparatory?path=2026/بابل',
  '/news',
  `/news/${library.newsId}`,
]

describe('every public page', () => {
  it('answers with one heading, a title of the pattern, a description and nothing inline that runs', async () => {
    for (const url of everyPage()) {
      const response = await get(encodeURI(url))
      expect(response.statusCode, url).toBe(200)
      const html = response.body
      expect(html.match(/<h1[ >]/g)?.length, url).toBe(1)
      expect(html, url).toMatch(/<html lang="ar" dir="rtl">/)
      expect(html, url).toMatch(/<title>رافد \| [^<]+<\/title>/)
      expect(html, url).toMatch(/<meta name="description" content="[^"]{20,}/)
      expect(html, url).not.toMatch(/ style="| on[a-z]+="|javascript:/)
      const scripts = html.match(/<script(?![^>]*(?: src=|application\/ld\+json))[^>]*>/g)
      expect(scripts, url).toBeNull()
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, `ids of ${url}`).toBe(ids.length)
    }
  })

  it('links only to pages of ours that exist', async () => {
    const links = new Set<string>()
    for (const url of everyPage()) {
      for (const [, href] of (await get(encodeURI(url))).body.matchAll(/ href="(\/[^"#]*)"/g)) {
        if (href) links.add(href.replaceAll('&amp;', '&'))
      }
    }
    expect(links.size).toBeGreaterThan(60)
    for (const link of links) expect((await get(link)).statusCode, link).toBe(200)
  })

  it('names its canonical address without junk and in one order', async () => {
    const { body } = await get('/books/primary?utm_source=x&subject=READING&grade=FIRST_PRIMARY&page=1')
    const wanted = 'https://rafid.example/books/primary?grade=FIRST_PRIMARY&amp;subject=READING'
    expect(body).toContain(`<link rel="canonical" href="${wanted}"/>`)
  })
})

describe('what cannot be found', () => {
  it('is a 404 page with two ways back for an unknown address', async () => {
    const response = await get('/no/such/page')
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('عذراً، الصفحة غير موجودة')
    expect(response.body).toContain('العودة إلى الصفحة الرئيسية')
    expect(response.body).toContain('data-back')
    expect(response.body).toContain('ابحث في رافد')
  })

  it('is JSON for an unknown call', async () => {
    const response = await get('/api/none')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['/books/none', 'الكتاب غير موجود', 'عذراً، الكتاب الذي تبحث عنه غير موجود', 'العودة إلى قائمة الكتب'],
    ['/notes/download/none', 'الملزمة غير موجودة', '', 'العودة إلى الملازم'],
    ['/ministerial/preview/none', 'الامتحان المطلوب غير موجود', '', 'العودة إلى الأسئلة الوزارية'],
    ['/news/none', 'لم يتم العثور على الخبر', '', 'العودة إلى الأخبار'],
  ])('%s is a real 404 with the promised words', async (url, ...texts) => {
    const response = await get(url)
    expect(response.statusCode).toBe(404)
    for (const text of texts) expect(response.body).toContain(text)
    expect(response.body).toContain('<meta name="robots" content="noindex"/>')
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('old addresses', () => {
  it.each([
    ['/books/primary/abc', '/books/abc', 301],
    ['/notes/primary/3', '/notes/primary?page=3', 301],
    ['/books/', '/books', 308],
    ['/books/primary?page=999', '/books/primary?page=2', 302],
  ])('%s leads to %s', async (url, target, status) => {
    const response = await get(url)
    expect(response.statusCode).toBe(status)
    expect(response.headers.location).toBe(target)
  })
})

describe('the list of a stage', () => {
  const cards = (html: string) => html.match(/class="record-row"/g)?.length ?? 0

  it('has ten books on a page and says how many there are', async () => {
    const first = await get('/books/primary')
    expect(cards(first.body)).toBe(10)
    expect(first.body).toContain('١٣ كتاباً')
    expect(cards((await get('/books/primary?page=2')).body)).toBe(3)
  })

  it('filters by grade, subject and text over the whole set', async () => {
    expect(cards((await get('/books/primary?grade=SIXTH_PRIMARY')).body)).toBe(1)
    expect(cards((await get('/books/primary?subject=MATH')).body)).toBe(1)
    expect(cards((await get(`/books/primary?query=${encodeURIComponent('الرياضيات')}`)).body)).toBe(1)
  })

  it('says so when nothing matches', async () => {
    const { body } = await get(`/books/primary?query=${encodeURIComponent('ظظظظ')}`)
    expect(body).toContain('لا توجد نتائج')
    expect(body).toContain('حاول تعديل كلمات البحث للعثور على ما تبحث عنه.')
  })

  it('takes nonsense in its parameters as no filter', async () => {
    const response = await get('/books/primary?grade=%00&subject[]=1&page=-5&query=%ED%A0%80')
    expect(response.statusCode).toBe(200)
    expect(cards(response.body)).toBe(10)
  })
})

describe('the page of a book', () => {
  it('has every section, and links only to what there is', async () => {
    const { body } = await get(`/books/${library.bookId}`)
    for (const text of ['نبذة عن الكتاب', 'الإصدارات المتوفرة', 'الطبعة الأولى', 'تحميل مباشر']) {
      expect(body).toContain(text)
    }
    expect(body).toContain('https://drive.example/book')
    expect(body).toContain('٣ صفحات')
    expect(body).not.toContain('شاهد طريقة التحميل')
    expect(body, 'no other book is of its grade, and none beside it of its subject').not.toContain(
      'كتب ذات صلة',
    )
    const reading = (await site.services.books.latest(100)).find(book => book.stage === 'FIRST_PRIMARY')
    const related = (await get(`/books/${reading?.id}`)).body
    expect(related).toContain('كتب ذات صلة')
    const [, strip = ''] = /<ul class="book-strip".*?>(.*?)<\/ul>/s.exec(related) ?? []
    expect(strip.match(/<li>/g)?.length).toBe(6)
  })
})

describe('the cache of pages', () => {
  it('answers a known ETag with 304 and HEAD without a body', async () => {
    await get('/books/primary', { 'accept-encoding': 'br' })
    const first = await get('/books/primary', { 'accept-encoding': 'br' })
    expect(first.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(first.rawPayload).toString()).toContain('كتب المرحلة الابتدائية')
    const etag = String(first.headers.etag)
    expect((await get('/books/primary', { 'accept-encoding': 'br', 'if-none-match': etag })).statusCode).toBe(
      304,
    )
    const head = await site.app.inject({ method: 'HEAD', url: '/books/primary' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
  })

  it('carries the security headers from memory too', async () => {
    await get('/books/intermediate')
    const cached = await get('/books/intermediate')
    expect(cached.headers['content-security-policy']).toContain("script-src 'self'")
    expect(cached.headers['speculation-rules']).toBe('"/speculation-rules.json"')
    expect(cached.headers['cache-control']).toContain('s-maxage')
  })

  it('shows a published book on the very next request', async () => {
    expect((await get('/books/intermediate')).body).not.toContain('كتاب جديد تماماً')
    await publishBook(site, 'كتاب جديد تماماً', 'SECOND_INTERMEDIATE', 'CHEMISTRY')
    expect((await get('/books/intermediate')).body).toContain('كتاب جديد تماماً')
  })

  it('serves the last good copy while the database is away, and an error screen for what it never had', async () => {
    const other = await openTestApp()
    other.expectError('a page could not be loaded')
    other.expectError('scheduled records could not be published')
    other.expectError('records could not be indexed anew')
    await publishBook(other, 'كتاب محفوظ', 'FIRST_PRIMARY', 'READING')
    const before = await other.app.inject({ method: 'GET', url: '/books/primary' })
    await other.database.close()
    void other.services.changes.tellHere(['books'])
    const after = await other.app.inject({ method: 'GET', url: '/books/primary' })
    expect(after.statusCode).toBe(200)
    expect(after.body).toBe(before.body)
    expect(after.headers['cache-control']).toBe('no-cache')
    for (const [url, text, back] of [
      ['/books/abc', 'حدث خطأ أثناء تحميل تفاصيل الكتاب. الرجاء المحاولة مرة أخرى', 'العودة إلى قائمة الكتب'],
      ['/notes/download/abc', 'حدث خطأ أثناء تحميل تفاصيل الملزمة', 'العودة إلى الملازم'],
      ['/ministerial/preview/abc', 'حدث خطأ أثناء تحميل تفاصيل الامتحان', 'العودة إلى الأسئلة الوزارية'],
      ['/news/abc', 'تعذر تحميل الخبر', 'العودة إلى الأخبار'],
      ['/results/sixth-primary', 'فشل في تحميل النتائج. يرجى المحاولة مرة أخرى لاحقًا.', 'العودة إلى النتائج'],
      ['/notes/primary', 'حدث خطأ أثناء تحميل الصفحة', 'العودة إلى الصفحة الرئيسية'],
    ] as const) {
      const never = await other.app.inject({ method: 'GET', url })
      expect(never.statusCode, url).toBeGreaterThanOrEqual(500)
      for (const part of ['خطأ', text, back, 'إعادة المحاولة']) expect(never.body, url).toContain(part)
      expect(never.body, url).not.toContain('لا توجد نتائج')
    }
    await other.close()
  })
})

describe('what machines read', () => {
  it('is found from the pages: feeds, share pictures and the rules for fetching ahead', async () => {
    for (const url of ['/', `/books/${library.bookId}`, `/news/${library.newsId}`]) {
      const image = /property="og:image" content="https:\/\/rafid\.example([^"]+)"/.exec(
        (await get(url)).body,
      )?.[1]
      expect((await get(image ?? '')).headers['content-type'], url).toBe('image/jpeg')
    }
    for (const [url, alt] of [
      ['/', 'رافد: منصة تعليمية شاملة'],
      [`/books/${library.bookId}`, 'كتاب الرياضيات للسادس'],
    ] as const) {
      const { body } = await get(url)
      expect(body).toContain('<meta property="og:image:width" content="1200"/>')
      expect(body).toContain('<meta property="og:image:height" content="630"/>')
      expect(body).toContain(`<meta property="og:image:alt" content="${alt}`)
    }
    for (const url of [
      '/',
      '/news',
      '/books',
      '/books/primary',
      '/notes',
      '/notes/preparatory',
      '/ministerial',
      '/ministerial/sixth-primary',
      '/results',
      '/results/sixth-primary',
      '/grade/sixth-primary',
      '/grade/sixth-preparatory/scientific',
    ]) {
      const feed = /rel="alternate" type="application\/atom\+xml" href="([^"]+)"/.exec(
        (await get(url)).body,
      )?.[1]
      expect((await get(feed ?? '')).headers['content-type'], url).toContain('application/atom+xml')
    }
    expect((await get('/speculation-rules.json')).headers['content-type']).toBe(
      'application/speculationrules+json',
    )
  })

  it('is JSON-LD that parses', async () => {
    for (const [url, type] of [
      ['/', 'WebSite'],
      [`/books/${library.bookId}`, 'Book'],
      [`/news/${library.newsId}`, 'NewsArticle'],
      ['/books/primary', 'BreadcrumbList'],
    ] as const) {
      const text =
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec((await get(url)).body)?.[1] ?? ''
      const graph: { '@type': string }[] = JSON.parse(text)['@graph']
      expect(graph.map(part => part['@type'])).toContain(type)
    }
  })
})

describe('the contact form without scripts', () => {
  const send = (fields: Record<string, string>) =>
    site.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { origin: 'https://rafid.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const message = { name: 'سارة', email: 'sara@example.com', subject: 'GENERAL', message: 'شكراً لكم' }

  it('stores the message and says so', async () => {
    const response = await send(message)
    expect(response.statusCode).toBe(303)
    expect((await get(String(response.headers.location))).body).toContain('وصلتنا رسالتك')
    const inbox = await site.services.contact.list({ limit: 10, offset: 0, unread: false })
    expect(inbox.messages.map(({ name, message: text }) => [name, text])).toEqual([['سارة', 'شكراً لكم']])
  })

  it('shows what is wrong and keeps what was typed', async () => {
    const response = await send({ ...message, email: 'ليس بريداً' })
    expect(response.statusCode).toBe(422)
    expect(response.body).toContain('البريد الإلكتروني غير صالح')
    expect(response.body).toContain('شكراً لكم')
  })

  it('is refused when another site sends it', async () => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(message).toString(),
    })
    expect(response.statusCode).toBe(403)
  })
})
