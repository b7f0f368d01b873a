/**
 * What others meet while pages are asked for that cost much: a crowd on one page that nobody has drawn, PDFs that nobody means well
 * with, threads that end while they draw.
 * Usage: node bench/read-crowd.ts [--clients 200] [--megabytes 100]
 * Stores a scan of 200 pages and the PDFs in a server, which runs as a process of its own, and asks for their pages. Meanwhile one
 * visitor asks for a ready page every 50 ms: prints for each part how long that took, and the most memory that the server held.
 * Ends with 1 when the visitor waited longer than the bar, the server held more, or any page was not drawn but those that
 * cannot be. Bars: 150 ms for 99 of 100, 1 GiB. Linux only; needs the built site.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pagePicturePath, paths } from '#contract/paths.ts'
import { makeEndlessPdf, makeGreedyPdf, makeManyPages } from '#test/pdf-pages.ts'
import { buildIfStale } from '../tools/build.ts'
import { quantile, visitorAddress } from './figures.ts'
import { makeScan, storePdf } from './large-scan.ts'
import { megabytes, signIn, startServer } from './upload-server.ts'

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '200' }, megabytes: { type: 'string', default: '100' } },
})
const clients = Number(values.clients)
const bars = { waitMs: 150, bytes: 1024 ** 3 }
const scanPages = 200
const askEveryMs = 50
const width = 840
const notDrawn = 422
const killedThreads = 5
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const endings = path.join(directory, 'endings')

/* Runs in the server: ends the thread that draws when a signal asks for it, and writes down that there was one. */
const ender = `
import fs from 'node:fs'
import threads, { isMainThread } from 'node:worker_threads'
import { syncBuiltinESMExports } from 'node:module'
if (isMainThread) {
  let drawing
  threads.Worker = class extends threads.Worker {
    constructor(url, options) {
      super(url, options)
      if (String(url).endsWith('inspect.worker.ts')) drawing = this
    }
  }
  syncBuiltinESMExports()
  process.on('SIGUSR2', () => {
    if (drawing === undefined || drawing.threadId < 0) return
    fs.appendFileSync(${JSON.stringify(endings)}, '.')
    void drawing.terminate()
  })
}`

interface Answer {
  status: number
  body: Buffer
}

const broken: string[] = []

buildIfStale()
const [scan, endless] = [await makeScan(scanPages, Number(values.megabytes) * 1e6), makeEndlessPdf()]
const server = await startServer(path.join(directory, 'data'), {
  TRUST_PROXY: '127.0.0.1',
  NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(ender).toString('base64')}`,
})

async function ask(address: string, from: string, agent: http.Agent): Promise<Answer> {
  const request = http.get(server.address + address, { agent, headers: { 'x-forwarded-for': from } })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { status: answer.statusCode ?? 0, body: Buffer.concat(parts) }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
const visitorAgent = new http.Agent({ keepAlive: true, maxSockets: 1 })
let asked = 0

/** Asks for a page's picture as somebody new. */
async function page(sha256: string, number: number, expected = 200): Promise<Buffer> {
  asked += 1
  const { status, body } = await ask(pagePicturePath(sha256, number, width), visitorAddress(asked), agent)
  if (status !== expected)
    broken.push(`page ${number} answered ${status} in place of ${expected}: ${body.toString().slice(0, 100)}`)
  return body
}

function mostMemory(): number {
  const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** What a visitor waits for the ready page, and the most memory, while something else goes on. */
async function beside(name: string, act: () => Promise<unknown>): Promise<void> {
  /* The most that was held is counted anew. */
  fs.writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const over = new AbortController()
  const waits: number[] = []
  const visiting = (async () => {
    while (!over.signal.aborted) {
      const startedMs = performance.now()
      const { status } = await ask(paths.booksOfStage('PRIMARY'), '203.0.113.1', visitorAgent)
      waits.push(performance.now() - startedMs)
      if (status !== 200) broken.push(`${name}: the ready page answered ${status}`)
      await wait(askEveryMs)
    }
  })()
  const startedMs = performance.now()
  await act()
  const seconds = (performance.now() - startedMs) / 1000
  over.abort()
  await visiting
  const [p99, bytes] = [quantile(waits, 0.99), mostMemory()]
  console.log(
    `${name.padEnd(28)} ${seconds.toFixed(1).padStart(5)} s; a ready page ${waits.length} times, p50 ${quantile(waits, 0.5).toFixed(1)}, ` +
      `p99 ${p99.toFixed(1)}, at most ${Math.max(...waits).toFixed(1)} ms; memory at most ${megabytes(bytes)}`,
  )
  if (p99 > bars.waitMs) broken.push(`${name}: the ready page took ${p99.toFixed(1)} ms`)
  if (bytes > bars.bytes) broken.push(`${name}: the server held ${megabytes(bytes)}`)
}

const endingsSoFar = () => (fs.existsSync(endings) ? fs.statSync(endings).size : 0)

/** Ends the thread that draws while it draws a page, which comes nevertheless. */
async function pageOfKilled(sha256: string, number: number): Promise<void> {
  const before = endingsSoFar()
  const there = new AbortController()
  const coming = page(sha256, number).finally(() => there.abort())
  while (!there.signal.aborted && endingsSoFar() === before) {
    server.signal('SIGUSR2')
    await wait(100)
  }
  await coming
}

try {
  const staff = await signIn(server.address)
  const store = (pdf: Buffer) => storePdf(server.address, staff, pdf)
  const book = await store(scan)
  const hostile = { endless: await store(endless), greedy: await store(makeGreedyPdf()) }
  const thick = await store(makeManyPages(10_000))
  await ask(paths.booksOfStage('PRIMARY'), '203.0.113.1', visitorAgent)

  await beside('nobody else', () => wait(4000))
  await beside(`${clients} on one page`, async () => {
    const pictures = await Promise.all(Array.from({ length: clients }, () => page(book, 150)))
    const kinds = new Set(pictures.map(picture => createHash('sha256').update(picture).digest('hex')))
    if (kinds.size !== 1) broken.push(`the crowd got ${kinds.size} different pictures`)
  })
  await beside('a PDF that hangs', () =>
    /* Whoever asks meanwhile for a page of the scan waits for a turn, and gets it. */
    Promise.all([page(hostile.endless, 1, notDrawn), wait(1000).then(() => page(book, 160))]),
  )
  await beside('a PDF that eats memory', async () => {
    await page(hostile.greedy, 1, notDrawn)
    await page(hostile.greedy, 2)
  })
  await beside('10,000 pages', () => page(thick, 9_999))
  await beside(`threads end, ${killedThreads} times`, async () => {
    for (let number = 1; number <= killedThreads; number += 1) await pageOfKilled(book, number)
    if (endingsSoFar() < killedThreads) broken.push(`only ${endingsSoFar()} threads were ended`)
  })
  await beside('after that', () => wait(4000))
} finally {
  agent.destroy()
  visitorAgent.destroy()
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
for (const text of broken) console.error(`Over the bar: ${text}`)
process.exitCode = broken.length > 0 ? 1 : 0
