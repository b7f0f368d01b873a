import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { noteInput } from '#test/factories.ts'
import { describeContent } from '#server/content/record/content-behaviour.ts'

describeContent({
  name: 'notes',
  path: '/api/malazimas',
  entity: 'MALAZIMA',
  tag: 'notes',
  notFound: 'note_not_found',
  input: mark => ({ ...noteInput({ title: `ملزمة ${mark}` }) }),
  change: { title: 'ملزمة الكيمياء', subject: 'CHEMISTRY', teacher: 'سارة العبيدي' },
  wrong: [
    { change: { title: '' }, field: 'title', message: 'العنوان مطلوب' },
    { change: { teacher: ' ' }, field: 'teacher', message: 'اسم المدرس مطلوب' },
    { change: { subject: '' }, field: 'subject', message: 'اختر المادة من القائمة' },
    { change: { directLink: '' }, field: 'directLink', message: 'الرجاء رفع ملف الملزمة' },
  ],
  rows: body => (body as { data: { malazimas: { id: string }[] } }).data.malazimas,
  total: response => (response.json() as { data: { total: number } }).data.total,
  searchQuery: mark => `search=${encodeURIComponent(mark)}`,
})

describe('notes', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
  })
  afterAll(() => site.close())

  async function create(change: Record<string, unknown>): Promise<string> {
    const response = await staff.send('POST', '/api/malazimas', { ...noteInput(), ...change })
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data.id
  }

  async function idsOf(query: string): Promise<string[]> {
    const response = await site.app.inject({ method: 'GET', url: `/api/malazimas?limit=100&${query}` })
    return response.json().data.malazimas.map((note: { id: string }) => note.id)
  }

  it('filters by teacher alone, not by other words of the record', async () => {
    const hers = await create({ teacher: 'إيمان الفضلي', title: 'مراجعة' })
    await create({ teacher: 'حسن علي', title: 'مراجعة على طريقة ايمان' })
    expect(await idsOf(`teacher=${encodeURIComponent('ايمان')}`)).toEqual([hers])
  })

  it('filters by subject, year and stage', async () => {
    const id = await create({ subject: 'FRENCH', stage: 'FIFTH_PREPARATORY', releaseYear: 2019 })
    expect(await idsOf('subject=FRENCH')).toEqual([id])
    expect(await idsOf('year=2019')).toEqual([id])
    expect(await idsOf('stage=PREPARATORY&stageType=contains')).toEqual([id])
  })

  it('gives the latest six notes unless asked for another count', async () => {
    for (let count = 0; count < 7; count += 1) await create({ title: `الأحدث ${count}` })
    const latest = await site.app.inject({ method: 'GET', url: '/api/malazimas/latest' })
    expect(latest.json().data.malazimas).toHaveLength(6)
  })
  it('relates a note to its grade and subject first, then its subject, then the latest, never itself', async () => {
    const same = await create({ subject: 'GEOLOGY', stage: 'FIFTH_PREPARATORY' })
    const subject = await create({ subject: 'GEOLOGY', stage: 'FOURTH_PREPARATORY' })
    const self = await create({ subject: 'GEOLOGY', stage: 'FIFTH_PREPARATORY' })
    const latest = await create({ subject: 'ARABIC', stage: 'FIRST_PRIMARY' })
    const related = await site.services.notes.related(await site.services.notes.get(self), 3)
    expect(related.map(({ id }) => id)).toEqual([same, subject, latest])
  })
})
