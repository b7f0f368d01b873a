import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { examInput } from '#test/factories.ts'
import { describeContent } from '#server/content/record/content-behaviour.ts'

describeContent({
  name: 'exams',
  path: '/api/ministerial-exams',
  entity: 'MINISTERIAL_EXAM',
  tag: 'exams',
  notFound: 'exam_not_found',
  input: mark => ({ ...examInput({ title: `أسئلة ${mark}` }) }),
  change: { title: 'أسئلة العلوم', subject: 'SCIENCE', try: 4, files: ['https://files.example/3.jpg'] },
  bulk: { stage: 'THIRD_INTERMEDIATE', subject: 'MATH', releaseYear: 2021, try: 2 },
  wrong: [
    { change: { title: '' }, field: 'title', message: 'العنوان مطلوب' },
    { change: { description: 'قصير' }, field: 'description', message: 'يجب أن يكون الوصف ١٠ أحرف على الأقل' },
    { change: { stage: 'FIRST_PRIMARY' }, field: 'stage', message: 'اختر الصف من القائمة' },
    { change: { try: 5 }, field: 'try', message: 'الدور غير صالح' },
    { change: { try: undefined }, field: 'try', message: 'اختر الدور' },
    { change: { files: [] }, field: 'files', message: 'الرجاء رفع صورة واحدة على الأقل' },
    { change: { files: ['ftp://files.example/1.jpg'] }, field: 'files.0', message: 'عنوان الملف غير صالح' },
  ],
  rows: body => (body as { data: { exams: { id: string }[] } }).data.exams,
  total: response => (response.json() as { data: { total: number } }).data.total,
  searchQuery: mark => `search=${encodeURIComponent(mark)}`,
})

describe('exams', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn()
  })
  afterAll(() => site.close())

  async function create(change: Record<string, unknown>): Promise<string> {
    const response = await staff.send('POST', '/api/ministerial-exams', { ...examInput(), ...change })
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data.id
  }

  it('accepts round 0, which means that the round is not stated', async () => {
    const id = await create({ try: 0 })
    expect((await site.services.exams.get(id)).try).toBe(0)
  })

  it('means the same round on every stage', async () => {
    const second = await create({ try: 2, stage: 'SIXTH_PRIMARY' })
    const third = await create({ try: 3, stage: 'SIXTH_PRIMARY' })
    const list = async (round: number) => {
      const url = `/api/ministerial-exams?stage=SIXTH_PRIMARY&stageType=exact&try=${round}`
      const response = await site.app.inject({ method: 'GET', url })
      return response.json().data.exams.map((exam: { id: string }) => exam.id)
    }
    expect(await list(2)).toEqual([second])
    expect(await list(3)).toEqual([third])
  })

  it('lists the years that have exams of a stage, newest first', async () => {
    await create({ stage: 'THIRD_INTERMEDIATE', releaseYear: 2019 })
    await create({ stage: 'THIRD_INTERMEDIATE', releaseYear: 2023 })
    await create({ stage: 'THIRD_INTERMEDIATE', releaseYear: 2019 })
    const url = '/api/ministerial-exams/years?stage=THIRD_INTERMEDIATE'
    expect((await site.app.inject({ method: 'GET', url })).json()).toEqual([2023, 2019])
    const all = await site.app.inject({ method: 'GET', url: '/api/ministerial-exams/years' })
    expect(all.json()).toEqual([2024, 2023, 2019])
  })

  it('gives other exams of the same stage and year, and the latest of the stage, never the one in view', async () => {
    const same = await create({ stage: 'SIXTH_PREPARATORY', releaseYear: 2022, subject: 'MATH' })
    const other = await create({ stage: 'SIXTH_PREPARATORY', releaseYear: 2021 })
    const self = await create({ stage: 'SIXTH_PREPARATORY', releaseYear: 2022 })
    await create({ stage: 'THIRD_INTERMEDIATE', releaseYear: 2022 })
    const exam = await site.services.exams.get(self)
    expect((await site.services.exams.sameYear(exam)).map(one => one.id)).toEqual([same])
    expect((await site.services.exams.latestBeside(exam)).map(one => one.id)).toEqual([other, same])
  })

  it('places the exams of a grade and subject by year, newest first, and round', async () => {
    const at = { stage: 'SIXTH_PREPARATORY', subject: 'PHYSICS' } as const
    const first = await create({ ...at, releaseYear: 2021, try: 1 })
    const second = await create({ ...at, releaseYear: 2023, try: 2 })
    const third = await create({ ...at, releaseYear: 2023, try: 1 })
    await create({ ...at, releaseYear: 2024, state: 'draft' })
    await create({ ...at, subject: 'MATH' })
    const places = await site.services.exams.places('SIXTH_PREPARATORY', 'PHYSICS')
    expect(places.map(({ id }) => id)).toEqual([third, second, first])
    expect(places[0]).toMatchObject({ releaseYear: 2023, try: 1, pages: 2, title: 'أسئلة العربية' })
    const ofGrade = await site.services.exams.places('SIXTH_PREPARATORY')
    expect(ofGrade.map(({ subject }) => subject)).toContain('MATH')
    expect(ofGrade.filter(({ subject }) => subject === 'PHYSICS')).toEqual(places)
  })

  it('places so many of one year and round as are shown, however many there are, and says how many', async () => {
    const at = { stage: 'THIRD_INTERMEDIATE', subject: 'HISTORY' } as const
    const { maxExamsOfPlace: most, gradeExamYears, examTableFromYears } = limits
    const many = [...Array(most + 3).keys()].map(() => ({ ...at, releaseYear: 2023, try: 2 }))
    const ids: string[] = []
    for (const values of many) ids.push(await create(values))
    const newest = ids.slice(-most)
    const ofSubject = () => site.services.exams.places('THIRD_INTERMEDIATE', 'HISTORY')
    const ofGrade = async () =>
      (await site.services.exams.places('THIRD_INTERMEDIATE')).filter(({ subject }) => subject === 'HISTORY')
    for (const places of [await ofSubject(), await ofGrade()]) {
      expect(places.map(({ id }) => id).toSorted()).toEqual(newest.toSorted())
      expect(places.every(({ count }) => count === most + 3)).toBe(true)
    }
    for (let year = 2022; year > 2022 - gradeExamYears; year -= 1) await create({ ...at, releaseYear: year })
    expect(await ofSubject()).toHaveLength(most + gradeExamYears)
    const table = await ofGrade()
    expect(table.map(({ releaseYear }) => releaseYear)).toEqual(
      [...Array(gradeExamYears).keys()].map(before => 2023 - before),
    )
    expect(table.length).toBeGreaterThanOrEqual(examTableFromYears)
    expect(table[0]).toMatchObject({ id: ids.at(-1), count: most + 3 })
  })
})
