import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { bookInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'

describe('a browser that asks for little', () => {
  let site: TestApp

  beforeAll(async () => {
    site = await openTestApp()
    const staff = await site.signIn()
    await staff.send('POST', '/api/books', { ...bookInput({ stage: 'SIXTH_PRIMARY', branch: undefined }) })
    await staff.send('POST', '/api/news', { ...newsInput() })
  })
  afterAll(() => site.close())

  const mainOf = async (url: string, headers: Record<string, string> = {}) => {
    const response = await site.app.inject({ url, headers })
    expect(response.statusCode, url).toBe(200)
    expect(response.headers.vary).toContain('Save-Data')
    return response.body.split('<main')[1]?.split('</main>')[0] ?? ''
  }

  it.each(['/books/primary?grade=SIXTH_PRIMARY', '/news', '/'])(
    'gets %s without pictures, and nobody else does, whoever asks first',
    async url => {
      const light = await mainOf(url, { 'save-data': 'on' })
      expect(light).not.toContain('<img')
      expect(light).toMatch(/is-generated|is-drawn/)
      expect(await mainOf(url)).toContain('<img')
      expect(await mainOf(url, { 'save-data': 'on' })).toBe(light)
    },
  )
})
