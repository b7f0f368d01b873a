import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { quantile } from './figures.ts'

/**
 * How long a page that is ready waits while many ask for records that are not there, each for another one, beside the
 * same number of clients who ask for a ready page too.
 * Usage: node bench/unknown-pages.ts [--clients 200] [--seconds 5]. DATABASE_URL names an empty database of a
 * PostgreSQL server to use in place of the embedded one. Bar: the wait under unknown addresses is at most 3 times that
 * under ready ones.
 */
const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '5' },
  },
})
const maxRatio = 3
const readyPage = '/books/primary'
const pauseBetweenMs = 10

async function serve(dataDir: string): Promise<void> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
  })
  const log = pino({ level: 'fatal' })
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], log })
  await migrateToLatest(database)
  const app = await buildApp(await createServices(config, database, log))
  await app.listen({ port: 0, host: '127.0.0.1' })
  console.log((app.server.address() as AddressInfo).port)
}

async function ask(port: number, address: string, agent: http.Agent, from: string): Promise<number> {
  const request = http.get({
    port,
    host: '127.0.0.1',
    path: address,
    agent,
    headers: { 'x-forwarded-for': from },
  })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}

/** What one visitor waits for the ready page while `clients` ask for `addressOf`, in milliseconds. */
async function waitsWhile(port: number, clients: number, addressOf: (count: number) => string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients + 1 })
  const visitor = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const until = performance.now() + Number(values.seconds) * 1000
  let asked = 0
  const statuses = new Map<number, number>()
  const flood = Array.from({ length: clients }, async (_, client) => {
    while (performance.now() < until) {
      asked += 1
      const status = await ask(port, addressOf(asked), agent, `198.51.100.${client % 250}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const waits: number[] = []
  while (performance.now() < until) {
    const startedMs = performance.now()
    await ask(port, readyPage, visitor, '203.0.113.1')
    waits.push(performance.now() - startedMs)
    await new Promise(resolve => setTimeout(resolve, pauseBetweenMs))
  }
  await Promise.all(flood)
  agent.destroy()
  visitor.destroy()
  const at = (share: number) => quantile(waits, share)
  return { p50: at(0.5), p99: at(0.99), longest: at(1), asked, statuses: [...statuses] }
}

async function main(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-unknown-'))
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const port = Number(String(line))
    const agent = new http.Agent()
    await ask(port, readyPage, agent, '203.0.113.1')
    const clients = Number(values.clients)
    const ready = await waitsWhile(port, clients, () => readyPage)
    const unknown = await waitsWhile(port, clients, count => `/books/unknown${count}`)
    for (const [name, { p50, p99, longest, asked, statuses }] of Object.entries({ ready, unknown })) {
      console.log(
        `${clients} clients, ${name.padEnd(8)} ${asked} asked (${statuses.map(pair => pair.join(': ')).join(', ')}); ` +
          `a ready page waits p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${longest.toFixed(1)} ms`,
      )
    }
    const ratio = unknown.p99 / ready.p99
    console.log(`ratio of p99: ${ratio.toFixed(2)} (bar ${maxRatio})`)
    if (ratio > maxRatio) process.exitCode = 1
  } finally {
    server.kill()
    await once(server, 'exit')
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

await (values.serve === undefined ? main() : serve(values.serve))
