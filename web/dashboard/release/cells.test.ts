import { describe, expect, it } from 'vitest'
import type { Release, ReleaseResult } from '#contract/resources/release.ts'
import {
  addressOfStopped,
  announceable,
  cellsOf,
  columnsOf,
  countRead,
  needsDecision,
  unreadOf,
} from './cells.ts'

const resultOf = (change: Partial<ReleaseResult>): ReleaseResult => ({
  id: 'one',
  version: 1,
  city: 'بابل',
  branch: null,
  school: null,
  state: 'draft',
  publishAt: null,
  archive: 'ready',
  failure: null,
  progress: null,
  schools: 80,
  numbers: 900,
  unread: 0,
  readingStopped: null,
  updatedAt: '2026-07-01T09:00:00Z',
  ...change,
})

const releaseOf = (results: Partial<ReleaseResult>[], change: Partial<Release> = {}): Release => ({
  stage: 'SIXTH_PRIMARY',
  releaseYear: 2026,
  try: 1,
  releases: [],
  results: results.map((one, index) => resultOf({ id: String(index), ...one })),
  before: [],
  schedule: null,
  ...change,
})

function cellOf(release: Release, confirmed: string[] = []) {
  const cells = cellsOf(release, new Set(confirmed)).flat()
  const cell = cells.find(({ city }) => city === 'بابل')
  return { ...cell, announced: announceable(cells).map(({ id }) => id) }
}

describe('the cells of a release', () => {
  it('are 23 cities, by branches where the stage has them', () => {
    expect(cellsOf(releaseOf([]), new Set()).map(row => row.length)).toEqual(Array(23).fill(1))
    const stage = 'SIXTH_PREPARATORY'
    expect(columnsOf(releaseOf([], { stage }))).toEqual(['SCIENTIFIC', 'LITERARY', 'VOCATIONAL'])
    expect(columnsOf(releaseOf([{}], { stage }))).toEqual(['SCIENTIFIC', 'LITERARY', 'VOCATIONAL', null])
  })

  it.each([
    ['missing', []],
    ['reading', [{ archive: 'waiting' }]],
    ['ready', [{}]],
    ['ready', [{ archive: null, schools: 0 }]],
    ['scheduled', [{ state: 'scheduled' }]],
    ['published', [{ state: 'published' }]],
    ['problem', [{ archive: 'failed', failure: 'الأرشيف تالف.' }]],
    ['problem', [{}, {}]],
    ['ready', [{ school: 'ثانوية أ' }, { school: 'ثانوية ب' }]],
    ['ready', [{ state: 'published' }, { school: 'ثانوية ب' }]],
    ['doubt', [{ schools: 0 }]],
  ] as [string, Partial<ReleaseResult>[]][])('are %s: %o', (state, results) => {
    expect(cellOf(releaseOf(results)).state).toBe(state)
  })

  it('stop under 80 % of the schools of a year before, until somebody has looked', () => {
    const before = [{ city: 'بابل', branch: null, schools: 101, numbers: 1000 }]
    const low = releaseOf([{ schools: 80 }], { before })
    expect(cellOf(low)).toMatchObject({ state: 'doubt', announced: [] })
    expect(cellOf(low).problem).toContain('٪')
    expect(cellOf(low, ['0'])).toMatchObject({ state: 'ready', announced: ['0'] })
    const enough = releaseOf([{ schools: 81 }], { before })
    expect(cellOf(enough)).toMatchObject({ state: 'ready', announced: ['0'] })
  })

  it('announce only drafts of what is ready', () => {
    const results = [{ state: 'published' as const }, { school: 'ثانوية ب' }]
    expect(cellOf(releaseOf(results)).announced).toEqual(['1'])
    expect(cellOf(releaseOf([{ archive: 'reading' }])).announced).toEqual([])
  })

  it('say what students miss while numbers of what is ready are still to be read', () => {
    const release = releaseOf([{ unread: 3, numbers: 40 }])
    expect(cellOf(release)).toMatchObject({ state: 'ready', unread: 3, announced: ['0'] })
    expect(unreadOf(release.results)).toBe(
      '٣ مدارس لم تُقرأ أرقامها بعد: يجد طلابها أوراقهم باسم المدرسة، وبالرقم حين تُقرأ وحدها.',
    )
    expect(unreadOf(releaseOf([{}]).results)).toBe('')
  })

  it('promise no reading that has stopped, and lead to the work that is to be repeated', () => {
    const cancelled = { unread: 3, readingStopped: 'cancelled' as const }
    const stopped = releaseOf([cancelled, { unread: 1, school: 'ثانوية ب' }])
    expect(cellOf(stopped)).toMatchObject({ state: 'ready', unread: 4, stopped: 3 })
    expect(unreadOf(stopped.results)).toBe(
      '٣ مدارس لم تُقرأ أرقامها: يجد طلابها أوراقهم باسم المدرسة. توقفت القراءة: أعدها من الأعمال. ' +
        'مدرسة واحدة لم تُقرأ أرقامها بعد: يجد طلابها أوراقهم باسم المدرسة، وبالرقم حين تُقرأ وحدها.',
    )
    expect(addressOfStopped(stopped.results)).toBe('/dashboard/jobs?state=cancelled')
    const failed = releaseOf([cancelled, { unread: 1, readingStopped: 'failed', school: 'ثانوية ب' }])
    expect(addressOfStopped(failed.results)).toBe('/dashboard/jobs?state=failed')
    expect(addressOfStopped(releaseOf([{ unread: 1 }]).results)).toBeNull()
  })

  it('count as waiting for somebody what the list of decisions has, and as read what is', () => {
    const stopped = { state: 'published', unread: 3, readingStopped: 'failed' } as const
    const cases: [Partial<ReleaseResult>, boolean, number][] = [
      [{ unread: 3 }, false, 77],
      [stopped, true, 77],
      [{ archive: 'failed', schools: 0 }, true, 0],
      [{ state: 'published' }, false, 80],
    ]
    for (const [change, isHeld, read] of cases) {
      const cells = cellsOf(releaseOf([change]), new Set()).flat()
      expect(cells.filter(needsDecision).length > 0).toBe(isHeld)
      expect(countRead(cells)).toBe(read)
    }
  })
})
