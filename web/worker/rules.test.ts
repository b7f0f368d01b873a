import { describe, expect, it } from 'vitest'
import { handlingOf, isOfResults, keyOf, mayBeKept, passedPatterns } from './rules.ts'

const origin = 'https://rafid.example'
const handle = (path: string, change: Partial<Parameters<typeof handlingOf>[0]> = {}) =>
  handlingOf({ method: 'GET', url: origin + path, mode: 'navigate', accept: '*/*', ...change }, origin)
const hash = 'a'.repeat(64)

describe('the worker', () => {
  it.each([
    '/dashboard',
    '/dashboard/books/add',
    '/super',
    '/api/books',
    '/api/staff/books',
    '/api/users/login',
    '/results/numbers/sixth-preparatory/2026-1/a.json',
    '/sw.js',
    '/feeds/all.xml',
    '/speculation-rules.json',
    '/ministerial/preview/x/pages.pdf',
  ])('passes %s by, whoever asks', path => {
    expect(handle(path)).toBe('none')
    expect(handle(path, { mode: 'cors', accept: 'text/html' })).toBe('none')
  })

  it('passes by every write and every other site', () => {
    expect(handle('/contact', { method: 'POST' })).toBe('none')
    expect(handle('/', { url: 'https://other.example/' })).toBe('none')
  })

  it('answers for pages that are opened or fetched in place, built files and stored files', () => {
    expect(handle('/')).toBe('page')
    expect(handle('/books/primary?grade=FIRST_PRIMARY')).toBe('page')
    expect(handle('/results/sixth-primary', { mode: 'cors', accept: 'text/html' })).toBe('page')
    expect(handle('/results/sixth-primary', { mode: 'cors' })).toBe('none')
    expect(handle('/assets/loader-abc.js', { mode: 'cors' })).toBe('asset')
    expect(handle(`/files/${hash}/book.pdf`)).toBe('file')
    expect(handle(`/files/${hash}/w/480.avif`, { mode: 'no-cors' })).toBe('file')
  })

  it('tells browsers with static routes the same', () => {
    for (const pattern of ['/dashboard', '/dashboard/*', '/super', '/api/*'])
      expect(passedPatterns).toContain(pattern)
  })

  it('keeps no address that could hold an exam number', () => {
    expect(mayBeKept(`${origin}/search?q=2610123456`)).toBe(false)
    expect(mayBeKept(`${origin}/results/sheet/0abc/text/1`)).toBe(false)
    expect(mayBeKept(`${origin}/results/sheet/0abc`)).toBe(true)
    expect(mayBeKept(`${origin}/search?q=${encodeURIComponent('٢٦١٠-١٢ ٣٤')}`)).toBe(false)
    expect(mayBeKept(`${origin}/results/sixth-primary/schools?year=2026&try=1&city=النجف`)).toBe(true)
    expect(keyOf(`${origin}/books?page=2#x`)).toBe(`${origin}/books?page=2`)
  })

  it('knows what may be wrong by the minute', () => {
    expect(isOfResults(`${origin}/results`)).toBe(true)
    expect(isOfResults(`${origin}/results/sheet/x`)).toBe(true)
    expect(isOfResults(`${origin}/books`)).toBe(false)
  })
})
