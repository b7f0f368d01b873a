import { expect, it } from 'vitest'
import { limits } from './limits.ts'
import { hitCount, hitPlace, pagesFound, stepToHit } from './page-hits.ts'

it('goes from hit to hit, from wherever somebody reads, round and round', () => {
  const hits = [3, 7, 12]
  expect([1, 3, 5, 12, 40].map(page => stepToHit(hits, page, 1))).toEqual([3, 7, 7, 3, 3])
  expect([1, 3, 5, 12, 40].map(page => stepToHit(hits, page, -1))).toEqual([12, 12, 3, 7, 12])
  expect(stepToHit([4], 4, 1)).toBe(4)
})

it('tells which hit a page is, and of no other page', () => {
  expect(hitPlace([3, 7, 12], 7, 3)).toBe('٢ من ٣')
  expect(hitPlace([3, 7, 12], 8, 3)).toBeUndefined()
})

it('says of fewer hits than there are that they are the first', () => {
  expect([hitPlace([3, 7, 12], 7, 14), hitCount([3, 7, 12], 14)]).toEqual(['٢ من أول ٣', 'أول ٣'])
  expect(hitCount([3, 7, 12], 3)).toBe('٣ صفحات')
})

it('says "or more" of as many pages as are compared', () => {
  expect(pagesFound(limits.insideCandidates - 1)).toBe('١٩٩ صفحة')
  expect(pagesFound(limits.insideCandidates)).toBe('٢٠٠ صفحة أو أكثر')
  expect(pagesFound(limits.insideCandidates, limits.insideCandidatesOfRecord)).toBe('٢٠٠ صفحة')
})
