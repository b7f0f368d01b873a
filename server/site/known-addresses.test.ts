import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { KnownAddresses } from './known-addresses.ts'

it('forgets what was asked for longest ago when there are too many', () => {
  const known = new KnownAddresses()
  known.keep('/results?path=2026', 'folder')
  known.keep('/results?fbclid=0', 'unasked')
  for (let at = 2; at < limits.knownAddresses; at += 1) known.keep(`/results?fbclid=${at}`, 'results')
  expect(known.keyOf('/results?path=2026')).toBe('folder')
  known.keep('/results?fbclid=last', 'results')
  expect(known.keyOf('/results?path=2026')).toBe('folder')
  expect(known.keyOf('/results?fbclid=0')).toBeUndefined()
  expect(known.keyOf('/results?fbclid=last')).toBe('results')
})

it('remembers no address that is too long', () => {
  const known = new KnownAddresses()
  const longest = 'x'.repeat(limits.knownAddressLetters)
  known.keep(longest, 'kept')
  known.keep(`${longest}x`, 'none')
  expect([known.keyOf(longest), known.keyOf(`${longest}x`)]).toEqual(['kept', undefined])
})
