import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { loadPlace, readTrail } from './result-folders.ts'

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
  const results: Record<string, unknown>[] = [
    { releaseYear: 2024 },
    { city: 'واسط' },
    { city: 'أربيل', branch: 'LITERARY' },
    { city: 'أربيل', try: 4 },
    { city: 'أربيل', try: 2 },
    { city: 'أربيل', try: 2, school: 'إعدادية دجلة' },
    { city: 'أربيل', branch: null, try: 3 },
    { city: 'واسط', stage: 'SIXTH_PRIMARY', branch: null },
  ]
  for (const result of results) {
    const input = resultInputSchema.parse({
      city: 'بابل',
      stage: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
      try: 1,
      releaseYear: 2026,
      keywords: 'نتائج',
      directLink: 'https://files.example/results.zip',
      ...result,
    })
    await app.services.results.create(input, systemActor)
  }
})
afterAll(() => app.close())

const placeOf = (trail: string[], grade: MinisterialGradeCode = 'SIXTH_PREPARATORY') =>
  loadPlace(app.services.results, grade, trail)
const names = async (trail: string[], grade?: MinisterialGradeCode) =>
  (await placeOf(trail, grade)).folders.map(folder => folder.name)

describe('the folders of results', () => {
  it('show the newest year first, and how many files each holds', async () => {
    const { folders } = await placeOf([])
    expect(folders.map(({ name, fileCount }) => [name, fileCount])).toEqual([
      ['٢٠٢٦', 6],
      ['٢٠٢٤', 1],
    ])
  })

  it('order the cities of a year by the Arabic alphabet', async () => {
    expect(await names(['2026'])).toEqual(['أربيل', 'واسط'])
  })

  it('have branches between city and round, and name the round by its ordinal word', async () => {
    expect(await names(['2026', 'أربيل'])).toEqual(['علمي', 'أدبي', 'عام'])
    expect(await names(['2026', 'أربيل', 'علمي'])).toEqual(['الدور الثاني', 'الدور التمهيدي'])
    expect(await names(['2026', 'أربيل', 'عام'])).toEqual(['الدور الثالث'])
  })

  it('have no branches for the primary grade', async () => {
    expect(await names(['2026', 'واسط'], 'SIXTH_PRIMARY')).toEqual(['الدور الأول'])
  })

  it('end in files, the newest first', async () => {
    const place = await placeOf(['2026', 'أربيل', 'علمي', '2'])
    expect(place.folders).toEqual([])
    expect(place.files.map(file => file.school)).toEqual(['إعدادية دجلة', null])
    expect((await placeOf(['2026', 'أربيل', 'عام', '3'])).files).toHaveLength(1)
  })

  it('are empty where nothing was published', async () => {
    const place = await placeOf(['2020'])
    expect(place.folders.length + place.files.length).toBe(0)
  })

  it('take a trail from the address in digits of either kind, and refuse one that cannot exist', () => {
    expect(readTrail('SIXTH_PREPARATORY', '٢٠٢٦/أربيل/علمي/1')).toEqual(['2026', 'أربيل', 'علمي', '1'])
    expect(readTrail('SIXTH_PREPARATORY', 'abc')).toBeUndefined()
    expect(readTrail('SIXTH_PRIMARY', '2026/أربيل/1/2')).toBeUndefined()
  })
})
