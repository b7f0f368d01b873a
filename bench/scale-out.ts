/**
 * What more processes over one PostgreSQL and one store are worth behind nginx: 1, 2 and 4 of them, in turns within one run, so
 * that what else the machine does meets all alike. Measures unknown lists (a query each), how long another process shows
 * what was there before a write, and whether any answer is wrong.
 * Usage: node bench/scale-out.ts [rounds, default 3] [seconds for each, default 8]. Needs nginx and PostgreSQL's server programs.
 * Exit code 1 when an answer was wrong, or a change was not seen everywhere within two seconds (p99).
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiPaths } from '#contract/paths.ts'
import { bookInput } from '#test/factories.ts'
import { startS3Server } from '#test/s3-server.ts'
import { buildIfStale } from '../tools/build.ts'
import { hasBenchPostgres, openBenchPostgres } from './bench-engine.ts'
import { freePort } from './beside-nginx.ts'
import { meanOf, quantile, visitorAddress } from './figures.ts'
import { hasNginx, startShippedNginx } from './shipped-nginx.ts'
import { signIn, startServer } from './upload-server.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

const rounds = Number(process.argv[2] ?? 3)
const seconds = Number(process.argv[3] ?? 8)
const sizes = [1, 2, 4] as const
const askers = 16
const mostStaleMs = 2000
const longestStaleMs = 10_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-scale-out-'))
const wrong: string[] = []
let asked = 0

function someAddress(): string {
  asked += 1
  return visitorAddress(asked)
}

/** Asks for lists that nobody asked for before, for a while. Shape: answers a second. */
async function throughput(address: string): Promise<number> {
  const until = performance.now() + seconds * 1000
  let answers = 0
  async function go(): Promise<void> {
    while (performance.now() < until) {
      const url = `${address}${apiPaths.books}?limit=20&search=${asked}`
      const answer = await fetch(url, { headers: { 'x-forwarded-for': someAddress() } })
      const body = (await answer.json()) as { data?: { books: unknown[] } }
      if (answer.status !== 200 || !Array.isArray(body.data?.books)) wrong.push(`${url}: ${answer.status}`)
      else answers += 1
    }
  }
  await Promise.all(Array.from({ length: askers }, go))
  return answers / seconds
}

/** How long each of the others shows the old record after one has answered that it is saved. Units: milliseconds. */
async function staleness(
  processes: readonly ServerProcess[],
  staff: Staff,
  writes: number,
): Promise<number[]> {
  const [writer, ...others] = processes
  if (writer === undefined) return []
  const headers = {
    cookie: staff.cookie,
    'x-csrf-token': staff.csrfToken,
    'content-type': 'application/json',
  }
  const save = async (method: string, url: string, title: string) => {
    const body = JSON.stringify(bookInput({ title }))
    const answer = await fetch(writer.address + url, { method, headers, body })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const id = await save('POST', apiPaths.books, 'قبل')
  const url = `${apiPaths.books}/${id}`
  const found: number[] = []
  for (let at = 0; at < writes; at += 1) {
    const title = `عنوان ${at}`
    await Promise.all(others.map(({ address }) => fetch(address + url).then(answer => answer.text())))
    await save('PUT', url, title)
    const savedAt = performance.now()
    const seen = others.map(async ({ address }) => {
      for (;;) {
        const headers = { 'x-forwarded-for': someAddress() }
        const text = await (await fetch(address + url, { headers })).text()
        const ms = performance.now() - savedAt
        if (text.includes(`"${title}"`)) return ms
        if (ms > longestStaleMs) {
          wrong.push(`still old after ${longestStaleMs} ms`)
          return ms
        }
      }
    })
    found.push(...(await Promise.all(seen)))
  }
  return found
}

async function main(): Promise<void> {
  buildIfStale()
  const postgres = await openBenchPostgres('rafid-scale-pg-')
  const store = await startS3Server()
  const ports = await Promise.all(Array.from({ length: Math.max(...sizes) }, freePort))
  const mirror = path.join(folder, 'mirror')
  fs.mkdirSync(mirror)
  fs.writeFileSync(path.join(mirror, 'headers.conf'), '')
  const processes: ServerProcess[] = []
  const rates = new Map<number, number[]>(sizes.map(size => [size, []]))
  const stale = new Map<number, number[]>(sizes.map(size => [size, []]))
  const fronts = []
  try {
    for (const [at, port] of ports.entries()) {
      const environment = {
        PORT: String(port),
        LOG_LEVEL: 'fatal',
        DATABASE_URL: postgres.databaseUrl('postgres'),
        TRUST_PROXY: '2',
        S3_ENDPOINT: store.config.endpoint ?? '',
        S3_BUCKET: store.config.bucket,
        S3_ACCESS_KEY_ID: store.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.config.secretAccessKey,
      }
      processes.push(await startServer(path.join(folder, String(at)), environment))
    }
    const staff = await signIn(processes[0]?.address ?? '')
    for (const size of sizes) {
      const home = path.join(folder, `front-${size}`)
      fronts.push(await startShippedNginx({ home, mirror, appPorts: ports.slice(0, size) }))
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, size] of sizes.entries()) {
        rates.get(size)?.push(await throughput(fronts[at]?.address ?? ''))
        stale.get(size)?.push(...(await staleness(processes.slice(0, size), staff, 20)))
        await wait(200)
      }
    }
  } finally {
    for (const front of fronts) await front.stop()
    for (const each of processes) await each.kill()
    await postgres.stop()
    await store.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const single = meanOf(rates.get(1) ?? [])
  for (const size of sizes) {
    const rate = meanOf(rates.get(size) ?? [])
    const times = stale.get(size) ?? []
    const seen =
      times.length === 0
        ? ''
        : `; another shows a write after ${quantile(times, 0.5).toFixed(0)} ms (p50), ${quantile(times, 0.99).toFixed(0)} ms (p99), of ${times.length}`
    console.log(`${size}: ${rate.toFixed(0)} lists a second, ${(rate / single).toFixed(2)} of one${seen}`)
    if (times.length > 0 && quantile(times, 0.99) > mostStaleMs) process.exitCode = 1
  }
  console.log(
    `${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}; ${asked} asked, ${wrong.length} wrong`,
  )
  for (const each of wrong.slice(0, 10)) console.error(each)
  if (wrong.length > 0) process.exitCode = 1
}

const missing = [...(hasNginx() ? [] : ['nginx']), ...(hasBenchPostgres() ? [] : ['PostgreSQL'])]
if (missing.length === 0) await main()
else {
  console.log(`This benchmark needs ${missing.join(' and ')}, which is not installed.`)
  process.exitCode = 1
}
