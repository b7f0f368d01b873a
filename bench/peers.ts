/**
 * The same list of books, served by us and by other frameworks from the same PostgreSQL: a page that nothing has ready, of
 * React Router and Next, and ten books as JSON, of Payload and of bare Fastify with pg. What is compared asks the database as
 * the others do; what our remembered answer gives is told beside it. The page is as after a change of other books, of one of its own,
 * and of all. Asked in turns, each from a core of its own; servers and
 * database share one.
 * Usage: node bench/peers.ts [--folder bench/peers] [--sizes 5000,50000] [--seconds 2] [--rounds 5]. Needs wrk, taskset, the
 * server programs of PostgreSQL, and the peers: `npm install --prefix bench/peers && npm run build --prefix bench/peers`.
 * Exit code 1 when the page is given less than 5 times as often as by React Router, drawn anew or not, or the list less than
 * 8 times as often as by Payload or 0.85 times as often as by bare Fastify: with the totals remembered by both of us, and by
 * neither.
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
import { freePort, loadCore, measure, notTakenCode, serverCore, type Rate } from './beside-nginx.ts'
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

/** Who is asked for what. A bar is what we are to do for each of theirs. */
interface Rival {
  who: string
  server: 'react-router' | 'next' | 'fastify'
  address: string
  bar?: number
}
const known = '/api/known?limit=10'
const pageRivals: Rival[] = [
  { who: 'React Router', server: 'react-router', address: page, bar: 5 },
  { who: 'Next', server: 'next', address: page },
]
const uncached = { [uncachedHeader]: 'books' }
const rows: { what: string; address: string; headers?: Record<string, string>; rivals: Rival[] }[] = [
  {
    what: 'a page that nothing has ready, of the same books as before',
    address: page,
    headers: { ...uncached, [changedBooksHeader]: '0' },
    rivals: pageRivals,
  },
  {
    what: 'a page that nothing has ready, one of its ten books changed',
    address: page,
    headers: { ...uncached, [changedBooksHeader]: '1' },
    rivals: pageRivals,
  },
  {
    what: 'a page that nothing has ready, all of its books changed',
    address: page,
    headers: { ...uncached, [changedBooksHeader]: '10' },
    rivals: pageRivals,
  },
  {
    what: 'ten books as JSON, the total remembered',
    address: list,
    headers: { [askedAnewHeader]: 'books' },
    rivals: [
      { who: 'Payload', server: 'next', address: list, bar: 8 },
      { who: 'bare, its total remembered', server: 'fastify', address: known, bar: 0.85 },
    ],
  },
  {
    what: 'ten books as JSON, nothing remembered',
    address: list,
    headers: uncached,
    rivals: [
      { who: 'Payload', server: 'next', address: list, bar: 8 },
      { who: 'bare, counting each time', server: 'fastify', address: list, bar: 0.85 },
    ],
  },
  {
    what: 'ten books as JSON, the last answer remembered',
    address: list,
    rivals: [
      { who: 'Payload', server: 'next', address: list },
      { who: 'bare, its total remembered', server: 'fastify', address: known },
    ],
  },
]

interface Running {
  child: ChildProcess
  port: number
}
type Servers = Record<'ours' | Rival['server'], Running>

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
async function start(args: string[], folder: string, port: number, databaseUrl: string): Promise<Running> {
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
  return { child, port }
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

async function compare(servers: Servers, size: number, script: string): Promise<void> {
  const ask = { seconds: Number(values.seconds), connections, script }
  for (const { what, address, headers, rivals } of rows) {
    const own = headers === undefined ? ask : { ...ask, headers }
    const rounds: { ours: Rate; theirs: Rate[] }[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const ours = await measure(servers.ours.child, `http://127.0.0.1:${servers.ours.port}${address}`, own)
      const theirs: Rate[] = []
      for (const rival of rivals) {
        const { child, port } = servers[rival.server]
        theirs.push(await measure(child, `http://127.0.0.1:${port}${rival.address}`, ask))
      }
      rounds.push({ ours, theirs })
    }
    const rate = (rates: Rate[]) => {
      const perSecond = median(rates.map(one => one.perSecond))
      const processorMs = 1000 / median(rates.map(one => one.perProcessorSecond))
      return `${perSecond.toFixed(0)} a second, ${processorMs.toFixed(2)} ms of processor each`
    }
    console.log(
      `${size} books, ${what}: ${rate(rounds.map(({ ours }) => ours))} (${await sizeOf(servers.ours, address)})`,
    )
    for (const [at, { who, server, address: theirAddress, bar }] of rivals.entries()) {
      const of = (pick: (rate: Rate) => number) =>
        rounds.map(({ ours, theirs }) => pick(ours) / pick(theirs[at] ?? ours))
      const ratios = of(({ perSecond }) => perSecond)
      const processor = of(({ perProcessorSecond }) => perProcessorSecond)
      console.log(
        `  ${who}: ${rate(rounds.flatMap(({ theirs }) => theirs[at] ?? []))} (${await sizeOf(servers[server], theirAddress)}); ` +
          `we ${median(ratios).toFixed(2)} times as many (${quantile(ratios, 0).toFixed(2)} to ${quantile(ratios, 1).toFixed(2)}` +
          `${bar === undefined ? '' : `, bar ${bar}`}), by the processor time of the process ${median(processor).toFixed(2)}`,
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
    const begin = async (args: string[], within: string) => {
      const one = await start(args, within, await freePort(), databaseUrl)
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
