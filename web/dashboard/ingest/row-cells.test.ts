import { expect, it } from 'vitest'
import type { IngestValues } from '#contract/resources/ingest.ts'
import { ingestRow, ingestValues } from '#test/ingest-rows.ts'
import { cellFor, namingOf, ownColumns } from './row-cells.ts'

const named = (columns: readonly { field: string }[]) => columns.map(({ field }) => field).join(' ')

it('has a column of what some row has or may get, and no other', () => {
  const of = (...said: Partial<IngestValues>[]) =>
    named(ownColumns(said.map((values, at) => ingestRow(`${at}`, { values: ingestValues(values) }))))
  expect(of({ kind: '' })).toBe('kind stage branch subject releaseYear')
  expect(of({ kind: 'book', stage: 'FIRST_PRIMARY' })).toBe('kind stage subject releaseYear')
  expect(of({ kind: 'result' })).toBe('kind stage branch releaseYear')
})

it('knows each row in one column by what its kind is known by', () => {
  const of = (values: Partial<IngestValues>, written?: 'teacher') =>
    named(namingOf(ingestValues(values), written))
  expect(of({ kind: 'book' })).toBe('title')
  expect(of({ kind: 'note' })).toBe('title teacher')
  expect(of({ kind: 'exam' })).toBe('try title')
  expect(of({ kind: 'result' })).toBe('city try')
  expect(of({ kind: '' })).toBe('title')
  expect(of({ kind: '', city: 'ميسان' })).toBe('city title')
  expect(of({ kind: '' }, 'teacher'), 'what is being emptied stays').toBe('title teacher')
  expect(of({ kind: 'book' }, 'teacher'), 'what the kind has no more does not').toBe('title')
})

it('goes down that column from a field to itself, or to what the row has in its place', () => {
  expect(cellFor('teacher', ['file', 'kind', 'title', 'teacher'])).toBe('teacher')
  expect(cellFor('teacher', ['file', 'kind', 'city', 'try'])).toBe('city')
  expect(cellFor('branch', ['file', 'kind', 'title'])).toBe('file')
  expect(cellFor('state', ['file', 'kind', 'title'])).toBe('file')
})
