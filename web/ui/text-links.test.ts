import { expect, it } from 'vitest'
import { splitLinks } from './text-links.ts'

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

it.each([
  ['التفاصيل على https://moedu.gov.iq/news.', ['https://moedu.gov.iq/news']],
  ['(https://a.example/x_(y))، ثم http://b.example؟', ['https://a.example/x_(y)', 'http://b.example/']],
  ['https://a.example/a?b=1&c=2#d', ['https://a.example/a?b=1&c=2#d']],
  ['«https://a.example/»؛ https://b.example/1!', ['https://a.example/', 'https://b.example/1']],
  ['https://a.example/كتاب/1', ['https://a.example/%D9%83%D8%AA%D8%A7%D8%A8/1']],
  ['زورواhttps://a.example', ['https://a.example/']],
  ['HTTPS://A.EXAMPLE/B', ['https://a.example/B']],
  ['www.moedu.gov.iq/page', ['https://www.moedu.gov.iq/page']],
])('finds the addresses of %s', (text, links) => {
  expect(linksOf(text)).toEqual(links)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'http://%',
  'https://user:secret@a.example/',
  'ftp://a.example',
  'file:///etc/passwd',
  '٣/٤ و a.b',
])('makes no link of %s', text => {
  expect(linksOf(text)).toEqual([])
})

it('keeps every letter of the text', () => {
  const text = 'أ (https://a.example/x)، ب\nhttps://b.example/?q=1. www.c.example! ج'
  expect(
    splitLinks(text)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
})

it('takes no longer for a long text without an end', () => {
  /* A look at each sign for each sign would take longer than a test may. */
  const text = `https://a.example/x${').'.repeat(40_000)}`
  expect(splitLinks(text)[0]).toEqual({ text: 'https://a.example/x', href: 'https://a.example/x' })
})
