import { expect, it } from 'vitest'
import { readNamedFacts } from './named-facts.ts'

const nothing = { cities: [], subjects: [], grades: [], branches: [], rounds: [], years: [] }

it.each([
  ['نتائج نينوى', { cities: ['نينوى'] }],
  ['نتائج_الكرخ_الاولى_2026', { cities: ['الكرخ الأولى'], years: [2026, 2026] }],
  ['الرصافه 2 الدور الثاني', { cities: ['الرصافة الثانية'], rounds: [2] }],
  ['نتائج الكرخ', { cities: ['الكرخ الأولى', 'الكرخ الثانية', 'الكرخ الثالثة'] }],
  ['نتائج بغداد الكرخ الثانية', { cities: ['الكرخ الثانية'] }],
  ['الرصافة الثالثة بغداد 2026', { cities: ['الرصافة الثالثة'], years: [2026, 2026] }],
  ['بغداد الرصافة', { cities: ['الرصافة الأولى', 'الرصافة الثانية', 'الرصافة الثالثة'] }],
  ['نينوى الموصل كركوك', { cities: ['نينوى', 'كركوك'] }],
  ['صلاح الدين سادس ابتدائي', { cities: ['صلاح الدين'], grades: ['SIXTH_PRIMARY'] }],
  [
    'رياضيات سادس علمي 2025',
    { subjects: ['MATH'], grades: ['SIXTH_PREPARATORY'], branches: ['SCIENTIFIC'], years: [2025, 2025] },
  ],
  [
    'فيزياء ثالث متوسط 2025-2026',
    { subjects: ['PHYSICS'], grades: ['THIRD_INTERMEDIATE'], years: [2025, 2026] },
  ],
  ['نتائج الحلة', { cities: ['بابل'] }],
  ['نتائج قلعة سكر الدور الثاني', { cities: ['ذي قار'], rounds: [2] }],
  ['سامراء_2026', { cities: ['صلاح الدين'], years: [2026, 2026] }],
  ['ذي قار الدور الأول', { cities: ['ذي قار'], rounds: [1] }],
])('reads of %s what it says', (name, said) => {
  expect(readNamedFacts(name)).toEqual({ ...nothing, ...said })
})

it.each(['scan001', 'IMG_20260101_1', 'صفحة 3', '1', 'WhatsApp Image 12', 'ملف نهائي', ''])(
  'reads nothing of %s',
  name => {
    expect(readNamedFacts(name)).toEqual(nothing)
  },
)
