import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPaths, paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { bookInput, examInput, noteInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'

describe('the preview of a form', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  async function preview(body: object): Promise<string> {
    const answer = await staff.send('POST', apiPaths.previews, body)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['cache-control']).toContain('no-store')
    return answer.json().data.html
  }

  it('draws what would be saved of every kind with a page, writes nothing and runs nothing', async () => {
    const version = {
      title: 'طبعة المعاينة',
      releaseYear: 2024,
      directLink: 'https://elsewhere.example/v.pdf',
    }
    for (const [kind, input, more] of [
      ['book', bookInput({ title: 'كتاب المعاينة', versions: [version] }), version.title],
      ['note', noteInput({ title: 'ملزمة المعاينة' }), ''],
      ['exam', examInput({ title: 'امتحان المعاينة' }), ''],
      ['news', newsInput({ title: 'خبر المعاينة' }), ''],
    ] as const) {
      const html = await preview({ kind, input })
      expect(html).toMatch(/^<!doctype html>/)
      expect(html).toContain(input.title)
      expect(html).toContain(more)
      expect(html).not.toContain('<script')
    }
    for (const list of ['books', 'notes', 'exams', 'news'] as const)
      expect((await site.services[list].list({ limit: 1, offset: 0 }, 'any')).total).toBe(0)
  })

  it('draws a draft as its form is, while visitors still find nothing', async () => {
    const input = bookInput({ title: 'مسودة', state: 'draft' })
    const { id } = (await staff.send('POST', apiPaths.books, input)).json().data
    const html = await preview({ kind: 'book', id, input: { ...input, title: 'مسودة معدلة' } })
    expect(html).toContain('مسودة معدلة')
    expect((await site.app.inject({ method: 'GET', url: paths.book(id) })).statusCode).toBe(404)
    const unsaved = await staff.send('GET', `/api/staff/books/${id}`)
    expect(unsaved.json().data.title).toBe('مسودة')
  })

  it('is for staff who ask from the dashboard, and for what could be saved', async () => {
    const payload = { kind: 'book', input: bookInput() }
    const stranger = await site.app.inject({ method: 'POST', url: apiPaths.previews, payload })
    expect(stranger.statusCode).toBe(401)
    const headers = { cookie: staff.cookie }
    const other = await site.app.inject({ method: 'POST', url: apiPaths.previews, payload, headers })
    expect(other.statusCode).toBe(403)
    const wrong = await staff.send('POST', apiPaths.previews, { ...payload, input: bookInput({ title: '' }) })
    expect(wrong.statusCode).toBe(422)
  })
})
