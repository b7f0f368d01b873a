import type { IncomingHttpHeaders } from 'node:http'

/** Both ends included. Units: bytes. */
export interface RequestedRange {
  start: number
  end: number
}

/** What a request makes of its conditions: nothing new (304), not what it wants (412), the whole, or a part. */
export type Choice =
  | { how: 'unchanged' }
  | { how: 'changed' }
  | { how: 'whole' }
  | { how: 'part'; range: RequestedRange }
  | { how: 'outside' }

interface ConditionalHeaders extends Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match' | 'range'> {
  'if-range'?: string | string[] | undefined
}

const whole: Choice = { how: 'whole' }
const entityTags = /(?:W\/)?"[^"]*"/g

function opaqueOf(tag: string): string {
  return tag.replace(/^W\//, '')
}

function isWeak(tag: string): boolean {
  return tag.startsWith('W/')
}

/** True when one of the listed tags names the same content, were it packed otherwise. Source: RFC 9110, 13.1.2. */
function matchesWeakly(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true
  const opaque = opaqueOf(tag)
  return header.match(entityTags)?.some(listed => opaqueOf(listed) === opaque) === true
}

/** True when one of the listed tags is exactly this strong one. Source: RFC 9110, 13.1.1. */
function matchesStrongly(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return !isWeak(tag) && header.match(entityTags)?.includes(tag) === true
}

/** Units: bytes. Source: RFC 9110, 14.1.2 and 14.2. */
function chooseRange(header: string, size: number): Choice {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header)
  // Several ranges, other units and what is malformed mean the whole, as the standard allows.
  if (match === null) return whole
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return whole
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return { how: 'outside' }
    return { how: 'part', range: { start: Math.max(0, size - length), end: size - 1 } }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return whole
  if (start >= size) return { how: 'outside' }
  return { how: 'part', range: { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) } }
}

/**
 * Reads the conditions of a GET or HEAD in the order of the standard. `tag` is the entity tag with its quotes; `size` is
 * given where parts are handed out. Dates are no conditions here: nothing of ours carries one.
 *
 * Units: bytes. Source: RFC 9110, 13.2.2.
 */
export function chooseAnswer(
  { method, headers }: { method?: string | undefined; headers: ConditionalHeaders },
  tag: string,
  size?: number,
): Choice {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = headers
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tag)) return { how: 'changed' }
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag)) return { how: 'unchanged' }
  if (range === undefined || size === undefined || method !== 'GET') return whole
  const isSame = typeof ifRange !== 'string' || (!isWeak(tag) && ifRange.trim() === tag)
  return isSame ? chooseRange(range, size) : whole
}
