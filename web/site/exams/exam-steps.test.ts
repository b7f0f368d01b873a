import { expect, it } from 'vitest'
import type { ExamPlace } from '#contract/resources/exam.ts'
import { yearsBeside } from './exam-steps.tsx'

const place = (releaseYear: number, round: number): ExamPlace => ({
  id: `${releaseYear}-${round}`,
  title: 'أسئلة',
  subject: 'PHYSICS',
  releaseYear,
  try: round,
  pages: 4,
  count: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const places = [
  place(2026, 1),
  place(2024, 1),
  place(2024, 2),
  place(2023, 1),
  place(2020, 3),
  place(2020, 4),
]
const beside = (releaseYear: number, round: number) => {
  const { before, after } = yearsBeside({ releaseYear, try: round }, places)
  return [before?.id, after?.id]
}

it('finds the same round of the nearest years, and another where that round was not held', () => {
  expect(beside(2024, 1)).toEqual(['2023-1', '2026-1'])
  expect(beside(2024, 2)).toEqual(['2023-1', '2026-1'])
  expect(beside(2023, 2)).toEqual(['2020-3', '2024-2'])
  expect(beside(2023, 4)).toEqual(['2020-4', '2024-1'])
})

it('ends with the first year and the last', () => {
  expect(beside(2020, 3)).toEqual([undefined, '2023-1'])
  expect(beside(2026, 1)).toEqual(['2024-1', undefined])
})
