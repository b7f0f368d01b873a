import { expect, it } from 'vitest'
import { matchesShelf } from './search-shelf.ts'

const texts = ['كتابُ الفيزياء', 'كتاب · السادس الإعدادي · علمي · ٢٠٢٦']

it.each(['', 'فيزيا', 'الفيزياء', 'فيزياء ٢٠٢٦', 'سادس اعدادي', '2026', 'كتـاب'])(
  'finds a book by %j',
  typed => {
    expect(matchesShelf(texts, typed)).toBe(true)
  },
)

it.each(['كيمياء', 'فيزياء 2025', 'زياء'])('does not find it by %j', typed => {
  expect(matchesShelf(texts, typed)).toBe(false)
})
