import { expect, it } from 'vitest'
import { wordsWithin } from './words-within.ts'

it('finds the folded words of texts and numbers at every depth, each once', () => {
  const record = {
    title: 'كتابُ الرياضيات',
    keywords: ['رياضيات', 'متوسط'],
    year: 2025,
    cover: null,
    isOld: true,
  }
  expect(wordsWithin(['إضافة كتاب', record], 100)).toEqual(['اضافه', 'كتاب', 'رياضيات', 'متوسط', '2025'])
})

it('stops at its limit and passes over what nobody types', () => {
  expect(wordsWithin(['a b c d'], 2)).toEqual(['a', 'b'])
  expect(wordsWithin(['x'.repeat(65), 'y'], 10)).toEqual(['y'])
})
