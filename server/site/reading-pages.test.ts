import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, pageTextPath, paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'
import { sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'

describe('the pages of a book', () => {
  let site: TestApp
  let staff: TestStaff
  const pdf = makeManyPages(5, page => (page === 2 ? [595, 420] : [420, 595]), [
    { title: 'الفصل الأول <b>', page: 2 },
  ])

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
    await site.services.files.store(streamOf(pdf), { name: 'كتاب.pdf' })
  })
  afterAll(() => site.close())

  const add = async (directLink: string, change: object = {}) => {
    const added = await staff.send('POST', '/api/books', { ...bookInput({ directLink }), ...change })
    expect(added.statusCode, added.body).toBe(201)
    return String(added.json().data.id)
  }
  const ours = `/files/${sha256Of(pdf)}/book.pdf`
  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })

  it('are read one by one, each at its shape, with the ways to others', async () => {
    const id = await add(ours)
    const { body } = await get(`${paths.bookReading(id)}?page=2`)
    expect(body).toContain(`src="/files/${sha256Of(pdf)}/p/2/840.webp"`)
    expect(body).toMatch(/alt="الصفحة ٢ من ٥" width="1000" height="705"/)
    for (const address of ['?page=1', '?page=3']) expect(body).toContain(`href="${address}"`)
    expect(body).toContain('الفصل الأول &lt;b&gt;')
    expect(body).toContain('name="robots" content="noindex"')
    expect((await get(paths.book(id))).body).toContain(`href="${paths.bookReading(id)}"`)
  })

  it('have what stands on them beside their pictures, as soon as it is read', async () => {
    const id = await add(ours)
    const page = async () => (await get(`${paths.bookReading(id)}?page=4`)).body
    const textOf = async (number: number) => get(pageTextPath(sha256Of(pdf), number))
    await expect.poll(async () => (await textOf(4)).statusCode, { timeout: 50_000 }).toBe(200)
    const answer = await textOf(4)
    expect([answer.body, answer.headers['content-type']]).toEqual(['4', 'text/plain; charset=utf-8'])
    const { etag } = answer.headers
    expect((await get(pageTextPath(sha256Of(pdf), 4), { 'if-none-match': String(etag) })).statusCode).toBe(
      304,
    )
    const sent = (await page()).match(/<div class="visually-hidden page-text">.*?<\/div>/g)
    expect(sent?.map(each => each.replaceAll(/<.*?>/g, ''))).toEqual(['3', '4'])
    expect(await page()).toContain('data-texts=""')
    const { kysely } = site.database
    await kysely.updateTable('pageTexts').set({ text: 'ثابت\nالاتزان' }).where('page', '=', 3).execute()
    expect((await get(`${paths.bookReading(await add(ours))}?page=4`)).body).toContain(
      '<div class="visually-hidden page-text"><p>ثابت</p><p>الاتزان</p></div>',
    )
    expect((await textOf(6)).statusCode).toBe(204)
    expect((await get(pageTextPath('0'.repeat(64), 1))).statusCode).toBe(404)
    await kysely
      .updateTable('pageTexts')
      .set({ quality: limits.leastTextQuality - 0.01 })
      .execute()
    expect((await textOf(4)).statusCode, 'what is read with doubt is not told').toBe(204)
    const progress = await staff.send('GET', apiPaths.fileTexts(sha256Of(pdf)))
    expect(progress.json().data).toEqual({
      pageCount: 5,
      searched: 0,
      unsure: [1, 2, 3, 4, 5],
      isEnded: true,
      failure: null,
    })
    const unsure = await add(ours)
    expect((await get(`${paths.bookReading(unsure)}?page=4`)).body).not.toMatch(/page-text|data-texts/)
  }, 60_000)

  it('take no exam number: it goes out of the address', async () => {
    const id = await add(ours)
    for (const number of ['232641050187', '٢٣٢٦٤١٠٥٠١٨٧']) {
      const answer = await get(`${paths.bookReading(id)}?${new URLSearchParams({ page: '2', find: number })}`)
      expect(answer.statusCode).toBe(302)
      expect(answer.headers).toMatchObject({
        location: `${paths.bookReading(id)}?page=2`,
        'cache-control': 'no-store',
      })
    }
  })

  it('look for words one search after the other, once for all pages whose marks are not sent', async () => {
    const id = await add(ours)
    let running = 0
    const seen: { atOnce: number; pages: unknown }[] = []
    const search = vi.spyOn(site.services.inside, 'search').mockImplementation(async ({ pages }) => {
      running += 1
      seen.push({ atOnce: running, pages })
      await sleep(20)
      running -= 1
      return { hits: [], total: limits.maxListLimit + 2, state: 'ready' }
    })
    const { statusCode } = await get(`${paths.bookReading(id)}?page=3&find=one`)
    search.mockRestore()
    expect(statusCode).toBe(200)
    expect(seen).toEqual([
      { atOnce: 1, pages: undefined },
      { atOnce: 1, pages: [3, 4] },
    ])
  })

  it('are guessed at while their shapes are not known, for as long as that takes', async () => {
    const id = await add(ours)
    const facts = vi.spyOn(site.services.files.pagePictures, 'factsSoon')
    facts.mockRejectedValueOnce(new AppError('busy'))
    const guess = await get(`${paths.bookReading(id)}?page=2`)
    expect(guess.body).toMatch(/width="1000" height="1415"/)
    expect(guess.headers['cache-control']).toBe('no-cache')
    const sure = async () => {
      const { body, headers } = await get(`${paths.bookReading(id)}?page=2`)
      return body.includes('height="705"') && headers['cache-control']
    }
    await expect.poll(sure).toContain('s-maxage=60')
    facts.mockRestore()
  })

  it('say what is the matter, with the way to the file, while telling of it takes too long', async () => {
    const id = await add(ours)
    const facts = vi.spyOn(site.services.files.pagePictures, 'factsSoon')
    facts.mockRejectedValueOnce(new AppError('pages_too_slow'))
    const answer = await get(paths.bookReading(id))
    expect(answer.body).toContain('لا تُعرض صفحات هذا الملف الآن')
    expect(answer.body).toMatch(new RegExp(`<a class="button is-download" href="${ours}"`))
    expect(answer.body).not.toContain('/p/1/')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
    await expect.poll(async () => (await get(paths.bookReading(id))).body).toContain('/p/1/840.webp')
    facts.mockRestore()
  })

  it('sends the small pictures alone to a browser that asks for little', async () => {
    const id = await add(ours)
    const { body } = await get(paths.bookReading(id), { 'save-data': 'on' })
    expect(body).toContain('/p/1/840.webp')
    expect(body).not.toContain('1400')
    expect((await get(paths.bookReading(id))).body).toContain('/p/1/1400.webp')
  })

  it('are not there for a record that is not public, and lead back where there is no PDF of ours', async () => {
    const hidden = await add(ours, { state: 'draft' })
    const answer = await get(paths.bookReading(hidden))
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain(sha256Of(pdf))
    const elsewhere = await add('https://files.example/book.pdf')
    expect((await get(paths.bookReading(elsewhere))).headers.location).toBe(paths.book(elsewhere))
    const beyond = await get(`${paths.bookReading(await add(ours))}?page=9`)
    expect([beyond.statusCode, beyond.headers.location]).toEqual([302, expect.stringMatching(/\?page=5$/)])
  })
})
