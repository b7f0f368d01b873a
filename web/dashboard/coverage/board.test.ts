import { expect, it } from 'vitest'
import type { Coverage, CoverageCell } from '#contract/resources/coverage.ts'
import { boardOf } from './board.ts'

const exam = (row: CoverageCell['row'], releaseYear: number, round: number, published = 1, hidden = 0) => ({
  kind: 'exam' as const,
  row,
  releaseYear,
  try: round,
  published,
  hidden,
  common: published + hidden,
  damaged: 0,
  dead: 0,
  unread: 0,
  heavy: 0,
})

const asked = { board: 'exams', stage: 'SIXTH_PREPARATORY', year: 2026 } as const
const wish = { kind: 'exam', row: 'CHEMISTRY', releaseYear: 2024, try: 2, searches: 7, requests: 1 } as const

it('tells what is there, hidden, looked for and missing, and counts rounds that were held', () => {
  const coverage: Coverage = {
    cells: [
      exam('CHEMISTRY', 2024, 1),
      exam('PHYSICS', 2024, 2),
      exam('PHYSICS', 2024, 1, 0, 2),
      exam('GEOLOGY', 2025, 4),
    ],
    wishes: [wish],
  }
  const board = boardOf(asked, coverage)
  const place = (row: string, year: string, round: number) =>
    board.rows
      .find(each => each.row === row)
      ?.groups.find(({ key }) => key === year)
      ?.places.find(each => each.try === round)
  expect(place('CHEMISTRY', '2024', 1)?.state).toBe('there')
  expect(place('PHYSICS', '2024', 1)).toMatchObject({ state: 'hidden', hidden: 2 })
  expect(place('CHEMISTRY', '2024', 2)).toMatchObject({ state: 'wanted', searches: 7, isExpected: true })
  expect(place('CHEMISTRY', '2024', 3)).toMatchObject({ state: 'missing', isExpected: false })
  /* A subject beyond the usual ones, and a preliminary round, stand where there are some. */
  expect(place('GEOLOGY', '2025', 4)?.state).toBe('there')
  expect(place('CHEMISTRY', '2024', 4)).toBeUndefined()
  /* Two rounds of 2024 and one of 2025 for each of three subjects. */
  expect([board.filled, board.hidden, board.expected]).toEqual([3, 1, 9])
  expect(board.wanted).toEqual([wish])
})

it('tells what is wrong with what is there, the worst alone, and counts it as there', () => {
  const cells = [
    { ...exam('CHEMISTRY', 2024, 1, 2), damaged: 1, dead: 1 },
    { ...exam('PHYSICS', 2024, 1), dead: 1, unread: 1 },
    { ...exam('BIOLOGY', 2024, 1), unread: 1, heavy: 1 },
    { ...exam('ARABIC', 2024, 1), heavy: 1 },
  ]
  const board = boardOf(asked, { cells, wishes: [] })
  const states = board.rows.flatMap(({ row, groups }) =>
    groups.flatMap(({ places }) =>
      places.flatMap(({ published, state }) => (published > 0 ? [`${row} ${state}`] : [])),
    ),
  )
  expect(states.toSorted()).toEqual(['ARABIC heavy', 'BIOLOGY unread', 'CHEMISTRY damaged', 'PHYSICS dead'])
  expect(board.filled).toBe(4)
})

it('leaves out of what is wanted what visitors find by now', () => {
  const open = { ...wish, releaseYear: 2024, try: null }
  const boardWith = (cell: CoverageCell) => boardOf(asked, { cells: [cell], wishes: [wish, open] }).wanted
  expect(boardWith(exam('CHEMISTRY', 2024, 2))).toEqual([])
  expect(boardWith(exam('CHEMISTRY', 2024, 1))).toEqual([wish])
  expect(boardWith(exam('CHEMISTRY', 2024, 2, 0, 1))).toEqual([wish, open])
})

it('shows books and handouts of every subject of a grade, and results of every directorate', () => {
  const none = { cells: [], wishes: [] }
  const books = boardOf({ ...asked, board: 'books', stage: 'FIRST_PRIMARY' }, none)
  expect(books.rows.map(({ groups }) => groups.map(({ key }) => key))).toEqual(
    Array.from({ length: 7 }, () => ['book', 'note']),
  )
  expect([books.filled, books.expected]).toEqual([0, 14])
  const results = boardOf({ ...asked, board: 'results' }, none)
  expect([results.rows.length, results.rows[0]?.groups.length, results.expected]).toEqual([23, 10, 0])
})
