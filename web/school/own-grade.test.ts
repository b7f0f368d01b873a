import { afterEach, describe, expect, it, vi } from 'vitest'
import { gradePages } from '#contract/grade-pages.ts'
import { gradePath } from '#contract/search-paths.ts'
import { ownFirst, readOwnGrade } from './own-grade.ts'
import type { Comparable } from './own-grade.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the kept grade', () => {
  it('is read from the end of the address of each page of a grade', () => {
    for (const { grade, branch, path } of gradePages) {
      const kept = path.slice(gradePath.length)
      vi.stubGlobal('localStorage', { grade: kept })
      expect(readOwnGrade()).toEqual({ kept, stage: grade, branch })
    }
  })

  it('is none where nothing was kept, or nothing can be', () => {
    vi.stubGlobal('localStorage', {})
    expect(readOwnGrade()).toBeUndefined()
    vi.stubGlobal('localStorage', undefined)
    expect(readOwnGrade()).toBeUndefined()
  })
})

describe('hits that answer alike', () => {
  const own = { kept: '', stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC' }
  const hit = (name: string, match: number | null, stage: string | null, branch: string | null = null) => ({
    name,
    match,
    stage,
    branch,
  })
  const order = (hits: readonly (Comparable & { name: string })[], grade = own) =>
    ownFirst(hits, grade)
      .map(({ name }) => name)
      .join(' ')

  it('are led by those of the own grade, each among the places of its equals', () => {
    const hits = [
      hit('a', 900, 'FIRST_PRIMARY'),
      hit('b', 800, 'SIXTH_PREPARATORY'),
      hit('c', 900, 'SIXTH_PREPARATORY'),
      hit('d', 900, null),
      hit('e', 900, 'SIXTH_PREPARATORY', 'SCIENTIFIC'),
      hit('f', 800, 'FIRST_PRIMARY'),
    ]
    expect(order(hits)).toBe('c b e a d f')
  })

  it('of another branch are not own ones, unless none was chosen', () => {
    const hits = [hit('a', 1, null), hit('b', 1, 'SIXTH_PREPARATORY', 'LITERARY')]
    expect(order(hits)).toBe('a b')
    expect(order(hits, { ...own, branch: '' })).toBe('b a')
  })

  it('stay where they are when nothing compares them', () => {
    expect(order([hit('a', null, null), hit('b', null, 'SIXTH_PREPARATORY')])).toBe('a b')
  })
})
