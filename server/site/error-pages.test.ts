import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'

const missing = `/files/${'0'.repeat(64)}/${encodeURIComponent('كتاب الكيمياء.pdf')}`

describe('a file that cannot be opened', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  it('is a page with the way back for a person who opens it', async () => {
    for (const headers of [
      { accept: 'text/html,*/*;q=0.8' },
      { accept: '*/*', 'sec-fetch-dest': 'document' },
    ]) {
      const answer = await test.app.inject({ url: missing, headers })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('الملف غير موجود')
      expect(answer.body).toContain('العودة إلى الصفحة الرئيسية')
    }
  })

  it('is a body with its code for a program, a picture of a page and a download by script', async () => {
    for (const headers of [{}, { accept: 'text/html', 'sec-fetch-dest': 'image' }, { accept: '*/*' }]) {
      const answer = await test.app.inject({ url: missing, headers })
      expect(answer.json().code).toBe('file_not_found')
    }
    const call = await test.app.inject({ url: '/api/books/none', headers: { accept: 'text/html' } })
    expect(call.json().code).toBe('book_not_found')
  })
})
