import { parseArgs } from 'node:util'
import { openEngines } from './search-engines.ts'
import {
  report,
  scoreQuery,
  seededRandom,
  withOneEdit,
  type JudgedQuery,
  type QualityReport,
} from './search-metrics.ts'
import { readSample } from './search-sample.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'test/search-sample' },
    engines: { type: 'string', default: 'rafid,minisearch,orama,postgres' },
    stress: { type: 'string' },
    passes: { type: 'string', default: '3' },
    show: { type: 'string' },
  },
})

const usage = `node bench/search-quality.ts [--data DIR] [--stress SEED] [--engines a,b] [--show CLASS|bad]
  DIR holds corpus.json and queries.json (records and judged queries).`

interface Row {
  query: JudgedQuery
  score: ReturnType<typeof scoreQuery>
  ids: string[]
}

function number(value: number): string {
  return value.toFixed(3).padStart(7)
}

function printReport(name: string, { classes, overall, noise, p50Ms, p99Ms }: QualityReport): void {
  console.log(`\n${name}`)
  console.log('class            queries  nDCG@10   MRR@10   rec@10')
  for (const [label, score] of [...classes, ['ALL', overall] as const]) {
    const counts = `${label.padEnd(16)} ${String(score.queries).padStart(7)}`
    console.log(`${counts}  ${number(score.ndcg)}  ${number(score.mrr)}  ${number(score.recall)}`)
  }
  console.log(`noise found ${number(noise)}   p50 ${p50Ms.toFixed(2)} ms   p99 ${p99Ms.toFixed(2)} ms`)
}

function printRows(rows: Row[], show: string): void {
  for (const { query, score, ids } of rows) {
    const isBad = query.class === 'noise' ? score.found > 0 : score.ndcg < 0.9
    if (show === 'bad' ? !isBad : query.class !== show) continue
    const graded = ids.map(id => `${id}:${query.qrels[id] ?? 0}`).join(' ')
    console.log(`${score.ndcg.toFixed(2)} ${query.id} | ${query.q} | ${graded}`)
  }
}

async function main(): Promise<void> {
  const { documents, queries } = readSample(values.data)
  const random = values.stress === undefined ? undefined : seededRandom(Number(values.stress))
  const asked = random
    ? queries.map(query => (query.class === 'noise' ? query : { ...query, q: withOneEdit(query.q, random) }))
    : queries
  console.log(
    `${documents.length} records, ${queries.length} queries${random ? `, one edit each (seed ${values.stress})` : ''}`,
  )
  const engines = await openEngines(values.engines.split(','), documents)
  for (const engine of engines) {
    const rows: Row[] = []
    const ms: number[] = []
    for (const query of asked) {
      const ids = await engine.search(query.q, 10)
      rows.push({ query, ids, score: scoreQuery(query.qrels, ids) })
    }
    for (let pass = 0; pass < Number(values.passes); pass += 1) {
      for (const { q } of asked) {
        const begin = performance.now()
        await engine.search(q, 10)
        ms.push(performance.now() - begin)
      }
    }
    printReport(engine.name, report(rows, ms))
    if (values.show !== undefined) printRows(rows, values.show)
    await engine.close()
  }
}

main().catch((error: unknown) => {
  console.error(error, `\n${usage}`)
  process.exitCode = 1
})
