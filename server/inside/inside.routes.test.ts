import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readingWidth } from '#contract/page-pictures.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import { insideAnswerSchema } from '#contract/resources/inside.ts'
import type { InsideAnswer } from '#contract/resources/inside.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'
import { streamOf } from '#test/files.ts'

const printed = fs.readFileSync(
  fileURLToPath(new URL('../../test/fixtures/sheets/text-chromium.pdf', import.meta.url)),
)
const untilRead = { timeout: 60_000, interval: 100 }

describe('the search inside pages', () => {
  let site: TestApp
  let staff: TestStaff
  let id: string

  const get = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    site.app.inject({ url: `${apiPaths.searchInside}?${new URLSearchParams(query).toString()}`, headers })
  const find = async (query: Record<string, string>): Promise<InsideAnswer> => (await get(query)).json()

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
    const { url } = await site.services.files.store(streamOf(printed), { name: 'كتاب.pdf' })
    const book = await staff.send(
      'POST',
      '/api/books',
      bookInput({ title: 'كتاب المطالعة', directLink: url }),
    )
    expect(book.statusCode, book.body).toBe(201)
    id = book.json().data.id
  })
  afterAll(() => site.close())

  it('finds what a saved book says once its pages are read', async () => {
    await expect.poll(async () => (await find({ q: 'نستنتج مما سبق' })).total, untilRead).toBe(1)
    const answer = insideAnswerSchema.parse((await get({ q: 'نستنتج مما سبق' })).json())
    expect(answer.hits).toMatchObject([{ id, type: 'book', title: 'كتاب المطالعة', page: 1 }])
    const [hit] = answer.hits
    expect(hit?.url).toBe(
      `${paths.bookReading(id)}?${new URLSearchParams({ page: '1', find: 'نستنتج مما سبق' })}`,
    )
    expect(hit?.highlights.map(([from, to]) => hit.snippet.slice(from, to))).toEqual(['نستنتج مما سبق'])
    expect((await find({ q: 'نستنتج', record: `book:${id}` })).state).toBe('ready')
    expect((await find({ q: 'نستنتج', type: 'malazima' })).total).toBe(0)
    expect((await find({ q: 'نستنتج', filter: 'subject:MATH' })).total).toBe(1)
    expect((await find({ q: 'نستنتج', filter: 'subject:ARABIC' })).total).toBe(0)
  }, 90_000)

  it('shows the place as it looks, once its page is drawn, as a strip that holds it', async () => {
    const imageOf = async () => (await find({ q: 'نستنتج مما سبق' })).hits[0]?.image
    await expect.poll(imageOf, untilRead).toMatch(/\/p\/1\/strip\/\d+\.webp$/)
    const url = (await imageOf()) ?? ''
    const { hits } = await find({ q: 'نستنتج مما سبق', record: `book:${id}` })
    expect([hits[0]?.image, (hits[0]?.boxes ?? []).length > 0]).toEqual([url, true])
    const picture = await site.app.inject({ url })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(picture.rawPayload).metadata()
    expect(width).toBe(readingWidth)
    expect(height / width).toBeCloseTo(Math.SQRT2 / 8, 2)
    /* Ink, not an empty margin. */
    const { channels } = await sharp(picture.rawPayload).greyscale().stats()
    expect(channels[0]?.min).toBeLessThan(100)
    expect((await site.app.inject({ url })).rawPayload).toEqual(picture.rawPayload)
    expect((await site.app.inject({ url: url.replace(/\d+\.webp$/, '99.webp') })).statusCode).toBe(404)
  }, 90_000)

  it('marks the words on that image, each over its ink', async () => {
    for (const scope of ['', `book:${id}`]) {
      const [hit] = (await find({ q: 'نستنتج مما سبق', record: scope })).hits
      expect(hit?.marks).toHaveLength(3)
      const { rawPayload } = await site.app.inject({ url: hit?.image ?? '' })
      const { width, height } = await sharp(rawPayload).metadata()
      for (const [left, top, wide, high] of hit?.marks ?? []) {
        expect(Math.min(left, top, 1 - left - wide, 1 - top - high)).toBeGreaterThanOrEqual(0)
        expect(Math.min(wide, high)).toBeGreaterThan(0)
        const place = {
          left: Math.floor(left * width),
          top: Math.floor(top * height),
          width: Math.floor(wide * width),
          height: Math.floor(high * height),
        }
        /* As high as a line of print, not as its share of the page. */
        expect(place.height).toBeGreaterThan(10)
        const { channels } = await sharp(rawPayload).extract(place).greyscale().stats()
        expect(channels[0]?.min).toBeLessThan(100)
      }
    }
  }, 90_000)

  it('says 304 while the answer stands, and keeps no answer to an exam number', async () => {
    const { headers } = await get({ q: 'نستنتج' })
    expect(headers['cache-control']).toBe('public, no-cache')
    expect((await get({ q: 'نستنتج' }, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
    const number = await get({ q: '242110012345' })
    expect(number.json()).toEqual({ hits: [], total: 0 })
    expect(number.headers['cache-control']).toBe('no-store')
  })

  it('never fails on what a query holds', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(text, text, async (q, other) => {
        const response = await get({
          q: q.toWellFormed(),
          record: other,
          limit: other,
          offset: other,
          type: other,
        })
        expect(response.statusCode).toBe(200)
      }),
      { numRuns: 30 },
    )
  }, 60_000)

  it('stands on the page of results above the records, and as a tab of its own, without scripts', async () => {
    const pageOf = async (query: string, headers: Record<string, string> = {}) =>
      (await site.app.inject({ url: `${paths.search}?${query}`, headers })).body
    const words = encodeURIComponent('نستنتج')
    const all = await pageOf(`q=${words}`)
    expect(all).toContain('داخل الصفحات')
    expect(all).toContain('<mark>نستنتج</mark>')
    expect(all).toContain('لا سجل بهذا الاسم')
    const tab = await pageOf(`inside=1&q=${words}`)
    expect(tab).toContain(`${paths.bookReading(id)}?page=1`)
    expect(tab).toContain('صفحة واحدة')
    expect(tab).toContain('/p/1/strip/')
    expect(await pageOf(`inside=1&q=${words}`, { 'save-data': 'on' })).not.toContain('/strip/')
    expect(await pageOf(`inside=1&q=${encodeURIComponent('زعفرانية')}`)).toContain('لا صفحة فيها')
    const empty = await pageOf('inside=1')
    expect(empty).toContain('اكتب حرفين على الأقل')
    expect(empty).not.toContain('لا صفحة فيها')
  })

  it('lets a few search at once, and sends away whoever comes when too many wait', async () => {
    site.expectError('busy')
    const gate = Promise.withResolvers<InsideAnswer>()
    const search = vi.spyOn(site.services.inside, 'search').mockReturnValue(gate.promise)
    const most = limits.freeTextPagesAtOnce + limits.freeTextPagesWaiting
    const answers = Array.from({ length: most }, () => get({ q: 'نستنتج' }))
    await expect.poll(() => search.mock.calls.length).toBe(limits.freeTextPagesAtOnce)
    const refused = await get({ q: 'نستنتج' })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy'])
    gate.resolve({ hits: [], total: 0 })
    expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    search.mockRestore()
  })

  it('leads to a page of which no word has a place, with nothing to mark on it', async () => {
    await site.database.kysely
      .updateTable('pageTexts')
      .set({ boxes: Buffer.alloc(0) })
      .execute()
    const { body } = await site.app.inject({
      url: `${paths.bookReading(id)}?${new URLSearchParams({ find: 'نستنتج' })}`,
    })
    expect(body).toContain('<mark>نستنتج</mark>')
    expect(body).not.toContain('data-boxes')
  })

  it('shows nothing of a book from the moment it is taken back', async () => {
    const change = (state: string) =>
      staff.send('POST', apiPaths.publications, { records: [{ kind: 'book', id }], state })
    expect((await change('draft')).statusCode).toBe(200)
    expect(await find({ q: 'نستنتج' })).toEqual({ hits: [], total: 0 })
    expect((await find({ q: 'نستنتج', record: `book:${id}` })).state).toBe('none')
    expect((await change('published')).statusCode).toBe(200)
    expect((await find({ q: 'نستنتج' })).total).toBe(1)
  })
})
