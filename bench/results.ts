/**
 * Runs the measures that say how fast the product is and writes `bench/RESULTS.md`: when, on what machine, by which command, and
 * what they said. A row that is not run keeps what it said before; one without a command says so.
 * Usage: node bench/results.ts [--only WORDS]. Needs PostgreSQL's server programs; what a row needs beside, it says itself.
 * Let nothing else run meanwhile. Exit code 1 when a measure could not be taken; a bar that is missed stands in its row.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openBenchPostgres } from './bench-engine.ts'

interface Row {
  what: string
  goal: string
  /** A program of this folder and its arguments; undefined where there is none yet. */
  run?: [name: string, ...given: string[]]
}

const rows: readonly Row[] = [
  {
    what: 'A ready page, of nginx sending the same bytes; a page that is drawn',
    goal: '0.75 of nginx by processor time, the same after an hour',
    run: ['pages'],
  },
  {
    what: 'A page that nginx in front has kept, of nginx alone sending the same bytes',
    goal: '0.9 of nginx by processor time',
    run: ['behind-nginx'],
  },
  {
    what: 'Ready pages while unknown ones are asked for',
    goal: 'wait at most 3 times as long',
    run: ['unknown-pages'],
  },
  {
    what: 'Search in 50,000 records',
    goal: 'p99 20 / 30 / 80 ms for 1 / 8 / 32 clients, of a ready page meanwhile 10 ms',
    run: ['search-load'],
  },
  {
    what: 'Writes on PostgreSQL, by 1 and 8 writers, of 1 and 2 processes',
    goal: '600/s; two processes 1.6 times one',
    run: ['writes'],
  },
  {
    what: 'Downloads, processor time',
    goal: '2 of nginx alone; as nginx where it is told',
    run: ['download'],
  },
  { what: 'Start and memory at rest', goal: '1.5 / 1.0 s; 250 / 150 MiB', run: ['start'] },
  { what: 'What searches and lists leave in memory', goal: '200 bytes a call', run: ['memory'] },
  {
    what: 'Every screen and page with years of data',
    goal: 'p99 100 ms, no scan of a growing table',
    run: ['scale', '--rounds', '5'],
  },
  { what: 'A page with a query that is ready', goal: 'as one without' },
  {
    what: 'Lists of the API beside bare Fastify and pg, and beside other frameworks',
    goal: '0.85; 8 times Payload',
  },
]

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const file = path.join(import.meta.dirname, 'RESULTS.md')
const intro = `# Results

Written by \`npm run bench -- results\`, a row at a time with \`--only WORDS\`. Times depend on the machine and on what else it
did: the load at the end of a measure stands beside it. Ratios within one run say more.
`

/** What was written of each row before, by its heading. */
function sectionsOf(text: string): Map<string, string> {
  const sections = text.split(/^## /m).slice(1)
  return new Map(sections.map(section => [section.split('\n', 1)[0] ?? '', section.trim()]))
}

function machine(): string {
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  return `${cpu?.model.trim() ?? 'unknown processor'}, ${os.availableParallelism()} cores, ${memory} GiB, Node ${process.versions.node}, ${os.type()} ${os.release()}`
}

/** Runs the measure of a row. Shape: what it said, as a section. Errors: throws when it could not be taken. */
function measured({ what, goal, run }: Row, databaseUrl: string): string {
  if (run === undefined) return `${what}\n\nGoal: ${goal}. There is no command for this yet.`
  const [name, ...given] = run
  const program = path.join(import.meta.dirname, `${name}.ts`)
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', program, ...given], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  if (status !== 0 && status !== 1) throw new Error(`${name} ended with ${status}`)
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const load = os.loadavg()[0]?.toFixed(1)
  return [
    what,
    '',
    `Goal: ${goal}. ${status === 0 ? 'The bar of the command is met.' : 'The bar of the command is missed.'}`,
    '',
    `\`npm run bench -- ${run.join(' ')}\`, ${day}, load ${load}; ${machine()}`,
    '',
    '```text',
    stdout.trim(),
    '```',
  ].join('\n')
}

const known = sectionsOf(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
const wanted = rows.filter(({ what, run }) => `${what} ${run?.[0] ?? ''}`.includes(values.only))
if (wanted.length === 0) throw new Error(`There is no row with ${values.only}.`)
for (const row of wanted) {
  /* Each finds an empty database. */
  const postgres = await openBenchPostgres('rafid-bench-results-pg-')
  try {
    known.set(row.what, measured(row, postgres.databaseUrl('postgres')))
  } catch (error) {
    console.error(`${row.what}: ${String(error)}`)
    process.exitCode = 1
  } finally {
    await postgres.stop()
  }
  const sections = rows.map(
    ({ what, goal }) => known.get(what) ?? `${what}\n\nGoal: ${goal}. Not measured yet.`,
  )
  fs.writeFileSync(file, `${[intro.trim(), ...sections.map(section => `## ${section}`)].join('\n\n')}\n`)
}
