import { expect, it } from 'vitest'
import { nextYearOf } from './copy-of-record.ts'

it('begins the record of the next year with everything but its files', () => {
  const before = {
    title: 'أسئلة الفيزياء – السادس الإعدادي – الدور الأول ٢٠٢٥',
    description: 'أسئلة سنة 2025، وفيها مسألة من 1925.',
    releaseYear: '2025',
    try: '1',
    keywords: ['وزاري', '٢٠٢٥'],
    files: ['/files/a/1.png'],
    telegramLink: 'https://t.me/x',
    state: 'draft',
    publishAt: '',
  }
  expect(nextYearOf(before)).toEqual({
    ...before,
    title: 'أسئلة الفيزياء – السادس الإعدادي – الدور الأول ٢٠٢٦',
    description: 'أسئلة سنة 2026، وفيها مسألة من 1925.',
    releaseYear: '2026',
    keywords: ['وزاري', '٢٠٢٦'],
    files: [],
    telegramLink: '',
    state: 'published',
  })
})
