/**
 * The same list of books, served by us and by other frameworks from the same PostgreSQL: a page of React Router and Next, and
 * ten books as JSON, of Payload and of bare Fastify with pg. Servers and database share one core; what asks has another.
 * Each round asks everybody once, one after the other, and a ratio is one of the same round.
 *
 * Who is compared remembers as much: a list without its total with those who count each time, a list whose total is
 * remembered with one that counts once. The page is as after a change of other books, of one of its own, and of all.
 *
 * A ratio is one of the processor time of server and database together, which is that of the requests in a second where
 * nobody else uses the core; what came of the clock is told beside it.
 * Usage: node bench/peers.ts [--folder bench/peers] [--sizes 5000,50000] [--seconds 2] [--rounds 5]. Needs wrk, taskset, the
 * server programs of PostgreSQL, and the peers: `npm install --prefix bench/peers && npm run build --prefix bench/peers`.
 * Exit code 1 when the page is given less than 5 times as often as by React Router, drawn anew or not, or the list less than
 * 8 times as often as by Payload or 0.85 times as often as by bare Fastify.
 * 2 when what it needs is missing.
 */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { minute } from '#contract/units.ts'
import { countOf, openBenchPostgres } from './bench-engine.ts'
import {
  freePort,
  loadCore,
  measure,
  notTakenCode,
  secondsOfChildren,
  serverCore,
  type Rate,
  type Server,
} from './beside-nginx.ts'
import { askedAnewHeader, changedBooksHeader, serve, uncachedHeader } from './beside-requests.ts'
import { median, quantile } from './figures.ts'
import { fillPeers } from './peers-data.ts'

const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    folder: { type: 'string', default: path.join(import.meta.dirname, 'peers') },
    sizes: { type: 'string', default: '5000,50000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
})
const connections = 16
const startWithinMs = minute
const list = '/api/books?limit=10'
const page = '/books/primary'

type ServerName = 'ours' | 'react-router' | 'next' | 'fastify'

/** What one server is asked for. */
interface Asked {
  server: ServerName
  address: string
  headers?: Record<string, string>
}

const known = '/api/known?limit=10'
const nothingReady = { [uncachedHeader]: 'books' }
const pageWith = (changed: number): Asked => ({
  server: 'ours',
  address: page,
  headers: { ...nothingReady, [changedBooksHeader]: String(changed) },
})
const asked = {
  same: pageWith(0),
  one: pageWith(1),
  all: pageWith(10),
  counting: { server: 'ours', address: list, headers: nothingReady },
  counted: { server: 'ours', address: list, headers: { [askedAnewHeader]: 'books' } },
  given: { server: 'ours', address: list },
  'React Router': { server: 'react-router', address: page },
  Next: { server: 'next', address: page },
  Payload: { server: 'next', address: list },
  'bare, counting each time': { server: 'fastify', address: list },
  'bare, its total remembered': { server: 'fastify', address: known },
} satisfies Record<string, Asked>
type AskedName = keyof typeof asked
const askedNames = Object.keys(asked) as AskedName[]

/** Who is compared with whom. A bar is how often we are to answer for each of their answers. */
const rows: { what: string; ours: AskedName; rivals: { who: AskedName; bar?: number }[] }[] = [
  {
    what: 'a page that nothing has ready, of the same books as before',
    ours: 'same',
    rivals: [{ who: 'React Router', bar: 5 }, { who: 'Next' }],
  },
  {
    what: 'a page that nothing has ready, one of its ten books changed',
    ours: 'one',
    rivals: [{ who: 'React Router', bar: 5 }, { who: 'Next' }],
  },
  {
    what: 'a page that nothing has ready, all of its books changed',
    ours: 'all',
    rivals: [{ who: 'React Router', bar: 5 }, { who: 'Next' }],
  },
  {
    what: 'ten books as JSON, nothing remembered',
    ours: 'counting',
    rivals: [
      { who: 'Payload', bar: 8 },
      { who: 'bare, counting each time', bar: 0.85 },
    ],
  },
  {
    what: 'ten books as JSON, the total remembered',
    ours: 'counted',
    rivals: [{ who: 'bare, its total remembered', bar: 0.85 }, { who: 'Payload' }],
  },
  {
    what: 'ten books as JSON, the last answer remembered',
    ours: 'given',
    rivals: [{ who: 'bare, its total remembered' }, { who: 'Payload' }],
  },
]

interface Running extends Server {
  child: ChildProcess
  port: number
}
type Servers = Record<ServerName, Running>

/** Each request as another visitor's: what strangers may ask for is counted by address. */
const manyVisitors = `
local count = 0
function request()
  count = count + 1
  wrk.headers["x-forwarded-for"] = string.format("10.%d.%d.%d", math.floor(count / 65536) % 256, math.floor(count / 256) % 256, count % 256)
  return wrk.format()
end
`

const inPeers = (...names: string[]) => path.join(path.resolve(values.folder), ...names)

/** Starts what answers on a port, on the servers' core, and waits until it does. */
async function start(
  args: string[],
  folder: string,
  port: number,
  databaseUrl: string,
  helpers: Server['helpers'],
): Promise<Running> {
  const child = spawn('taskset', ['-c', serverCore, process.execPath, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
    },
  })
  const until = performance.now() + startWithinMs
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${args.join(' ')} does not answer.`)
    await wait(100)
  }
  return { child, port, pid: child.pid, helpers }
}

/** What of an answer tells how much was drawn or given. */
async function sizeOf({ port }: Running, address: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${text.slice(0, 300)}`)
  const tags = text.match(/<[a-z]/g)?.length ?? 0
  return `${Buffer.byteLength(text)} bytes${address === page ? `, ${tags} elements` : ''}`
}

/** How everybody answered in each round. */
async function askInTurns(servers: Servers, script: string): Promise<Record<AskedName, Rate>[]> {
  const rounds: Record<AskedName, Rate>[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const rates: Partial<Record<AskedName, Rate>> = {}
    for (const name of askedNames) {
      const { server, address, headers }: Asked = asked[name]
      const running = servers[server]
      const asking = { seconds: Number(values.seconds), connections, script, ...(headers && { headers }) }
      rates[name] = await measure(running, `http://127.0.0.1:${running.port}${address}`, asking)
    }
    rounds.push(rates as Record<AskedName, Rate>)
  }
  return rounds
}

async function compare(servers: Servers, size: number, script: string): Promise<void> {
  const rounds = await askInTurns(servers, script)
  const told = async (name: AskedName) => {
    const { server, address } = asked[name]
    const of = (pick: (rate: Rate) => number) => median(rounds.map(rates => pick(rates[name])))
    const ms = (pick: (rate: Rate) => number) => (1000 / of(pick)).toFixed(2)
    return (
      `${ms(({ perSecondOfAll }) => perSecondOfAll)} ms of processor each, ${ms(({ perProcessorSecond }) => perProcessorSecond)} ` +
      `of them its process's, ${of(({ perSecond }) => perSecond).toFixed(0)} a second (${await sizeOf(servers[server], address)})`
    )
  }
  for (const { what, ours, rivals } of rows) {
    console.log(`${size} books, ${what}: ${await told(ours)}`)
    for (const { who, bar } of rivals) {
      const of = (pick: (rate: Rate) => number) => rounds.map(rates => pick(rates[ours]) / pick(rates[who]))
      const ratios = of(({ perSecondOfAll }) => perSecondOfAll)
      console.log(
        `  ${who}: ${await told(who)}; we ${median(ratios).toFixed(2)} times as many ` +
          `(${quantile(ratios, 0).toFixed(2)} to ${quantile(ratios, 1).toFixed(2)}${bar === undefined ? '' : `, bar ${bar}`}), ` +
          `by the clock ${median(of(({ perSecond }) => perSecond)).toFixed(2)}`,
      )
      if (bar !== undefined && !(median(ratios) >= bar)) process.exitCode = 1
    }
  }
}

async function measureSize(size: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-peers-'))
  const postgres = await openBenchPostgres('rafid-bench-peers-pg-')
  const running: Running[] = []
  try {
    const databaseUrl = postgres.databaseUrl('postgres')
    const database = await openDatabase({ dataDir: folder, databaseUrl })
    await migrateToLatest(database)
    await fillPeers(database, size)
    await database.close()
    /* Lines that are opened from here on stay on the core of the server that opens them. */
    const cluster = path.join(postgres.directory, 'cluster', 'postmaster.pid')
    const [postmaster = ''] = fs.readFileSync(cluster, 'utf8').split('\n')
    spawnSync('taskset', ['-cp', serverCore, postmaster])
    const backends = () => secondsOfChildren(Number(postmaster))
    const begin = async (args: string[], within: string) => {
      const one = await start(args, within, await freePort(), databaseUrl, backends)
      running.push(one)
      return one
    }
    const script = path.join(folder, 'visitors.lua')
    fs.writeFileSync(script, manyVisitors)
    const next = inPeers('node_modules/next/dist/bin/next')
    const reactRouter = inPeers('node_modules/@react-router/serve/bin.cjs')
    await compare(
      {
        ours: await begin([fileURLToPath(import.meta.url), '--serve', folder], import.meta.dirname),
        fastify: await begin([inPeers('fastify.mjs')], inPeers()),
        'react-router': await begin([reactRouter, 'build/server/index.js'], inPeers('react-router')),
        next: await begin([next, 'start'], inPeers('next')),
      },
      size,
      script,
    )
  } finally {
    for (const { child } of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const missing = ['taskset', 'wrk'].filter(program => spawnSync('which', [program]).status !== 0)
  if (!fs.existsSync(inPeers('next/.next')) || !fs.existsSync(inPeers('react-router/build')))
    missing.push(
      `the peers (npm install --prefix ${values.folder} && npm run build --prefix ${values.folder})`,
    )
  if (missing.length > 0) {
    console.log(`This benchmark needs ${missing.join(', ')}, not installed.`)
    process.exitCode = notTakenCode
    return
  }
  spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
  for (const size of values.sizes.split(',')) await measureSize(countOf(size))
}

await (values.serve === undefined ? main() : serve(values.serve))
