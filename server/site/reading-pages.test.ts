import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
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
