import { parseArgs } from 'node:util'
import { openEngines, type Engine } from './search-engines.ts'
import {
  report,
  scoreQuery,
  seededRandom,
  splitQueries,
  withOneEdit,
  type ClassScore,
  type JudgedQuery,
  type QualityReport,
} from './search-metrics.ts'
import { readSample } from './search-sample.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'test/search-sample,test/search-hard' },
    engines: { type: 'string', default: 'rafid,minisearch' },
    half: { type: 'string' },
    stress: { type: 'string' },
    passes: { type: 'string', default: '3' },
    show: { type: 'string' },
  },
})

const usage = `npm run bench -- search-quality [--data DIR,DIR] [--half seen|unseen] [--stress SEEDS] [--engines a,b]
    [--show CLASS|bad] [--passes N]
  DIR holds corpus.json and queries.json (records and judged queries). Without --half both halves are reported.
  SEEDS (1,2,3) asks every longer query again with one slip, another for each seed. Engines: rafid, minisearch,
  orama, postgres. --show prints single queries; with --half seen it tells nothing of the unseen half.`

interface Row {
  query: JudgedQuery
  score: ReturnType<typeof scoreQuery>
  ids: string[]
}

function number(value: number): string {
  return value.toFixed(3).padStart(7)
}

function printReport(
  name: string,
  halves: readonly (readonly [label: string, figures: QualityReport])[],
): void {
  console.log(`\n${name}`)
  const labels = [...new Set(halves.flatMap(([, { classes }]) => [...classes.keys()]))]
  const head = halves.map(([label]) => `${label.padStart(9)}: n  nDCG   MRR`).join('')
  console.log(`${'class'.padEnd(16)}${head}`)
  const cells = (score: ClassScore | undefined) =>
    score ? `${String(score.queries).padStart(12)}${number(score.ndcg)}${number(score.mrr)}` : ' '.repeat(24)
  for (const label of labels)
    console.log(label.padEnd(16) + halves.map(([, { classes }]) => cells(classes.get(label))).join(''))
  console.log('ALL'.padEnd(16) + halves.map(([, { overall }]) => cells(overall)).join(''))
  for (const [label, { noise, empty, classes, p50Ms, p99Ms }] of halves) {
    const worst = Math.min(...[...classes.values()].map(({ ndcg }) => ndcg))
    console.log(
      `${label}: worst class${number(worst)}, nonsense answered${number(noise)}, found nothing${number(empty)}` +
        (Number.isNaN(p50Ms) ? '' : `, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`),
    )
  }
}

function printRows(rows: Row[], show: string): void {
  for (const { query, score, ids } of rows) {
    const isBad = query.class === 'noise' ? score.found > 0 : score.ndcg < 0.9
    if (show === 'bad' ? !isBad : query.class !== show) continue
    const graded = ids.map(id => `${id}:${query.qrels[id] ?? 0}`).join(' ')
    console.log(`${score.ndcg.toFixed(2)} ${query.id} | ${query.q} | ${graded}`)
  }
}

function withSlip(queries: readonly JudgedQuery[], seed: string): JudgedQuery[] {
  const random = seededRandom(Number(seed))
  return queries.map(query =>
    query.class === 'noise' ? query : { ...query, q: withOneEdit(query.q, random) },
  )
}

async function ask(engine: Engine, queries: readonly JudgedQuery[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const query of queries) {
    const ids = await engine.search(query.q, 10)
    rows.push({ query, ids, score: scoreQuery(query.qrels, ids) })
  }
  return rows
}

async function measure(directory: string): Promise<void> {
  const { documents, queries } = readSample(directory)
  const seeds = values.stress?.split(',')
  const slips = seeds ? `, one slip each (seeds ${seeds.join(', ')})` : ''
  console.log(`\n== ${directory}: ${documents.length} records, ${queries.length} queries${slips}`)
  const halves = Object.entries(splitQueries(queries)).filter(
    ([label]) => values.half === undefined || values.half === label,
  )
  for (const engine of await openEngines(values.engines.split(','), documents)) {
    const reports: [string, QualityReport][] = []
    const shown: Row[] = []
    for (const [label, half] of halves) {
      const asked = seeds ? seeds.flatMap(seed => withSlip(half, seed)) : half
      const rows = await ask(engine, asked)
      const ms: number[] = []
      for (let pass = 0; pass < Number(values.passes); pass += 1) {
        for (const { q } of asked) {
          const begin = performance.now()
          await engine.search(q, 10)
          ms.push(performance.now() - begin)
        }
      }
      reports.push([label, report(rows, ms)])
      shown.push(...rows)
    }
    printReport(engine.name, reports)
    if (values.show !== undefined) printRows(shown, values.show)
    await engine.close()
  }
}

async function main(): Promise<void> {
  for (const directory of values.data.split(',')) await measure(directory)
}

main().catch((error: unknown) => {
  console.error(error, `\n${usage}`)
  process.exitCode = 1
})
