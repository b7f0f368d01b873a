import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cropEdges,
  cropPixels,
  dragCrop,
  edgeAt,
  edgeRange,
  isUnedited,
  leastSide,
  moveEdge,
  noEdit,
  turn,
  turnedSize,
} from './crop.ts'
import type { Crop } from './crop.ts'

const crops = fc
  .record({
    x: fc.double({ min: 0, max: 1 - leastSide, noNaN: true }),
    y: fc.double({ min: 0, max: 1 - leastSide, noNaN: true }),
    w: fc.double({ min: 0, max: 1, noNaN: true }),
    h: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ x, y, w, h }): Crop => ({
    x,
    y,
    width: leastSide + w * (1 - leastSide - x),
    height: leastSide + h * (1 - leastSide - y),
  }))
const distances = fc.double({ min: -2, max: 2, noNaN: true })
const slack = 1e-9

function expectInside({ x, y, width, height }: Crop): void {
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(-slack)
  expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + slack)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(leastSide - slack)
}

describe('a picture that is turned', () => {
  it('keeps its crop on what it showed', () => {
    const upperLeft = { turns: 0 as const, crop: { x: 0, y: 0, width: 0.25, height: 0.5 } }
    expect(turn(upperLeft, 'clockwise')).toEqual({
      turns: 1,
      crop: { x: 0.5, y: 0, width: 0.5, height: 0.25 },
    })
    expect(turn(upperLeft, 'against')).toEqual({
      turns: 3,
      crop: { x: 0, y: 0.75, width: 0.5, height: 0.25 },
    })
  })

  it('is as it came after four turns, and after one each way', () => {
    fc.assert(
      fc.property(crops, crop => {
        let edit: ReturnType<typeof turn> = { turns: 0, crop }
        for (let quarter = 0; quarter < 4; quarter += 1) edit = turn(edit, 'clockwise')
        const back = turn(turn({ turns: 0, crop }, 'clockwise'), 'against')
        for (const same of [edit, back]) {
          expect(same.turns).toBe(0)
          for (const edge of cropEdges) expect(edgeAt(same.crop, edge)).toBeCloseTo(edgeAt(crop, edge), 9)
        }
      }),
    )
  })

  it('changes its sides with each quarter', () => {
    expect(([0, 1, 2, 3] as const).map(turns => turnedSize({ width: 40, height: 30 }, turns).width)).toEqual([
      40, 30, 40, 30,
    ])
  })

  it('is told from one to which nothing was done', () => {
    expect(isUnedited(noEdit)).toBe(true)
    expect(isUnedited(turn(noEdit, 'against'))).toBe(false)
    expect(isUnedited({ ...noEdit, crop: moveEdge(noEdit.crop, 'top', 0.01) })).toBe(false)
    expect(isUnedited({ ...noEdit, crop: moveEdge(noEdit.crop, 'right', 0.99) })).toBe(false)
    const there = moveEdge(moveEdge(noEdit.crop, 'top', 0.1), 'left', 0.3)
    expect(isUnedited({ ...noEdit, crop: moveEdge(moveEdge(there, 'top', 0), 'left', 0) })).toBe(true)
  })
})

describe('a crop', () => {
  it('stays inside of the picture and never vanishes, however it is dragged', () => {
    fc.assert(
      fc.property(crops, fc.subarray([...cropEdges]), distances, distances, (crop, edges, byX, byY) =>
        expectInside(dragCrop(crop, edges, byX, byY)),
      ),
    )
  })

  it('keeps its size when the whole of it is dragged', () => {
    expect(dragCrop({ x: 0.2, y: 0.2, width: 0.5, height: 0.5 }, [], 0.9, -0.1)).toEqual({
      x: 0.5,
      y: 0.1,
      width: 0.5,
      height: 0.5,
    })
  })

  it('moves only the edges that are dragged', () => {
    fc.assert(
      fc.property(crops, fc.constantFrom(...cropEdges), distances, (crop, edge, at) => {
        const moved = moveEdge(crop, edge, at)
        const [least, most] = edgeRange(crop, edge)
        expect(edgeAt(moved, edge)).toBeCloseTo(Math.min(most, Math.max(least, at)), 9)
        for (const other of cropEdges.filter(one => one !== edge))
          expect(edgeAt(moved, other)).toBeCloseTo(edgeAt(crop, other), 9)
      }),
    )
    const corner = dragCrop(noEdit.crop, ['top', 'left'], 0.1, 0.2)
    expect(cropEdges.map(edge => edgeAt(corner, edge))).toEqual([0.2, 1, 1, 0.1])
  })

  it('is made of whole pixels of the picture, at least one', () => {
    fc.assert(
      fc.property(
        crops,
        fc.integer({ min: 1, max: 9000 }),
        fc.integer({ min: 1, max: 9000 }),
        (crop, w, h) => {
          const { x, y, width, height } = cropPixels(crop, { width: w, height: h })
          expect([x, y, width, height].every(Number.isInteger)).toBe(true)
          expect(Math.min(x, y, width - 1, height - 1)).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(w)
          expect(y + height).toBeLessThanOrEqual(h)
        },
      ),
    )
    expect(cropPixels({ x: 0.1, y: 0.25, width: 0.5, height: 0.5 }, { width: 100, height: 200 })).toEqual({
      x: 10,
      y: 50,
      width: 50,
      height: 100,
    })
    expect(cropPixels(noEdit.crop, { width: 333, height: 777 })).toEqual({
      x: 0,
      y: 0,
      width: 333,
      height: 777,
    })
  })
})
