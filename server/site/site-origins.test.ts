import { expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import { createSiteOrigins } from './site-origins.ts'

it('is the configured address, whatever a request says', () => {
  const originOf = createSiteOrigins('https://rafid.example')
  expect(originOf({ protocol: 'http', host: 'evil.example' })).toEqual({
    origin: 'https://rafid.example',
    isKept: true,
  })
})

it('without configuration keeps pages for the first addresses alone, and still answers all with their own', () => {
  const originOf = createSiteOrigins(undefined)
  const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example`)
  const origins = hosts.map(host => originOf({ protocol: 'http', host }))
  expect(origins.map(({ origin }) => origin)).toEqual(hosts.map(host => `http://${host}`))
  expect(origins.map(({ isKept }) => isKept)).toEqual(hosts.map((_, index) => index < 8))
  expect(originOf({ protocol: 'http', host: 'host-3.example' }).isKept).toBe(true)
})

it('takes no Host that is none', () => {
  expect(createSiteOrigins(undefined)({ protocol: 'http', host: '<script>' })).toEqual({
    origin: '',
    isKept: false,
  })
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
