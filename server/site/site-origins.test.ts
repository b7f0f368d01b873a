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

const hostsOf = (count: number, name = 'host') =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.example`)

it('without configuration answers every address with its own, and keeps pages for a few', () => {
  const originOf = createSiteOrigins(undefined)
  const hosts = hostsOf(20)
  const origins = hosts.map(host => originOf({ protocol: 'http', host }))
  expect(origins.map(({ origin }) => origin)).toEqual(hosts.map(host => `http://${host}`))
  expect(origins.map(({ isKept }) => isKept)).toEqual(hosts.map((_, index) => index < 8))
  expect(originOf({ protocol: 'http', host: 'host-3.example' }).isKept).toBe(true)
})

it('invented addresses do not take the place of the one that people ask for', () => {
  const originOf = createSiteOrigins(undefined)
  const isKept = (host: string) => originOf({ protocol: 'http', host }).isKept
  for (const host of hostsOf(8)) for (let time = 0; time < 5; time += 1) isKept(host)
  const asked = Array.from({ length: 10 }, () => isKept('rafid.example'))
  expect(asked).toEqual([false, false, false, false, false, true, true, true, true, true])
  for (const host of hostsOf(10_000, 'new')) isKept(host)
  expect(isKept('rafid.example')).toBe(true)
})

it('is found again among invented addresses that come faster than people', () => {
  const originOf = createSiteOrigins(undefined)
  const isKept = (host: string) => originOf({ protocol: 'http', host }).isKept
  let kept = 0
  for (const host of hostsOf(8)) isKept(host)
  for (const host of hostsOf(2000, 'new')) {
    isKept(host)
    if (host.endsWith('0.example') && isKept('rafid.example')) kept += 1
  }
  expect(kept).toBeGreaterThan(190)
})

it('takes no Host that is none', () => {
  expect(createSiteOrigins(undefined)({ protocol: 'http', host: '<script>' })).toEqual({
    origin: '',
    isKept: false,
  })
})

it('keeps the pages of two addresses of one site apart, and leads to neither of another', async () => {
  const site = await openTestApp()
  const canonicalOf = async (host: string) => {
    const page = await site.app.inject({ method: 'GET', url: '/books', headers: { host } })
    return /<link rel="canonical" href="([^"]+)"/.exec(page.body)?.[1]
  }
  for (let time = 0; time < 2; time += 1) {
    expect(await canonicalOf('one.example')).toBe('http://one.example/books')
    expect(await canonicalOf('two.example')).toBe('http://two.example/books')
  }
  const leadsTo = async (url: string) => (await site.app.inject({ url })).headers.location
  expect(await leadsTo('/books/?year=2024')).toBe('/books?year=2024')
  for (const url of [
    '//evil.example/',
    '//evil.example/books/',
    '/\\\\evil.example/',
    '/%5Cevil.example/',
    '//books//',
  ])
    expect([undefined, '/books'], url).toContain(await leadsTo(url))
  await site.close()
})

it('eight invented hosts leave the page cache to the real one', async () => {
  const site = await openTestApp()
  const ask = (host: string) => site.app.inject({ url: '/about', headers: { host } })
  for (const host of hostsOf(8)) for (let time = 0; time < 2; time += 1) await ask(host)
  const answers = []
  for (let time = 0; time < 8; time += 1) answers.push(await ask('rafid.example'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(answers.at(-1)?.headers['cache-control']).toContain('s-maxage')
  await site.close()
})
