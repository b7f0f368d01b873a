import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { serve, waitsWhile, withServer } from './beside-requests.ts'
import { visitorAddress } from './figures.ts'
import { fillIndex } from './search-engines.ts'
import { makeSearchRecords } from './search-records.ts'
import { makeTypedQueries } from './typed-queries.ts'

/**
 * How long searches wait while several clients search at once, and how long one visitor waits for a ready page
 * meanwhile, through the whole server. Clients and server share the machine.
 * Usage: node bench/search-load.ts [--records 50000] [--clients 1,8,32] [--most 20,30,80] [--seconds 10]. DATABASE_URL
 * names an empty database of a PostgreSQL server to use in place of the embedded one. Exit code 1 when the slowest
 * hundredth of searches waits longer than `most` says for so many clients, or of the ready page longer than 10 ms.
 */
const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    records: { type: 'string', default: '50000' },
    clients: { type: 'string', default: '1,8,32' },
    most: { type: 'string', default: '20,30,80' },
    seconds: { type: 'string', default: '10' },
  },
})
const mostOfPageMs = 10
const records = Number(values.records)

async function serveFilled(dataDir: string): Promise<void> {
  await serve(dataDir, async database => {
    await fillIndex(database, makeSearchRecords(records))
    await sql`vacuum analyze search_documents`.execute(database.kysely)
  })
}

async function measure(port: number): Promise<void> {
  const queries = makeTypedQueries(2000, records)
  const addressOf = (count: number) =>
    `/api/search?q=${encodeURIComponent(queries[count % queries.length] ?? '')}`
  const waits = (clients: number, seconds: number) =>
    waitsWhile(port, clients, seconds, addressOf, count => visitorAddress(count))
  await waits(8, 5)
  const bars = values.most.split(',').map(Number)
  for (const [at, clients] of values.clients.split(',').map(Number).entries()) {
    const { own, p50, p99, longest, asked, statuses } = await waits(clients, Number(values.seconds))
    const bar = bars[at] ?? Infinity
    console.log(
      `${clients} clients: ${(asked / Number(values.seconds)).toFixed(0)} searches/s (${statuses.map(pair => pair.join(': ')).join(', ')}), ` +
        `p50 ${own.p50.toFixed(1)}, p99 ${own.p99.toFixed(1)} ms (bar ${bar}); ` +
        `a ready page waits p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${longest.toFixed(1)} ms (bar ${mostOfPageMs})`,
    )
    if (own.p99 > bar || p99 > mostOfPageMs) process.exitCode = 1
  }
}

async function main(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-load-'))
  const given = ['--serve', dataDir, '--records', values.records]
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await withServer(server, measure)
  fs.rmSync(dataDir, { recursive: true, force: true })
}

await (values.serve === undefined ? main() : serveFilled(values.serve))
