import { expect, test } from 'vitest'
import { listBenchmarks } from './bench.ts'

test('the list of benchmarks has the programs and leaves out what they share', () => {
  const names = listBenchmarks()
  expect(names).toEqual(expect.arrayContaining(['first-load', 'pages', 'search-quality', 'upload-memory']))
  expect(names).not.toContain('search-metrics')
  expect(names).not.toContain('slow-line')
  expect(names).not.toContain('upload-server')
})
