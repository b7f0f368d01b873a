import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createSearchService } from '#server/search/search.service.ts'
import { fillIndex, openBenchDatabase } from './search-engines.ts'
import { quantile } from './figures.ts'
import { makeSearchRecords } from './search-records.ts'
import { makeTypedQueries } from './typed-queries.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '5000,50000,500000' },
    data: { type: 'string', default: 'test/search-sample' },
    queries: { type: 'string', default: '600' },
    slowest: { type: 'boolean', default: false },
  },
})

async function measure(size: number): Promise<void> {
  const database = await openBenchDatabase()
  await sql`truncate search_documents, search_facets, search_words`.execute(database.kysely)
  await sql`update search_state set version = version + 1`.execute(database.kysely)
  const filling = performance.now()
  await fillIndex(database, makeSearchRecords(size))
  const filledMs = performance.now() - filling
  await sql`vacuum analyze search_documents`.execute(database.kysely)
  const memoryBefore = process.memoryUsage().rss
  const service = createSearchService(database)
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const first = performance.now()
  await service.search({ query: 'كتاب', limit: 10, offset: 0 })
  const firstMs = performance.now() - first
  const loadStallMs = loop.max / 1e6
  const queries = makeTypedQueries(Number(values.queries), size, values.data)
  for (const query of queries.slice(0, 150)) await service.search({ query, limit: 10, offset: 0 })
  loop.reset()
  const timed: { query: string; ms: number; total: number }[] = []
  for (const query of queries) {
    const begin = performance.now()
    const { total } = await service.search({ query, limit: 10, offset: 0 })
    timed.push({ query, ms: performance.now() - begin, total })
  }
  loop.disable()
  const ms = timed.map(each => each.ms)
  const megabytes = (process.memoryUsage().rss - memoryBefore) / 2 ** 20
  console.log(
    `${database.engine.padEnd(8)} ${String(size).padStart(7)} records: p50 ${quantile(ms, 0.5).toFixed(1)} ms, ` +
      `p99 ${quantile(ms, 0.99).toFixed(1)} ms, max ${Math.max(...ms).toFixed(1)} ms, ` +
      `longest stall ${(loop.max / 1e6).toFixed(1)} ms; filled in ${(filledMs / 1000).toFixed(0)} s, ` +
      `first search ${firstMs.toFixed(0)} ms (stall ${loadStallMs.toFixed(1)} ms), memory +${megabytes.toFixed(0)} MB`,
  )
  if (values.slowest) {
    for (const each of timed.toSorted((a, b) => b.ms - a.ms).slice(0, 20)) {
      console.log(`  ${each.ms.toFixed(1)} ms  ${each.total}  ${each.query}`)
    }
  }
  await service.close()
  await database.close()
}

for (const size of values.sizes.split(',')) await measure(Number(size))
