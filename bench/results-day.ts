/**
 * The hour of an announcement: half a million exam numbers become public in one act, a country looks them up, the
 * database stops in the middle and the process is killed and started again without it.
 * Usage: node bench/results-day.ts [--schools 145] [--seconds 3] [--rounds 3]. Needs nginx, wrk and a PostgreSQL server.
 * Ready pages and buckets are asked for beside nginx that serves the same bytes on the same core, with 16, 64 and 256
 * connections. Ends with 1 when the best of them is below 0.6 of nginx, or when anything public fails.
 */
import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { sql } from 'kysely'
import { cities } from '#contract/codes/cities.ts'
import { openPack } from '#server/content/results/numbers/open-pack.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { addReadSheets } from '#test/read-sheets.ts'
import {
  ask,
  freePort,
  headersToAdd,
  listMissingPrograms,
  loadCore,
  measure,
  nginxConfig,
  pinned,
  serverCore,
  type Rate,
} from './beside-nginx.ts'
import { hasBenchPostgres, openBenchPostgres } from './bench-engine.ts'
import { median } from './figures.ts'
import { signIn, startServer, type ServerProcess } from './upload-server.ts'

const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '145' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const size = { schools: Number(values.schools), students: 75 }
const seconds = Number(values.seconds)
const bar = 0.6
const stage = 'SIXTH_PREPARATORY'
const branches = ['SCIENTIFIC', 'LITERARY'] as const
const buckets = '/results/numbers/sixth-preparatory/2026-1/'
const page = '/results/sixth-preparatory'
const connections = [16, 64, 256]
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-day-'))
const dataDir = path.join(folder, 'data')
const packed = { 'accept-encoding': 'br' }

const missing = listMissingPrograms()
if (!hasBenchPostgres()) missing.push('PostgreSQL')
if (missing.length > 0) {
  console.log(`This benchmark needs ${missing.join(', ')}, which is not installed.`)
  process.exit(1)
}

fs.chmodSync(folder, 0o755)
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const postgres = await openBenchPostgres('rafid-bench-day-pg-')
const environment = {
  DATABASE_URL: postgres.databaseUrl('postgres'),
  PORT: String(port),
  SITE_URL: address,
  LOG_LEVEL: 'fatal',
}

async function start(): Promise<ServerProcess> {
  const server = await startServer(dataDir, environment)
  spawnSync('taskset', ['-acp', serverCore, String(server.pid)])
  return server
}

const packsOf = () =>
  fs.existsSync(path.join(dataDir, 'numbers'))
    ? fs.readdirSync(path.join(dataDir, 'numbers')).filter(name => name.endsWith('.pack'))
    : []

/** Puts the results of a country in, reads nothing, and announces them in one act once their numbers are packed. */
async function announce(): Promise<{ version: string; digits: number }> {
  const staff = await signIn(address)
  const post = async (url: string, body: object) => {
    const answer = await fetch(address + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { data: { results: { id: string }[] } }
  }
  const places = cities.flatMap(city => branches.map(branch => ({ city, branch })))
  const common = {
    stage,
    try: 1,
    releaseYear: 2026,
    keywords: ['نتائج'],
    directLink: 'https://files.example/a.zip',
  }
  const added = await post('/api/staff/results/batch', {
    results: places.map(place => ({ ...common, ...place })),
  })
  const ids = added.data.results.map(({ id }) => id)
  const database = await openDatabase({ dataDir, databaseUrl: environment.DATABASE_URL })
  await addReadSheets(database.kysely, ids, size)
  await sql`analyze`.execute(database.kysely)
  const startedAt = performance.now()
  await sql`select pg_notify('rafid_changes', 'drafts')`.execute(database.kysely)
  await database.close()
  while (packsOf().length === 0) await wait(100)
  const packSeconds = (performance.now() - startedAt) / 1000
  const bytes = fs.statSync(path.join(dataDir, 'numbers', packsOf()[0] ?? '')).size
  const count = ids.length * size.schools * size.students
  console.log(
    `${count} numbers packed in ${packSeconds.toFixed(1)} s before the announcement: ${(bytes / 2 ** 20).toFixed(1)} MiB`,
  )
  const flipAt = performance.now()
  await post('/api/staff/publications', {
    records: ids.map(id => ({ kind: 'result', id })),
    state: 'published',
  })
  console.log(
    `announced in ${(performance.now() - flipAt).toFixed(0)} ms: ${ids.length} results in one transaction`,
  )
  const html = await (await fetch(address + page)).text()
  const [, version = ''] = /data-version="([^"]+)"/.exec(html) ?? []
  const [, digits = ''] = /data-digits="([^"]+)"/.exec(html) ?? []
  if (version === '') throw new Error('The first page after the announcement does not know its numbers')
  return { version, digits: Number(digits) }
}

/** Waits until every page of the announcement lies on disk: what is measured is answering. */
async function untilKept(): Promise<void> {
  const count = () => fs.readdirSync(path.join(dataDir, 'kept', 'pages')).length
  for (let before = -1; before !== count(); await wait(8_000)) before = count()
}

/** The same bytes as files for nginx. */
async function copyForNginx(version: string, digits: number): Promise<{ bytes: number; largest: number }> {
  const root = path.join(folder, 'pages')
  fs.mkdirSync(path.join(root, buckets), { recursive: true })
  const answer = await fetch(address + page, { headers: packed })
  const body = Buffer.from(await answer.arrayBuffer())
  fs.writeFileSync(
    path.join(root, 'page'),
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  )
  const name = packsOf().find(each => each.includes(version)) ?? ''
  const pack = await openPack(path.join(dataDir, 'numbers', name))
  let [bytes, largest] = [0, 0]
  for (let at = 0; at < 16 ** digits; at += 1) {
    const prefix = at.toString(16).padStart(digits, '0')
    const bucket = (await pack.read(prefix)) ?? Buffer.alloc(0)
    bytes += bucket.length
    largest = Math.max(largest, at % 64 === 0 ? brotliDecompressSync(bucket).length : 0)
    fs.writeFileSync(path.join(root, buckets, `${prefix}.json`), bucket)
  }
  await pack.close()
  return { bytes: bytes / 16 ** digits, largest }
}

/** What wrk asks for: one bucket after the other, by chance. */
function writeScript(version: string, digits: number): string {
  const file = path.join(folder, 'buckets.lua')
  fs.writeFileSync(
    file,
    `math.randomseed(7)
local head = {["accept-encoding"] = "br"}
request = function()
  local prefix = string.format("%0${digits}x", math.random(0, ${16 ** digits - 1}))
  return wrk.format("GET", "${buckets}" .. prefix .. ".json?v=${version}", head)
end
`,
  )
  return file
}

async function startNginx(
  name: string,
  headers: string,
  type?: string,
): Promise<{ server: ChildProcess; port: number }> {
  const nginxPort = await freePort()
  const home = path.join(folder, name)
  fs.mkdirSync(home)
  fs.symlinkSync(path.join(folder, 'pages'), path.join(home, 'pages'))
  fs.writeFileSync(path.join(home, 'nginx.conf'), nginxConfig(home, nginxPort, headers, type))
  const server = pinned(serverCore, 'nginx', ['-p', home, '-c', path.join(home, 'nginx.conf')], 'inherit')
  await wait(700)
  return { server, port: nginxPort }
}

async function compare(
  what: string,
  pair: { ours: ServerProcess; nginx: ChildProcess },
  urls: [string, string],
  script?: string,
) {
  let best = 0
  for (const count of connections) {
    const rounds: { ours: Rate; nginx: Rate }[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const asking = { seconds, connections: count, ...(script !== undefined && { script }) }
      rounds.push({
        nginx: await measure(pair.nginx, urls[1], asking),
        ours: await measure(pair.ours, urls[0], asking),
      })
    }
    const clock = median(rounds.map(({ ours, nginx }) => ours.perSecond / nginx.perSecond))
    const core = median(rounds.map(({ ours, nginx }) => ours.perProcessorSecond / nginx.perProcessorSecond))
    const rate = Math.round(median(rounds.map(({ ours }) => ours.perSecond)))
    best = Math.max(best, core)
    console.log(
      `${what}, ${count} connections: ${rate}/s, ${clock.toFixed(3)} of nginx; by processor time ${core.toFixed(3)} (bar ${bar})`,
    )
  }
  return best
}

let ours = await start()
const nginxes: ChildProcess[] = []
try {
  const { version, digits } = await announce()
  const { bytes, largest } = await copyForNginx(version, digits)
  console.log(
    `${16 ** digits} buckets of ${digits} digits: ${bytes.toFixed(0)} bytes each, unpacked at most ${largest}`,
  )
  const script = writeScript(version, digits)
  spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
  const pageHeaders = headersToAdd(await fetch(address + page, { headers: packed }))
  const bucketAddress = `${buckets}${'0'.repeat(digits)}.json`
  const bucketHeaders = headersToAdd(
    await fetch(`${address + bucketAddress}?v=${version}`, { headers: packed }),
  )
  const withoutEncoding = (headers: string) =>
    headers
      .split('\n')
      .filter(line => !/content-encoding/i.test(line))
      .join('\n')
  const ofPages = await startNginx('nginx-pages', withoutEncoding(pageHeaders))
  const ofBuckets = await startNginx(
    'nginx-buckets',
    withoutEncoding(bucketHeaders),
    'application/json; charset=utf-8',
  )
  nginxes.push(ofPages.server, ofBuckets.server)
  await untilKept()
  console.log(`load of the machine: ${os.loadavg()[0]?.toFixed(1)}`)
  const best = [
    await compare('page', { ours, nginx: ofPages.server }, [
      address + page,
      `http://127.0.0.1:${ofPages.port}/page`,
    ]),
    await compare(
      'buckets',
      { ours, nginx: ofBuckets.server },
      [address + bucketAddress, `http://127.0.0.1:${ofBuckets.port}${bucketAddress}`],
      script,
    ),
  ]
  if (best.some(ratio => ratio < bar)) process.exitCode = 1

  /* Whatever is not 200 makes these throw. */
  const under = { seconds: seconds * 2, connections: 64 }
  const during = ask(address + bucketAddress, { ...under, script })
  await wait(seconds * 500)
  await postgres.crash()
  await during
  await ask(address + page, under)
  await ours.kill()
  ours = await start()
  await ask(address + page, under)
  await ask(address + bucketAddress, { ...under, script })
  const others = [
    '/',
    '/results',
    `${page}/schools`,
    '/results/third-intermediate',
    `/api/results/status?stage=${stage}`,
  ]
  for (const other of others) {
    const { status } = await fetch(address + other)
    if (status === 200) continue
    console.log(`${other} answered ${status} without the database`)
    process.exitCode = 1
  }
  console.log(
    'the database stopped under load, the process killed and started without it: nothing public failed',
  )
} finally {
  for (const server of nginxes) {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  await ours.kill()
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
