import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readyPage, serve, waitsWhile, withServer } from './beside-requests.ts'

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

async function measure(port: number): Promise<void> {
  const clients = Number(values.clients)
  const waits = (addressOf: (count: number) => string) =>
    waitsWhile(port, clients, Number(values.seconds), addressOf, (_, client) => `198.51.100.${client % 250}`)
  const ready = await waits(() => readyPage)
  const unknown = await waits(count => `/books/unknown${count}`)
  for (const [name, { p50, p99, longest, asked, statuses }] of Object.entries({ ready, unknown })) {
    console.log(
      `${clients} clients, ${name.padEnd(8)} ${asked} asked (${statuses.map(pair => pair.join(': ')).join(', ')}); ` +
        `a ready page waits p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${longest.toFixed(1)} ms`,
    )
  }
  const ratio = unknown.p99 / ready.p99
  console.log(`ratio of p99: ${ratio.toFixed(2)} (bar ${maxRatio})`)
  if (ratio > maxRatio) process.exitCode = 1
}

async function main(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-unknown-'))
  const file = fileURLToPath(import.meta.url)
  const server = spawn(process.execPath, [file, '--serve', dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  await withServer(server, measure)
  fs.rmSync(dataDir, { recursive: true, force: true })
}

await (values.serve === undefined ? main() : serve(values.serve))
