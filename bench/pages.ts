import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { gradeCodes } from '#contract/codes/grades.ts'
import { bookInputSchema } from '#contract/resources/book.ts'
import { buildApp } from '#server/app.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { readConfig } from '#server/config.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { createServices } from '#server/services.ts'
import {
  freePort,
  headersToAdd,
  listMissingPrograms,
  notTakenCode,
  loadCore,
  measure,
  nginxConfig,
  pinned,
  serverCore,
  type Rate,
} from './beside-nginx.ts'
import { beforeRequests, uncachedHeader } from './beside-requests.ts'
import { median, quantile } from './figures.ts'

const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    age: { type: 'string', default: '60' },
    connections: { type: 'string', default: '64' },
  },
})

/** Of what nginx does with the same processor time; an uncached page has none, for nginx draws nothing. */
const cachedBar = 0.75
/** Of a ready page that has no query, by processor time. */
const queryBar = 0.95
const list = '/books/primary'
const narrowed = `${list}?grade=FIRST_PRIMARY`

/** The real app in this process, with some books; says its port and the id of one of them. */
async function serve(dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', PORT: '0', HOST: '127.0.0.1' })
  const log = pino({ level: 'fatal' })
  const database = await openDatabase({ dataDir, log })
  await migrateToLatest(database)
  const services = await createServices(config, database, log)
  let bookId = ''
  for (const stage of [...gradeCodes, ...gradeCodes, ...gradeCodes]) {
    const input = bookInputSchema.parse({
      title: 'كتاب الرياضيات',
      stage,
      subject: 'MATH',
      releaseYear: 2026,
      description: 'كتاب المنهج المقرر للعام الدراسي الحالي.',
      keywords: 'رياضيات',
      directLink: 'https://files.example/book.pdf',
      telegramLink: 'https://t.me/example',
    })
    bookId = (await services.books.create(input, systemActor)).id
  }
  const app = await buildApp(services)
  beforeRequests(app.server, uncachedHeader, () => {
    void services.changes.tellHere(['books', 'notes', 'exams', 'results', 'news'])
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  console.log(JSON.stringify({ port: (app.server.address() as AddressInfo).port, bookId }))
}

/** Lets the process do for a while what a busy day asks of it: pages that are ready, and pages that are drawn. */
async function age(ours: ChildProcess, address: string, pages: readonly string[]): Promise<void> {
  const seconds = Math.ceil(Number(values.age) / pages.length / 2)
  for (const page of pages) {
    for (const isUncached of [false, true]) {
      const headers: Record<string, string> = isUncached ? { [uncachedHeader]: '1' } : {}
      await measure(ours, address + page, { seconds, connections: Number(values.connections), headers })
    }
  }
}

async function main(): Promise<void> {
  const missing = listMissingPrograms()
  if (missing.length > 0) {
    console.log(
      `This benchmark compares with nginx on one core and needs ${missing.join(', ')}, not installed.`,
    )
    process.exitCode = notTakenCode
    return
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-pages-'))
  fs.mkdirSync(path.join(folder, 'pages'))
  fs.chmodSync(folder, 0o755)
  const children: ChildProcess[] = []
  try {
    const ours = pinned(
      serverCore,
      process.execPath,
      [fileURLToPath(import.meta.url), '--serve', path.join(folder, 'data')],
      'pipe',
    )
    children.push(ours)
    if (ours.stdout === null) throw new Error('The server has no output')
    const [line] = (await once(createInterface(ours.stdout), 'line')) as [string]
    const { port, bookId } = JSON.parse(line) as { port: number; bookId: string }
    const pages = { home: '/', list, book: `/books/${bookId}` }
    let headers = ''
    for (const [name, address] of Object.entries(pages)) {
      const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
        headers: { 'accept-encoding': 'identity' },
      })
      headers = headersToAdd(answer)
      const html = Buffer.from(await answer.arrayBuffer())
      const { brotliCompressSync, constants } = await import('node:zlib')
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
      fs.writeFileSync(path.join(folder, 'pages', name), brotliCompressSync(html, { params }))
    }
    const nginxPort = await freePort()
    fs.writeFileSync(path.join(folder, 'nginx.conf'), nginxConfig(folder, nginxPort, headers))
    const nginx = pinned(
      serverCore,
      'nginx',
      ['-p', folder, '-c', path.join(folder, 'nginx.conf')],
      'inherit',
    )
    children.push(nginx)
    spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
    await wait(500)

    console.log(
      `${values.rounds} rounds of ${values.seconds} s with ${values.connections} connections; servers on core ${serverCore}, load from core ${loadCore}.`,
    )
    const asking = { seconds: Number(values.seconds), connections: Number(values.connections) }
    const uncached = { ...asking, headers: { [uncachedHeader]: '1' } }
    let isWithin = true
    for (const state of ['fresh', 'aged'] as const) {
      if (state === 'aged') await age(ours, `http://127.0.0.1:${port}`, Object.values(pages))
      for (const [name, address] of Object.entries(pages)) {
        const bytes = fs.statSync(path.join(folder, 'pages', name)).size
        const url = `http://127.0.0.1:${port}${address}`
        const rounds: { nginx: Rate; cached: Rate; uncached: Rate }[] = []
        for (let round = 0; round < Number(values.rounds); round += 1) {
          rounds.push({
            nginx: await measure(nginx, `http://127.0.0.1:${nginxPort}/${name}`, asking),
            cached: await measure(ours, url, asking),
            uncached: await measure(ours, url, uncached),
          })
        }
        console.log(`${state}: ${address.replace(bookId, '{id}')} (${bytes} bytes of brotli)`)
        for (const kind of ['nginx', 'cached', 'uncached'] as const) {
          const rate = Math.round(median(rounds.map(round => round[kind].perSecond)))
          const share = Math.round(median(rounds.map(round => round[kind].share)) * 100)
          const line = `  ${kind.padEnd(9)} ${rate} requests/s with ${share} % of the core`
          if (kind === 'nginx') {
            console.log(line)
            continue
          }
          const core = rounds.map(round => round[kind].perProcessorSecond / round.nginx.perProcessorSecond)
          const spread = `${quantile(core, 0).toFixed(3)} to ${quantile(core, 1).toFixed(3)}`
          const bar = kind === 'cached' ? `, bar ${cachedBar}` : ''
          if (kind === 'cached') isWithin &&= median(core) >= cachedBar
          console.log(`${line}: by processor time ${median(core).toFixed(3)} of nginx (${spread}${bar})`)
        }
      }
      const pairs: number[] = []
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const plain = await measure(ours, `http://127.0.0.1:${port}${list}`, asking)
        const asked = await measure(ours, `http://127.0.0.1:${port}${narrowed}`, asking)
        pairs.push(asked.perProcessorSecond / plain.perProcessorSecond)
      }
      isWithin &&= median(pairs) >= queryBar
      console.log(
        `${state}: ${narrowed} cached: by processor time ${median(pairs).toFixed(3)} of ${list} ` +
          `(${quantile(pairs, 0).toFixed(3)} to ${quantile(pairs, 1).toFixed(3)}, bar ${queryBar})`,
      )
    }
    process.exitCode = isWithin ? 0 : 1
  } finally {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

await (values.serve === undefined ? main() : serve(values.serve))
