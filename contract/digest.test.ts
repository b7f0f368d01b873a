import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { formatDigest, sha256OfDigest } from './digest.ts'

const hash = createHash('sha256').update('رافد').digest('hex')

it('writes a SHA-256 as HTTP does, and reads it back', () => {
  const base64 = createHash('sha256').update('رافد').digest('base64')
  expect(formatDigest(hash)).toBe(`sha-256=:${base64}:`)
  expect(sha256OfDigest(formatDigest(hash))).toBe(hash)
  expect(sha256OfDigest(`sha-512=:${'a'.repeat(86)}==:, ${formatDigest(hash)}`)).toBe(hash)
})

it('finds none in what names no SHA-256', () => {
  for (const header of [null, '', 'sha-256=:abc:', `sha-512=:${'a'.repeat(86)}==:`])
    expect(sha256OfDigest(header)).toBeUndefined()
})
