import { expect, it } from 'vitest'
import { partOf } from './files.ts'

it.each([
  [null, undefined],
  ['bytes=0-', { start: 0, end: 100 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['bytes=90-500', { start: 90, end: 100 }],
  ['bytes=-30', { start: 70, end: 100 }],
  ['bytes=-500', { start: 0, end: 100 }],
  ['bytes=100-', null],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
])('gives of a kept file of 100 bytes for %j the part %j', (range, part) => {
  expect(partOf(range, 100)).toEqual(part)
})
