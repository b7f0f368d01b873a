import { expect, it } from 'vitest'
import {
  countedNouns,
  dayInBaghdad,
  formatCount,
  formatDate,
  formatDigits,
  formatDateTime,
  formatFileSize,
  formatNumber,
  formatPercent,
  formatPlainNumber,
  formatSchoolYear,
  formatUntil,
  formatWeekday,
  latinDigits,
} from './format.ts'
import { formatShare } from './format-share.ts'

it('writes numbers with Arabic-Indic digits and separators', () => {
  expect(formatNumber(1_000_000)).toBe('١٬٠٠٠٬٠٠٠')
  expect(formatPlainNumber(2026)).toBe('٢٠٢٦')
  expect(formatSchoolYear(2026)).toBe('٢٠٢٥–٢٠٢٦')
  expect(formatPercent(12.34)).toBe('٪١٢٫٣')
})

it('never says that all of something is there before it is', () => {
  expect(formatShare(999, 1000)).toBe('٪٩٩')
  expect(formatShare(1000, 1000)).toBe('٪١٠٠')
  expect(formatShare(0, 0)).toBe('٪٠')
})

it('writes sizes in the unit that people read', () => {
  expect(formatFileSize(0)).toBe('٠\u00A0بايت')
  expect(formatFileSize(8.4 * 1024 * 1024)).toBe('٨٫٤\u00A0م.ب')
  expect(formatFileSize(250 * 1024 * 1024)).toBe('٢٥٠\u00A0م.ب')
})

it('writes dates in Baghdad time, whatever the zone of the machine', () => {
  expect(formatDate('2026-11-20T22:30:00Z')).toBe('٢١ تشرين الثاني ٢٠٢٦')
  expect(dayInBaghdad('2026-11-20T22:30:00Z')).toBe('2026-11-21')
  expect(formatDateTime('2026-11-20T22:30:00Z')).toContain('١:٣٠')
})

it('says how far a day is', () => {
  const now = new Date('2027-05-31T22:30:00Z')
  const days = ['2027-06-01', '2027-06-02', '2027-06-03', '2027-06-04', '2027-06-13']
  expect(days.map(day => formatUntil(day, now))).toEqual([
    'اليوم',
    'غداً',
    'بعد غد',
    'بعد ٣ أيام',
    'بعد ١٢ يوماً',
  ])
  expect(formatWeekday('2027-06-09')).toBe('الأربعاء، ٩ حزيران')
})

it('counts nouns as Arabic does', () => {
  const pages = [1, 2, 3, 10, 11, 100, 103].map(count => formatCount(count, countedNouns.page))
  expect(pages).toEqual(['صفحة واحدة', 'صفحتان', '٣ صفحات', '١٠ صفحات', '١١ صفحة', '١٠٠ صفحة', '١٠٣ صفحات'])
  const books = [0, 2, 10, 11, 99, 100, 101, 111, 1000].map(count => formatCount(count, countedNouns.book))
  expect(books).toEqual([
    'لا كتب',
    'كتابان',
    '١٠ كتب',
    '١١ كتاباً',
    '٩٩ كتاباً',
    '١٠٠ كتاب',
    '١٠١ كتاب',
    '١١١ كتاباً',
    '١٬٠٠٠ كتاب',
  ])
})

it('reads both kinds of digits', () => {
  expect(latinDigits('٢٠٢٦ و ۱۲ و 3')).toBe('2026 و 12 و 3')
})

it('writes every digit of a number that is a name in Arabic, those in front too', () => {
  expect(formatDigits('0326110801023')).toBe('٠٣٢٦١١٠٨٠١٠٢٣')
  expect(formatDigits('٠٣۲6')).toBe('٠٣٢٦')
})
