import { expect, it } from 'vitest'
import type { IngestRow } from '#contract/resources/ingest.ts'
import { ingestRow } from '#test/ingest-rows.ts'
import { activePlace, listedRows, meantRows, stateOf, surenessOf } from './row-state.ts'

const shown = [
  { row: { id: 'a' }, state: 'doubtful' as const },
  { row: { id: 'b' }, state: 'ready' as const },
  { row: { id: 'c' }, state: 'doubtful' as const },
]

it('keeps the row that somebody works in, also when it leaves the tab or others are taken away', () => {
  const listed = listedRows(shown, ['doubtful'], 'b')
  expect(listed.map(({ row }) => row.id)).toEqual(['a', 'b', 'c'])
  expect(activePlace(listed, 'b', 0)).toBe(1)
  expect(activePlace(listed.slice(1), 'b', 1)).toBe(0)
  expect(listedRows(shown, ['doubtful'], '').map(({ row }) => row.id)).toEqual(['a', 'c'])
})

it('goes to the row that took the place of one that is gone', () => {
  expect(activePlace(shown, 'gone', 1)).toBe(1)
  expect(activePlace(shown, 'gone', 9)).toBe(2)
  expect(activePlace([], 'gone', 1)).toBe(0)
})

it('means the chosen rows that are listed, and a row beside them alone', () => {
  const chosen = new Set(['a', 'c', 'elsewhere'])
  expect(meantRows('c', chosen, shown)).toEqual(['a', 'c'])
  expect(meantRows('b', chosen, shown)).toEqual(['b'])
})

it('is as sure of a row as of its least sure value, and says nothing where people have looked', () => {
  const values = { kind: 'book', stage: 'SIXTH_PREPARATORY' }
  const row = (doubts: IngestRow['doubts'], more = {}) =>
    surenessOf({ record: null, isSeen: false, values, doubts, ...more } as IngestRow)
  expect(row({})).toBe('sure')
  expect(row({ kind: 'likely', stage: 'guess', subject: 'likely' })).toBe('guess')
  expect(row({ kind: 'likely', city: 'guess' })).toBe('likely')
  expect(row({}, { values: { ...values, kind: '' } })).toBe('unknown')
  expect(row({ kind: 'guess' }, { isSeen: true })).toBeUndefined()
})

it('says what a row lacks also after somebody has looked at it', () => {
  const stateWith = (said: Partial<IngestRow>) =>
    stateOf(ingestRow('a', { isSeen: true, ...said }), { isTwice: false })
  const { values } = ingestRow('a')
  expect(stateWith({ values: { ...values, kind: '' } })).toBe('unknown')
  expect(stateWith({ values: { ...values, kind: 'book', stage: '' } })).toBe('incomplete')
})
