import { expect, it } from 'vitest'
import { teacherSlug } from './teacher-names.ts'

it.each([
  ['علي حسن', 'علي-حسن'],
  ['الأستاذ علي حسن', 'علي-حسن'],
  ['أ. على حسن', 'علي-حسن'],
  ['أ.م.د. علي  حسن', 'علي-حسن'],
  ['الأستاذة هُدى الكرخي', 'هدي-الكرخي'],
  ['الست / زينب', 'زينب'],
  ['مدرس', 'مدرس'],
  ['Mr. Ali', 'mr-ali'],
  ['…', ''],
])('calls the page of %s %s', (name, slug) => {
  expect(teacherSlug(name)).toBe(slug)
})

it('gives its own answer again, so that an address has one form', () => {
  for (const name of ['الأستاذ كرار الحسني', 'م. م. سيف الموصلي', 'عبد الرحمن 3'])
    expect(teacherSlug(teacherSlug(name))).toBe(teacherSlug(name))
})
