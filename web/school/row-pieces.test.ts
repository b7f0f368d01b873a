import { expect, test } from 'vitest'
import { layOutRow } from './row-pieces.ts'

const picture = {
  url: '/files/x/1.webp',
  width: 1000,
  height: 1400,
  head: [0.1, 0.2, 0.8, 0.02] as [number, number, number, number],
  row: [0.1, 0.5, 0.8, 0.03] as [number, number, number, number],
  cuts: [0.3, 0.5, 0.7],
}

test('a row is cut between its cells into lines from right to left, each under its head', () => {
  const { width, height, pieces, isWhole } = layOutRow(picture)
  expect(isWhole).toBe(false)
  expect(pieces.map(piece => [piece.from.x, piece.from.width, piece.from.y].map(Math.round))).toEqual([
    [500, 400, 280],
    [500, 400, 700],
    [100, 400, 280],
    [100, 400, 700],
  ])
  expect(Math.round(width)).toBe(400)
  expect(Math.round(height)).toBe(150)
})

test('lines of other widths stand at the right, and a cell that is too wide is a line of its own', () => {
  const { width, pieces } = layOutRow({ ...picture, head: null, cuts: [0.75] })
  expect(pieces.map(piece => [piece.from.x, piece.at.x].map(Math.round))).toEqual([
    [750, 500],
    [100, 0],
  ])
  expect(Math.round(width)).toBe(650)
})

test('a row without places to cut stays whole', () => {
  expect(layOutRow({ ...picture, cuts: [] })).toMatchObject({ isWhole: true })
})
