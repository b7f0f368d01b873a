/**
 * Runs the measures that say how fast the product is and writes `bench/RESULTS.md`: when, on what machine, by which command, and
 * what they said. A row that is not run keeps what it said before; one without a command says so.
 * Usage: node bench/results.ts [--only WORDS] [--minutes MOST]. Needs PostgreSQL's server programs; what a row needs beside, it
 * says itself. With `--minutes` the rows share so much time: each runs shorter, and one that is not done is cut off and says so.
 * Let nothing else run meanwhile. Exit code 1 when a measure could not be taken, whose
 * row keeps what it said before; a bar that is missed stands in its row.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { minute } from '#contract/units.ts'
import { openBenchPostgres } from './bench-engine.ts'

interface Row {
  what: string
  goal: string
  /** A program of this folder and its arguments; undefined where there is none yet. */
  run?: [name: string, ...given: string[]]
  /** Its arguments where time is short. */
  short?: string[]
}

const rows: readonly Row[] = [
  {
    what: 'A ready page, of nginx sending the same bytes; a page that is drawn',
    goal: '0.75 of nginx by processor time, the same after an hour; with a query as without',
    run: ['pages'],
    short: ['--seconds', '1'],
  },
  {
    what: 'A page that nginx in front has kept, of nginx alone sending the same bytes',
    goal: '0.9 of nginx by processor time',
    run: ['behind-nginx'],
    short: ['--seconds', '1', '--rounds', '3'],
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
    short: ['--records', '5000', '--seconds', '4'],
  },
  {
    what: 'Writes on PostgreSQL, by 1 and 8 writers, of 1 and 2 processes',
    goal: '600/s; two processes, each with a core of its own, 1.6 times one',
    run: ['writes'],
    short: ['--seconds', '3'],
  },
  {
    what: 'Downloads, processor time',
    goal: '2 of nginx alone; as nginx where it is told',
    run: ['download'],
    short: [String(100 * 1024 * 1024), '20', '3'],
  },
  { what: 'Start and memory at rest', goal: '1.5 / 1.0 s; 250 / 150 MiB', run: ['start'], short: ['3'] },
  {
    what: 'What searches, lists and pages leave in memory',
    goal: '200 bytes a call',
    run: ['memory'],
    short: ['--calls', '10000', '--pages', '4000'],
  },
  {
    what: 'Every screen and page with years of data',
    goal: 'p99 100 ms, no scan of a growing table',
    run: ['scale', '--rounds', '5'],
    short: ['--rounds', '2', '--records', '2000', '--entries', '20000', '--visits', '200000'],
  },
  {
    what: 'A page that nothing has ready, and lists of the API, beside other frameworks',
    goal: '5 times React Router; 8 times Payload, 0.85 of bare Fastify and pg',
    run: ['peers'],
    short: ['--sizes', '5000', '--rounds', '3'],
  },
]

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, minutes: { type: 'string' } },
})
const endsAt = values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * minute
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
async function measured(
  { what, goal, run, short }: Row,
  databaseUrl: string,
  mostMs: number,
): Promise<string> {
  if (run === undefined) return `${what}\n\nGoal: ${goal}. There is no command for this yet.`
  const command = mostMs === Infinity ? run : [run[0], ...(short ?? run.slice(1))]
  const [name = '', ...given] = command
  const program = path.join(import.meta.dirname, `${name}.ts`)
  /* A group of its own: what it has started ends with it. */
  const child = spawn(process.execPath, ['--expose-gc', program, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
    detached: true,
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  let isCutOff = false
  const cutOff = () => {
    isCutOff = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = mostMs === Infinity ? undefined : setTimeout(cutOff, mostMs)
  const [status] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const said = Buffer.concat(output).toString().trim()
  if (!isCutOff && status !== 0 && status !== 1) throw new Error(`${name} ended with ${status}: ${said}`)
  if (isCutOff && said === '') throw new Error(`${name} had said nothing after ${mostMs / 1000} s`)
  const ending = status === 0 ? 'The command missed no bar of its own.' : 'A bar of the command is missed.'
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const load = os.loadavg()[0]?.toFixed(1)
  return [
    what,
    '',
    `Goal: ${goal}. ${isCutOff ? `Cut off after ${Math.round(mostMs / 1000)} s; what it had said by then.` : ending}`,
    '',
    `\`npm run bench -- ${command.join(' ')}\`, ${day}, load ${load}; ${machine()}`,
    '',
    '```text',
    said,
    '```',
  ].join('\n')
}

const known = sectionsOf(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
const wanted = rows.filter(({ what, run }) => `${what} ${run?.[0] ?? ''}`.includes(values.only))
if (wanted.length === 0) throw new Error(`There is no row with ${values.only}.`)
for (const [at, row] of wanted.entries()) {
  const left = wanted.slice(at).filter(({ run }) => run !== undefined).length
  /* Each finds an empty database. */
  const postgres = await openBenchPostgres('rafid-bench-results-pg-')
  try {
    const mostMs = (endsAt - performance.now()) / Math.max(1, left)
    known.set(row.what, await measured(row, postgres.databaseUrl('postgres'), mostMs))
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
