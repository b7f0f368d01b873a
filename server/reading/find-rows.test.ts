import { expect, test } from 'vitest'
import { findRows } from './find-rows.ts'
import type { Page, PageWord } from './page.types.ts'

/** A page of lines; words are given from left to right with the place of their left edge. */
function pageOf(lines: [text: string, left: number, width?: number][][]): Page {
  return {
    number: 1,
    width: 1000,
    height: 1000,
    turn: 0,
    skew: 0,
    rules: [],
    head: null,
    quality: 1,
    source: 'text',
    needsPicture: false,
    lines: lines.map((words, index) => {
      const placed = words.map(([text, left, width = 0.1]): PageWord => {
        return { text, box: [left, 0.1 + index * 0.03, width, 0.012] }
      })
      return {
        text: placed.map(word => word.text).join(' '),
        box: [0, 0.1 + index * 0.03, 1, 0.012],
        words: placed.toReversed(),
      }
    }),
  }
}

const head: [string, number][] = [
  ['النتيجة', 0.1],
  ['الاسم', 0.4],
  ['الامتحاني', 0.74],
]

test('groups of digits that stand from the right are read from the right', () => {
  const page = pageOf([
    head,
    [
      ['ناجح', 0.1],
      ['علي', 0.4],
      ['٢١٩-٧٣٢-٧٥٧', 0.74],
    ],
    [
      ['ناجح', 0.1],
      ['حسين', 0.4],
      ['٢٢٦-٧٣٢-٧٥٧', 0.74],
    ],
    [
      ['ناجح', 0.1],
      ['بلال', 0.4],
      ['٢٢٨-٧٣٢-٧٥٧', 0.74],
    ],
  ])
  const { rows } = findRows(page)
  expect(rows.map(row => row.number)).toEqual(['757732219', '757732226', '757732228'])
  expect(rows.some(row => row.isDoubtful)).toBe(false)
})

test('one number whose groups could be read from either side is doubtful', () => {
  const { rows } = findRows(
    pageOf([
      head,
      [
        ['ناجح', 0.1],
        ['علي', 0.4],
        ['219-732-757', 0.74],
      ],
    ]),
  )
  expect(rows.map(row => row.isDoubtful)).toEqual([true])
})

test('a telephone number and dates are no exam numbers', () => {
  const page = pageOf([
    [
      ['هاتف', 0.5],
      ['07701234567', 0.74],
    ],
    head,
    [
      ['2008/05/12', 0.1],
      ['علي', 0.4],
      ['612345', 0.74],
    ],
    [
      ['2008/06/13', 0.1],
      ['بلال', 0.4],
      ['612346', 0.74],
    ],
  ])
  expect(findRows(page).rows.map(row => row.number)).toEqual(['612345', '612346'])
})

test('a column of serial numbers beside the exam numbers stays apart', () => {
  const page = pageOf([
    head,
    [
      ['علي', 0.4],
      ['612345', 0.74, 0.06],
      ['1', 0.81, 0.01],
    ],
    [
      ['بلال', 0.4],
      ['612346', 0.74, 0.06],
      ['2', 0.81, 0.01],
    ],
  ])
  expect(findRows(page).rows.map(row => row.number)).toEqual(['612345', '612346'])
})
