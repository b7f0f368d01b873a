import { expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import { KnownAddresses } from './known-addresses.ts'

it('forgets what was asked for longest ago when there are too many', () => {
  const known = new KnownAddresses()
  for (let at = 0; at < limits.knownAddresses; at += 1) known.keep(`/results?path=${at}`, `folder ${at}`)
  expect(known.keyOf('/results?path=0')).toBe('folder 0')
  known.keep('/results?path=last', 'last folder')
  expect(known.keyOf('/results?path=0')).toBe('folder 0')
  expect(known.keyOf('/results?path=1')).toBeUndefined()
  expect(known.keyOf('/results?path=last')).toBe('last folder')
})

it('keeps what was asked for once through a burst of made-up parameters of one page', () => {
  const known = new KnownAddresses()
  known.keep('/results?path=2026', 'folder')
  known.keep('/results?page=2', 'results')
  for (let at = 0; at < limits.knownAddresses; at += 1) {
    known.keep(`/results?fbclid=${at}`, 'results')
    known.keyOf('/results?page=2')
  }
  expect(known.keyOf('/results?path=2026')).toBe('folder')
  expect(known.keyOf('/results?page=2')).toBe('results')
  const left = Array.from({ length: limits.knownAddresses }, (_, at) => known.keyOf(`/results?fbclid=${at}`))
  expect(left.filter(key => key !== undefined)).toHaveLength(limits.knownAddressesOfPage - 1)
})

it('follows an address that stands for another page now', () => {
  const known = new KnownAddresses()
  known.keep('/results?path=2026', 'folder')
  known.keep('/results?path=2026', 'another')
  for (let at = 0; at < limits.knownAddressesOfPage; at += 1) known.keep(`/results?fbclid=${at}`, 'folder')
  expect(known.keyOf('/results?path=2026')).toBe('another')
  expect(known.keyOf('/results?fbclid=0')).toBe('folder')
})

it('remembers no address that is too long', () => {
  const known = new KnownAddresses()
  const longest = 'x'.repeat(limits.knownAddressLetters)
  known.keep(longest, 'kept')
  known.keep(`${longest}x`, 'none')
  expect([known.keyOf(longest), known.keyOf(`${longest}x`)]).toEqual(['kept', undefined])
})

it('remembers of what is asked for the pages alone', async () => {
  const site = await openTestApp({ environment: { SITE_URL: 'http://rafid.example' } })
  const keep = vi.spyOn(KnownAddresses.prototype, 'keep')
  const statusOf = async (url: string) =>
    (await site.app.inject({ url, headers: { host: 'rafid.example' } })).statusCode
  const root = paths.resultsOfGrade('SIXTH_PREPARATORY')
  expect(await statusOf(`${root}?path=made-up`)).toBe(404)
  expect(await statusOf(`${root}?path=made-up`)).toBe(404)
  expect(keep).not.toHaveBeenCalled()
  expect(await statusOf(`${root}?fbclid=1`)).toBe(200)
  expect(keep.mock.calls).toEqual([
    [`http://rafid.example${root}?fbclid=1`, expect.stringContaining(`http://rafid.example${root}`)],
  ])
  keep.mockRestore()
  await site.close()
})
