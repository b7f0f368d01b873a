import { expect, it } from 'vitest'
import { hrefWith, readSearch } from './query.ts'

it('writes parameters in one order, without empty ones and without page 1', () => {
  expect(hrefWith('/books/primary', { query: '', page: 1, subject: 'MATH', grade: 'FIRST_PRIMARY' })).toBe(
    '/books/primary?grade=FIRST_PRIMARY&subject=MATH',
  )
  expect(hrefWith('/news', { page: 2, type: undefined })).toBe('/news?page=2')
  expect(hrefWith('/news', {})).toBe('/news')
})

it('reads the first of a repeated parameter', () => {
  expect(readSearch('?page=2&page=3&query=%D8%A7')).toEqual({ page: '2', query: 'ا' })
})
