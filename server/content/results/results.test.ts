import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { describeContent } from '#server/content/record/content-behaviour.ts'

describeContent({
  name: 'results',
  path: '/api/results',
  entity: 'RESULT',
  tag: 'results',
  notFound: 'result_not_found',
  input: mark => ({ ...resultInput({ school: `مدرسة ${mark}` }) }),
  change: { city: 'أربيل', try: 2, branch: null },
  bulk: { stage: 'THIRD_INTERMEDIATE', branch: null, releaseYear: 2021, try: 3 },
  wrong: [
    { change: { city: 'باريس' }, field: 'city', message: 'اختر المدينة من القائمة' },
    { change: { stage: 'FIRST_PRIMARY' }, field: 'stage', message: 'اختر الصف من القائمة' },
    { change: { try: 0 }, field: 'try', message: 'الدور غير صالح' },
    { change: { releaseYear: '' }, field: 'releaseYear', message: 'السنة مطلوبة' },
    { change: { directLink: undefined }, field: 'directLink', message: 'الرجاء رفع ملف النتائج' },
  ],
  rows: body => body as { id: string }[],
  total: response => Number(response.headers['x-total-count']),
  searchQuery: mark => `search=${encodeURIComponent(mark)}`,
})

describe('results', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
    const inputs = [
      resultInput({ school: 'مدرسة دجلة' }),
      resultInput({ school: 'مدرسة الفرات', city: 'النجف', branch: 'LITERARY', try: 2 }),
      resultInput({ school: 'مدرسة بابل', stage: 'SIXTH_PRIMARY', branch: undefined, releaseYear: 2025 }),
    ]
    for (const input of inputs) {
      const response = await staff.send('POST', '/api/results', input)
      expect(response.statusCode, response.body).toBe(201)
    }
  })
  afterAll(() => site.close())

  async function schoolsOf(query: string): Promise<string[]> {
    const response = await site.app.inject({ method: 'GET', url: `/api/results?${query}` })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().map((result: { school: string }) => result.school)
  }

  it('answers with a bare array of the whole set, and carries the count in a header', async () => {
    const response = await site.app.inject({ method: 'GET', url: '/api/results' })
    expect(response.json()).toHaveLength(3)
    expect(response.headers['x-total-count']).toBe('3')
    const page = await site.app.inject({ method: 'GET', url: '/api/results?limit=2&offset=2' })
    expect(page.json()).toHaveLength(1)
    expect(page.headers['x-total-count']).toBe('3')
  })

  it('filters by every field', async () => {
    expect(await schoolsOf('stage=SIXTH_PRIMARY')).toEqual(['مدرسة بابل'])
    expect(await schoolsOf('branch=LITERARY')).toEqual(['مدرسة الفرات'])
    expect(await schoolsOf(`city=${encodeURIComponent('النجف')}`)).toEqual(['مدرسة الفرات'])
    expect(await schoolsOf('try=2')).toEqual(['مدرسة الفرات'])
    expect(await schoolsOf('releaseYear=2025')).toEqual(['مدرسة بابل'])
    expect(await schoolsOf(`school=${encodeURIComponent('دجلة')}`)).toEqual(['مدرسة دجلة'])
    expect(await schoolsOf(`school=${encodeURIComponent('البصرة')}`)).toEqual([])
  })

  it('sends a list of sentences with every refusal', async () => {
    const refused = await staff.send('POST', '/api/results', { ...resultInput(), city: '', try: 9 })
    expect(refused.json().errors).toEqual(['اختر المدينة من القائمة', 'الدور غير صالح'])
    const missing = await staff.send('PUT', '/api/results/nothing', resultInput())
    expect(missing.json().errors).toEqual(['النتيجة غير موجودة'])
  })
})
