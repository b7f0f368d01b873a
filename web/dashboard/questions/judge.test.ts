import { expect, it } from 'vitest'
import type { QuestionPlace } from '#contract/resources/question.ts'
import { joinOf, partOf } from './judge.ts'

const place = (examId: string): QuestionPlace => ({
  examId,
  label: '1',
  page: 1,
  year: 2020,
  round: 1,
  text: '',
})
const [a, b, c] = [place('a'), place('b'), place('c')]
const said = (verdicts: ReturnType<typeof joinOf>) =>
  verdicts.map(({ one, other, isSame }) => `${one.examId}${other.examId} ${isSame}`)

it('parts a question from all others of its group, and joins every question of the chosen groups', () => {
  expect(said(partOf({ places: [a, b, c] }, b))).toEqual(['ba false', 'bc false'])
  expect(said(joinOf([{ places: [a, b] }, { places: [c] }]))).toEqual(['ac true', 'bc true'])
})
