import { describe, expect, it } from 'vitest'
import type { GradeCode } from '#contract/codes/grades.ts'
import { latestOf, stageLists } from './list-pages.ts'

const day = (number: number) => new Date(Date.UTC(2026, 2, number))

describe('the moment at which a list has changed last', () => {
  it('is the latest of its records, in whatever order they come, and none where there is none', () => {
    expect(latestOf([day(2), day(9), day(4)])).toEqual(day(9))
    expect(latestOf([day(9), day(2)])).toEqual(day(9))
    expect(latestOf([])).toBeUndefined()
  })

  it('of a stage is that of its grades, each of which has a list once something is in it', () => {
    const changes = new Map<GradeCode, Date>([
      ['FIRST_PRIMARY', day(3)],
      ['SECOND_PRIMARY', day(8)],
      ['SIXTH_PREPARATORY', day(5)],
    ])
    const lists = stageLists(
      changes,
      stage => `/${stage}`,
      grade => `/${grade}`,
    )
    expect(lists.map(({ path, changedAt }) => [path, changedAt])).toEqual([
      ['/PRIMARY', day(8)],
      ['/INTERMEDIATE', undefined],
      ['/PREPARATORY', day(5)],
      ['/FIRST_PRIMARY', day(3)],
      ['/SECOND_PRIMARY', day(8)],
      ['/SIXTH_PREPARATORY', day(5)],
    ])
  })
})
