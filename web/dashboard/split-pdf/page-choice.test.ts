import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { allPages, choiceProblem, firstChoice, splitProblem } from './page-choice.ts'

it('all pages are chosen at first, in their order, or the first ones for which there is room', () => {
  expect([...firstChoice(3, 40)]).toEqual([1, 2, 3])
  expect([...firstChoice(50, 40)]).toEqual(allPages(40))
  expect([...firstChoice(5, 0)]).toEqual([])
})

it('a file of too many pages, or for which there is no room, says so', () => {
  expect(splitProblem(limits.maxSplitPages, 1)).toBeUndefined()
  expect(splitProblem(limits.maxSplitPages + 1, 1)).toContain('٢٠١ صفحة')
  expect(splitProblem(1, 0)).toContain('٤٠ صورة')
})

it('a choice fits into the room that is left, and is not empty', () => {
  expect(choiceProblem(1, 1)).toBeUndefined()
  expect(choiceProblem(0, 1)).toContain('على الأقل')
  expect(choiceProblem(3, 2)).toContain('٣ صفحات')
})
