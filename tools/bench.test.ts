import { expect, test } from 'vitest'
import { isFault, refusal } from '../bench/upload-server.ts'
import { listBenchmarks } from './bench.ts'

test('the list of benchmarks has the programs and leaves out what they share', () => {
  const names = listBenchmarks()
  expect(names).toEqual(expect.arrayContaining(['first-load', 'pages', 'search-quality', 'upload-memory']))
  expect(names).not.toContain('search-metrics')
  expect(names).not.toContain('slow-line')
  expect(names).not.toContain('upload-server')
})

test.each([
  [404, true],
  [500, true],
  [507, true],
  [503, false],
])('a drill counts %i among the faults: %s', (status, expected) => {
  expect(isFault(refusal('PUT /files', status, 'said'))).toBe(expected)
})
