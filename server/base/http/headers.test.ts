import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { dashboardContentPolicy } from './headers.ts'

function directivesOf(policy: unknown): Map<string, string> {
  return new Map(
    String(policy)
      .split('; ')
      .map(directive => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  )
}

describe('security headers', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  it.each(['/api/books', '/api/users/me', '/api/books/none', '/no/such/page'])(
    'are on the answer of %s',
    async url => {
      const origin = 'https://elsewhere.example'
      const { headers } = await test.app.inject({ method: 'GET', url, headers: { origin } })
      const policy = directivesOf(headers['content-security-policy'])
      expect(policy.get('default-src')).toBe(`'self'`)
      expect(policy.get('script-src')).toBe(`'self'`)
      expect(policy.get('style-src')).toBe(`'self'`)
      expect(policy.get('object-src')).toBe(`'none'`)
      expect(policy.get('base-uri')).toBe(`'none'`)
      expect(policy.get('form-action')).toBe(`'self'`)
      expect(policy.get('frame-ancestors')).toBe(`'none'`)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([])
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  it('ask for https where the site has it', async () => {
    const secure = await openTestApp({ environment: { SITE_URL: 'https://rafid.example' } })
    try {
      const { headers } = await secure.app.inject({ method: 'GET', url: '/api/books' })
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    } finally {
      await secure.close()
    }
  })

  it('never let the dashboard run inline scripts either', () => {
    const policy = directivesOf(dashboardContentPolicy({ siteUrl: undefined }))
    expect(policy.get('script-src')).toBe(`'self'`)
    expect(policy.get('style-src')).toMatch(/^'self' 'sha256-[A-Za-z0-9+/]{43}='$/)
  })

  it('limit how often one address may ask', async () => {
    const ask = () => test.app.inject({ method: 'GET', url: '/api/settings', remoteAddress: '203.0.113.50' })
    let refused = await ask()
    for (let count = 1; count < limits.apiRequestsPerMinute; count += 1) refused = await ask()
    expect(refused.statusCode).toBe(200)
    refused = await ask()
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = await test.app.inject({
      method: 'GET',
      url: '/api/settings',
      remoteAddress: '203.0.113.51',
    })
    expect(other.statusCode).toBe(200)
  })

  it('read bodies of JSON alone', async () => {
    const staff = await test.signIn('editor')
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/books',
      headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, 'content-type': 'text/plain' },
      payload: '{}',
    })
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ code: 'wrong_content_type' })
  })
})
