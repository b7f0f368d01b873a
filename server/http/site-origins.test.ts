import { expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import { createSiteOrigins } from './site-origins.ts'

it('is the configured address, whatever a request says', () => {
  const originOf = createSiteOrigins('https://rafid.example')
  expect(originOf({ protocol: 'http', host: 'evil.example' })).toBe('https://rafid.example')
})

it('without configuration knows the first addresses that were asked for, and no flood of invented ones', () => {
  const originOf = createSiteOrigins(undefined)
  const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example`)
  const origins = hosts.map(host => originOf({ protocol: 'http', host }))
  expect(origins.slice(0, 8)).toEqual(hosts.slice(0, 8).map(host => `http://${host}`))
  expect(origins.slice(8)).toEqual(Array.from({ length: 12 }, () => ''))
  expect(originOf({ protocol: 'http', host: 'host-3.example' })).toBe('http://host-3.example')
})

it('takes no Host that is none', () => {
  expect(createSiteOrigins(undefined)({ protocol: 'http', host: '<script>' })).toBe('')
})

it('keeps the pages of two addresses of one site apart', async () => {
  const site = await openTestApp()
  const canonicalOf = async (host: string) => {
    const page = await site.app.inject({ method: 'GET', url: '/books', headers: { host } })
    return /<link rel="canonical" href="([^"]+)"/.exec(page.body)?.[1]
  }
  for (let time = 0; time < 2; time += 1) {
    expect(await canonicalOf('one.example')).toBe('http://one.example/books')
    expect(await canonicalOf('two.example')).toBe('http://two.example/books')
  }
  await site.close()
})
