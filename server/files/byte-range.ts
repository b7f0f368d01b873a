import type { ByteRange } from './object-store.types.ts'

/** What a Range header asks for: the whole, a part, or something outside the file. */
export type RangeChoice = { how: 'whole' } | { how: 'part'; range: ByteRange } | { how: 'outside' }

const whole: RangeChoice = { how: 'whole' }

/**
 * Reads a Range header. Several ranges, other units and malformed ones mean the whole file, as the standard allows.
 * Units: bytes. Source: RFC 9110, 14.2.
 */
export function chooseRange(header: string | undefined, size: number): RangeChoice {
  if (header === undefined) return whole
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header)
  if (match === null) return whole
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return whole
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return { how: 'outside' }
    return { how: 'part', range: { start: Math.max(0, size - length), end: size - 1 } }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return whole
  if (start >= size) return { how: 'outside' }
  return { how: 'part', range: { start, end } }
}

/** True when an If-None-Match header names this entity tag. Source: RFC 9110, 13.1.2. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === tag)
}

/** True when a Range header may be followed: no If-Range, or one with this strong tag. Source: RFC 9110, 13.1.5. */
export function allowsRange(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
