import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffView } from '#contract/paths.ts'
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
  bulk: { stage: 'FIFTH_PREPARATORY', teacher: 'سارة العبيدي', releaseYear: 2023 },
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

  it('has a true total for staff, where letters chose, and for a page beyond it, before a change is heard of', async () => {
    const written = { releaseYear: 2011, teacher: 'هالة' }
    await create(written)
    await create(written)
    const published = await create({ ...written, state: 'draft' })
    const deleted = await create({ ...written, state: 'draft' })
    const total = async (query: string, headers: Record<string, string> = {}) => {
      const url = `/api/malazimas?limit=1&year=2011&${query}`
      return (await site.app.inject({ url, headers })).json().data.total
    }
    const asStaff = { [staffView.name]: staffView.value, cookie: staff.cookie }
    const totals = async () => ({
      staff: await total('', asStaff),
      published: await total('state=published', asStaff),
      teacher: await total(`teacher=${encodeURIComponent('هالة')}`),
    })
    expect([await totals(), await total('')]).toEqual([{ staff: 4, published: 2, teacher: 2 }, 2])
    await site.database.kysely
      .updateTable('notes')
      .set({ state: 'published' })
      .where('id', '=', published)
      .execute()
    await site.database.kysely.deleteFrom('notes').where('id', '=', deleted).execute()
    expect([await totals(), await total('offset=2')]).toEqual([{ staff: 3, published: 3, teacher: 3 }, 3])
  })

  it('gives the latest six notes unless asked for another count', async () => {
    for (let count = 0; count < 7; count += 1) await create({ title: `الأحدث ${count}` })
    const latest = await site.app.inject({ method: 'GET', url: '/api/malazimas/latest' })
    expect(latest.json().data.malazimas).toHaveLength(6)
  })
  it('relates a note to its grade and subject, then its grade, then its subject in the grades beside it', async () => {
    const same = await create({ subject: 'GEOLOGY', stage: 'SECOND_PRIMARY' })
    const beside = await create({ subject: 'GEOLOGY', stage: 'THIRD_PRIMARY' })
    const grade = await create({ subject: 'ARABIC', stage: 'SECOND_PRIMARY' })
    const self = await create({ subject: 'GEOLOGY', stage: 'SECOND_PRIMARY' })
    await create({ subject: 'GEOLOGY', stage: 'THIRD_INTERMEDIATE' })
    const related = await site.services.notes.related(await site.services.notes.get(self))
    expect(related.map(({ id }) => id)).toEqual([same, grade, beside])
  })

  describe('of one teacher', () => {
    it('stand on one page, whatever title is before the name, and nobody else on it', async () => {
      const ids = [
        await create({ teacher: 'الأستاذ كرار الحسني' }),
        await create({ teacher: 'أ. كرار الحسني', stage: 'SIXTH_PREPARATORY' }),
        await create({ teacher: 'كرّار الحسنى' }),
      ]
      await create({ teacher: 'كرار الحسني الموسوي' })
      const hidden = await create({ teacher: 'كرار الحسني', state: 'draft' })
      const teacher = await site.services.notes.teachers.get('كرار-الحسني')
      expect(teacher).toMatchObject({ name: 'كرّار الحسنى', slug: 'كرار-الحسني' })
      expect(teacher.notes.map(({ id }) => id)).toEqual(ids.toReversed())
      expect(await site.services.notes.teachers.count('الأستاذ كرار الحسني')).toBe(3)
      expect(teacher.notes.map(({ id }) => id)).not.toContain(hidden)
    })

    it('are no page for a name that nobody has', async () => {
      for (const slug of ['لا-أحد', '', '…', '-'])
        await expect(site.services.notes.teachers.get(slug)).rejects.toMatchObject({
          code: 'teacher_not_found',
        })
    })

    it('are found behind two titles, and behind any letter that stands for one', async () => {
      const names = ['الدكتور الأستاذ زيد الربيعي', 'الأستاذ م. زيد الربيعي', 'س. زيد الربيعي']
      const ids = []
      for (const teacher of names) ids.push(await create({ teacher }))
      const teacher = await site.services.notes.teachers.get('زيد-الربيعي')
      expect(teacher.notes.map(({ id }) => id)).toEqual(ids.toReversed())
    })

    it('are listed once each for the sitemap, and each has a page', async () => {
      await create({ teacher: 'الدكتور الأستاذ المدرس نبيل الجبوري' })
      const paths = (await site.services.notes.teachers.addresses()).map(({ path }) => path)
      expect(paths).toContain(`/teachers/${encodeURIComponent('كرار-الحسني')}`)
      expect(new Set(paths).size).toBe(paths.length)
      for (const path of paths) {
        const slug = decodeURIComponent(path.split('/').at(-1) ?? '')
        expect((await site.services.notes.teachers.get(slug)).slug).toBe(slug)
      }
    })
  })
})
