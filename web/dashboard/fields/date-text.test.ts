import { expect, it } from 'vitest'
import { formatDate } from '#contract/format.ts'
import { dayOfText } from './date-text.ts'

it.each([
  '2024-03-09',
  '2024/3/9',
  '٢٠٢٤-٠٣-٠٩',
  '9/3/2024',
  '۰۹.۰۳.۲۰۲۴',
  ' \u200f٩\u200f/٣\u200f/٢٠٢٤ ',
  '٩ آذار ٢٠٢٤',
])('reads %j as a day', text => expect(dayOfText(text)).toBe('2024-03-09'))

it('reads every day that the product writes', () => {
  for (let month = 1; month <= 12; month += 1) {
    const day = `2023-${String(month).padStart(2, '0')}-28`
    expect(dayOfText(formatDate(`${day}T09:00:00Z`))).toBe(day)
  }
})

it.each(['', 'غداً', '2024', '31/2/2024', '2024-13-01', '9 شهر 2024'])('knows no day in %j', text =>
  expect(dayOfText(text)).toBeUndefined(),
)
