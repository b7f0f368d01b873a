import { seededRandom, withOneEdit } from './search-metrics.ts'
import { makeSearchRecords, makeTeacherNames } from './search-records.ts'
import { readSample } from './search-sample.ts'

/** Queries as people type them: those of the sample, names, titles of records; half of them with a slip. */
export function makeTypedQueries(count: number, size: number, data = 'test/search-sample'): string[] {
  const random = seededRandom(7)
  const judged = readSample(data).queries.map(({ q }) => q)
  const names = makeTeacherNames(40)
  const titles = [...makeSearchRecords(Math.min(size, 200))].map(({ title }) => title)
  const pools = [judged, judged, judged, names, titles]
  return Array.from({ length: count }, () => {
    const pool = pools[Math.floor(random() * pools.length)] ?? judged
    const query = pool[Math.floor(random() * pool.length)] ?? ''
    return random() < 0.5 ? withOneEdit(query, random) : query
  })
}
