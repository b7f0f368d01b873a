import { describe, expect, it } from 'vitest'
import { chooseAnswer } from './conditional.ts'

const tag = '"abc-br"'
const size = 1000
const get = (headers: Record<string, string>, of = tag) => chooseAnswer({ method: 'GET', headers }, of, size)
const part = (start: number, end: number) => ({ how: 'part', range: { start, end } })

describe('a request without conditions', () => {
  it('gets the whole', () => {
    expect(get({})).toEqual({ how: 'whole' })
  })
})

describe('If-Match (RFC 9110, 13.1.1)', () => {
  it.each<[header: string, of: string, how: string]>([
    ['"abc-br"', tag, 'whole'],
    ['"x", "abc-br"', tag, 'whole'],
    ['*', tag, 'whole'],
    ['"abc"', tag, 'changed'],
    ['W/"abc-br"', tag, 'changed'],
    ['W/"abc-br"', 'W/"abc-br"', 'changed'],
    ['abc-br', tag, 'changed'],
    ['', tag, 'changed'],
  ])('%s for %s: %s, compared strongly', (header, of, how) => {
    expect(get({ 'if-match': header }, of)).toEqual({ how })
  })

  it('is looked at before everything else', () => {
    expect(get({ 'if-match': '"x"', 'if-none-match': tag, range: 'bytes=0-1' })).toEqual({ how: 'changed' })
    expect(get({ 'if-match': tag, range: 'bytes=0-1' })).toEqual(part(0, 1))
  })
})

describe('If-None-Match (RFC 9110, 13.1.2)', () => {
  it.each<[header: string, of: string, how: string]>([
    ['"abc-br"', tag, 'unchanged'],
    ['W/"abc-br"', tag, 'unchanged'],
    ['"abc-br"', 'W/"abc-br"', 'unchanged'],
    ['"x","abc-br" , "y"', tag, 'unchanged'],
    ['*', tag, 'unchanged'],
    ['"abc"', tag, 'whole'],
    ['"a, \\"abc-br"', '"abc-br"', 'whole'],
    ['"x,"abc-br",y"', '"x,"', 'unchanged'],
    ['', tag, 'whole'],
  ])('%s for %s: %s, compared weakly', (header, of, how) => {
    expect(get({ 'if-none-match': header }, of)).toEqual({ how })
  })

  it('counts for HEAD as for GET, and before a range', () => {
    const headers = { 'if-none-match': tag, range: 'bytes=0-1' }
    expect(chooseAnswer({ method: 'HEAD', headers }, tag, size)).toEqual({ how: 'unchanged' })
    expect(get(headers)).toEqual({ how: 'unchanged' })
    expect(get({ ...headers, 'if-none-match': '"x"' })).toEqual(part(0, 1))
  })
})

describe('If-Range (RFC 9110, 13.1.5)', () => {
  it.each<[header: string, of: string]>([
    ['"x"', tag],
    ['W/"abc-br"', tag],
    ['W/"abc-br"', 'W/"abc-br"'],
    ['*', tag],
    ['Sat, 21 Nov 2026 10:00:00 GMT', tag],
  ])('%s for %s: the whole, for it is compared strongly and no date is known', (header, of) => {
    expect(get({ range: 'bytes=0-9', 'if-range': header }, of)).toEqual({ how: 'whole' })
  })

  it('lets the part through for the same tag, and says nothing without a range', () => {
    expect(get({ range: 'bytes=0-9', 'if-range': tag })).toEqual(part(0, 9))
    expect(get({ 'if-range': '"x"' })).toEqual({ how: 'whole' })
  })
})

describe('Range (RFC 9110, 14.2)', () => {
  it.each<[header: string, start: number, end: number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 999],
    ['bytes=10-19', 10, 19],
    ['bytes=990-5000', 990, 999],
    ['bytes=999-', 999, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES=1-2', 1, 2],
    ['bytes= 1-2 ', 1, 2],
  ])('%s is the part from %i to %i', (header, start, end) => {
    expect(get({ range: header })).toEqual(part(start, end))
  })

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s cannot be satisfied',
    header => {
      expect(get({ range: header })).toEqual({ how: 'outside' })
    },
  )

  it.each([
    'bytes=0-1,5-6',
    'bytes=0-1, -1',
    'bytes=5-2',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=1-2-3',
    'bytes=--1',
    'lines=0-1',
    '0-1',
  ])('%s means the whole', header => {
    expect(get({ range: header })).toEqual({ how: 'whole' })
  })

  it('of something empty cannot be satisfied', () => {
    for (const range of ['bytes=0-', 'bytes=-1']) {
      expect(chooseAnswer({ method: 'GET', headers: { range } }, tag, 0)).toEqual({ how: 'outside' })
    }
  })

  it('is for GET alone, and for what is handed out in parts', () => {
    const headers = { range: 'bytes=0-1' }
    expect(chooseAnswer({ method: 'HEAD', headers }, tag, size)).toEqual({ how: 'whole' })
    expect(chooseAnswer({ method: 'GET', headers }, tag)).toEqual({ how: 'whole' })
  })
})
