import { expect, it } from 'vitest'
import { examNumberIn, withoutDigits } from './exam-number.ts'

it.each([
  ['232641050187', '232641050187'],
  [' ٢٣٢٦٤١٠٥٠١٨٧ ', '٢٣٢٦٤١٠٥٠١٨٧'],
  ['۲۳۲۶۴۱', '۲۳۲۶۴۱'],
  ['2326-4105 0187', '2326-4105 0187'],
  ['23 26 41', '23 26 41'],
  ['23264', '23264'],
  ['نتيجتي 232641 السادس 2026', '232641'],
])('sees the exam number in %s', (text, number) => {
  expect(examNumberIn(text)).toBe(number)
})

it.each(['2026', '2025-2026', '٢٠٢٥ / ٢٠٢٦', '20252026', 'رياضيات 2019', 'سادس 3', '2026 1', '12', '', 'ظ'])(
  'sees none in %s',
  text => {
    expect(examNumberIn(text)).toBeUndefined()
  },
)

it('takes every digit out of a text, and leaves the rest', () => {
  expect(withoutDigits('نتيجتي ٢٣26-۴1')).toBe('نتيجتي 0000-00')
})
