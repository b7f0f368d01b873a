import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/resources/result.ts'
import { placeOf, readTrail } from './result-folders.ts'

function result(part: Partial<Result>): Result {
  return {
    id: 'a',
    city: 'بابل',
    school: null,
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    try: 1,
    releaseYear: 2025,
    keywords: [],
    directLink: '/files/a',
    googleDriveLink: null,
    telegramLink: null,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    file: null,
    ...part,
  }
}

const results = [
  result({ releaseYear: 2024 }),
  result({ releaseYear: 2026, city: 'واسط' }),
  result({ releaseYear: 2026, city: 'أربيل', branch: 'LITERARY' }),
  result({ releaseYear: 2026, city: 'أربيل', try: 4 }),
  result({ releaseYear: 2026, city: 'أربيل', try: 2 }),
]

const names = (trail: string[], grade: 'SIXTH_PREPARATORY' | 'SIXTH_PRIMARY' = 'SIXTH_PREPARATORY') =>
  placeOf(grade, results, trail).folders.map(folder => folder.name)

describe('the folders of results', () => {
  it('show the newest year first', () => {
    expect(names([])).toEqual(['٢٠٢٦', '٢٠٢٤'])
  })

  it('order the cities of a year by the Arabic alphabet', () => {
    expect(names(['2026'])).toEqual(['أربيل', 'واسط'])
  })

  it('have branches between city and round, and name the round by its ordinal word', () => {
    expect(names(['2026', 'أربيل'])).toEqual(['علمي', 'أدبي'])
    expect(names(['2026', 'أربيل', 'علمي'])).toEqual(['الدور الثاني', 'الدور التمهيدي'])
  })

  it('have no branches for the primary grade', () => {
    expect(names(['2026', 'واسط'], 'SIXTH_PRIMARY')).toEqual(['الدور الأول'])
  })

  it('end in files', () => {
    const place = placeOf('SIXTH_PREPARATORY', results, ['2026', 'أربيل', 'علمي', '2'])
    expect(place.folders).toEqual([])
    expect(place.files.map(file => file.try)).toEqual([2])
  })

  it('are empty where nothing was published', () => {
    const place = placeOf('SIXTH_PREPARATORY', results, ['2020'])
    expect(place.folders.length + place.files.length).toBe(0)
  })

  it('take a trail from the address in digits of either kind, and refuse one that cannot exist', () => {
    expect(readTrail('SIXTH_PREPARATORY', '٢٠٢٦/أربيل/علمي/1')).toEqual(['2026', 'أربيل', 'علمي', '1'])
    expect(readTrail('SIXTH_PREPARATORY', 'abc')).toBeUndefined()
    expect(readTrail('SIXTH_PRIMARY', '2026/أربيل/1/2')).toBeUndefined()
  })
})
