import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { RecognisedPart } from '#contract/resources/search.ts'
import { queryWithout, RecognisedChips } from './recognised-chips.tsx'

const part = (change: Partial<RecognisedPart>): RecognisedPart => ({
  kind: 'subject',
  code: 'MATH',
  label: 'الرياضيات',
  text: 'رياضيات',
  spans: [[6, 13]],
  ...change,
})

it('takes every range of a part out of the query, and the spaces that it leaves', () => {
  const query = 'وزاري رياضيات ثالث متوسط'
  expect(queryWithout(query, part({}))).toBe('وزاري ثالث متوسط')
  expect(
    queryWithout(
      query,
      part({
        spans: [
          [0, 5],
          [14, 24],
        ],
      }),
    ),
  ).toBe('رياضيات')
  expect(queryWithout('رياضيات', part({ spans: [[0, 7]] }))).toBe('')
})

it('names each part, and links to the search without it', () => {
  const answer = { query: 'وزاري رياضيات', recognised: [part({})] }
  const html = renderToStaticMarkup(
    <RecognisedChips answer={answer} kept={{ type: 'book', q: 'قديم', page: undefined }} />,
  )
  expect(html).toContain('<bdi>الرياضيات</bdi>')
  expect(html).toContain('aria-label="إزالة المادة: الرياضيات"')
  expect(decodeURIComponent(html)).toContain('/search?q=وزاري&amp;type=book')
})

it('is nothing where nothing was understood', () => {
  expect(renderToStaticMarkup(<RecognisedChips answer={{ query: 'سرمد', recognised: [] }} />)).toBe('')
})
