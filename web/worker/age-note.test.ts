import { afterEach, expect, it, vi } from 'vitest'
import { withAge } from './age-note.ts'

const page = '<body><main id="content" tabindex="-1"><h1>النتائج</h1></main></body>'
const now = Date.UTC(2026, 10, 22, 7, 0)

afterEach(() => vi.useRealTimers())

function noteOf(url: string, ageMinutes: number): string {
  vi.useFakeTimers({ now })
  return withAge(page, url, now - ageMinutes * 60_000, 'offline')
}

it('says at the top of the content how old a copy is, and of what moment', () => {
  const shown = noteOf('https://rafid.example/books?a=1&b=2', 4)
  expect(shown).toContain('<main id="content" tabindex="-1"><p class="kept-note"')
  expect(shown).toContain('لا إنترنت. هذه الصفحة كما كانت قبل ٤ دقائق (')
  expect(shown).toContain('٩:٥٦ ص')
  expect(shown).toContain('data-kept-at="2026-11-22T06:56:00.000Z"')
  expect(shown).toContain('href="https://rafid.example/books?a=1&amp;b=2"')
  expect(shown).not.toContain('وقد تكون تغيرت')
})

it('lets what was to begin later, because the page was fresh, begin where it is seen', () => {
  vi.useFakeTimers({ now })
  const live = '<div data-behaviour="live" data-when="10000"></div><p data-when="visible"></p>'
  const kept = withAge(page + live, 'https://rafid.example/results', now, 'slow')
  expect(kept).toContain('<div data-behaviour="live" data-when="visible"></div><p data-when="visible"></p>')
})

it('doubts results, and names the day of an older copy', () => {
  expect(noteOf('https://rafid.example/results', 2)).toContain('قبل دقيقتين')
  expect(noteOf('https://rafid.example/results', 2)).toContain('وقد تكون تغيرت')
  expect(noteOf('https://rafid.example/', 60 * 24 * 3)).toMatch(/قبل ٣ أيام .*>١٩ تشرين الثاني ٢٠٢٦ في/)
})
