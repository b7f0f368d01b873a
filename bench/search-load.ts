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
 * meanwhile, through the whole server: where nobody has asked the same before, and, told apart, where an answer is
 * remembered. Clients and server share the machine.
 * Usage: node bench/search-load.ts [--records 50000] [--clients 1,8,32] [--most 20,30,80] [--seconds 10]. DATABASE_URL
 * names an empty database of a PostgreSQL server to use in place of the embedded one. Exit code 1 when the slowest
 * hundredth of searches that nobody asked before waits longer than `most` says for so many clients, or of the ready page longer than 10 ms.
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

/** A number as letters that nobody sees and no search reads: with another in front, a query is the same and yet none that was asked. */
const unseenNumber = (count: number) => count.toString(2).replaceAll('0', '\u200e').replaceAll('1', '\u200f')

async function measure(port: number): Promise<void> {
  const queries = makeTypedQueries(2000, records)
  let unasked = 0
  const queryOf = (count: number) => queries[count % queries.length] ?? ''
  const waits = (clients: number, seconds: number, isRemembered: boolean) =>
    waitsWhile(
      port,
      clients,
      seconds,
      count => {
        const before = isRemembered ? '' : unseenNumber((unasked += 1))
        return `/api/search?q=${encodeURIComponent(before + queryOf(count))}`
      },
      count => visitorAddress(count),
    )
  await waits(8, 5, true)
  const bars = values.most.split(',').map(Number)
  const runs = values.clients.split(',').map((clients, at) => ({ clients: Number(clients), bar: bars[at] }))
  for (const isRemembered of [false, true]) {
    console.log(isRemembered ? 'Asked before, as far as answers are remembered:' : 'Never asked before:')
    for (const { clients, bar = Infinity } of runs) await report(clients, bar, isRemembered)
  }

  async function report(clients: number, bar: number, isRemembered: boolean): Promise<void> {
    const { own, p50, p99, longest, asked, statuses } = await waits(
      clients,
      Number(values.seconds),
      isRemembered,
    )
    console.log(
      `${clients} clients: ${(asked / Number(values.seconds)).toFixed(0)} searches/s (${statuses.map(pair => pair.join(': ')).join(', ')}), ` +
        `p50 ${own.p50.toFixed(1)}, p99 ${own.p99.toFixed(1)} ms (bar ${bar}); ` +
        `a ready page waits p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${longest.toFixed(1)} ms (bar ${mostOfPageMs})`,
    )
    if (!isRemembered && (own.p99 > bar || p99 > mostOfPageMs)) process.exitCode = 1
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
