import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import yazl from 'yazl'
import { megabytes, signIn, startServer, writeLargePdf } from './upload-server.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

/**
 * What the opening of a result's archive costs: time, memory of the server, delay of its event loop.
 * Usage: node bench/open-archive.ts [SCHOOLS] [BYTES]. Linux only. Exit code 1 above the bars of 100 MiB and 50 ms.
 */
const schools = Number(process.argv[2] ?? 300)
const archiveBytes = Number(process.argv[3] ?? 249 * 1024 * 1024)
const barBytes = 100 * 1024 * 1024
const barMs = 50
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const delays = path.join(directory, 'delays.json')

/* Runs in the server: how late its turns come, asked for by a signal and counted anew after it. */
const watcher = `
import { isMainThread } from 'node:worker_threads'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { writeFileSync } from 'node:fs'
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(${JSON.stringify(delays)}, JSON.stringify({ p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }))
    delay.reset()
  })
}`

async function makeArchive(file: string): Promise<void> {
  const archive = new yazl.ZipFile()
  const sheet = path.join(directory, 'sheet.pdf')
  for (let index = 1; index <= schools; index += 1) {
    writeLargePdf(sheet, Math.floor(archiveBytes / schools))
    archive.addBuffer(fs.readFileSync(sheet), `بنين/${index}- مدرسة ${index} للبنين.pdf`, {
      compressionLevel: 1,
    })
  }
  archive.end()
  await pipeline(archive.outputStream, fs.createWriteStream(file))
}

async function call<Answer>(
  server: ServerProcess,
  staff: Staff,
  url: string,
  init: RequestInit = {},
): Promise<Answer> {
  const headers = { ...init.headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken }
  const answer = await fetch(server.address + url, { ...init, headers })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function upload(server: ServerProcess, staff: Staff, file: string): Promise<string> {
  const body = new FormData()
  body.append('kind', 'zip')
  body.append('files', await fs.openAsBlob(file, { type: 'application/zip' }), 'results.zip')
  const { files } = await call<{ files: { file: { url: string } }[] }>(server, staff, '/api/files/new', {
    method: 'POST',
    body,
  })
  return files[0]?.file.url ?? ''
}

async function delay(server: ServerProcess): Promise<{ p99: number; max: number }> {
  fs.rmSync(delays, { force: true })
  server.signal('SIGUSR2')
  while (!fs.existsSync(delays)) await wait(20)
  await wait(50)
  return JSON.parse(fs.readFileSync(delays, 'utf8')) as { p99: number; max: number }
}

const zip = path.join(directory, 'results.zip')
await makeArchive(zip)
const NODE_OPTIONS = `--import data:text/javascript;base64,${Buffer.from(watcher).toString('base64')}`
const server = await startServer(path.join(directory, 'data'), { NODE_OPTIONS })
try {
  const staff = await signIn(server.address)
  const directLink = await upload(server, staff, zip)
  await wait(3000)
  const idle = await delay(server)
  const before = server.residentBytes()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, server.residentBytes())
  }, 20)
  const startedAt = performance.now()
  const input = {
    city: 'البصرة',
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    try: 1,
    releaseYear: 2026,
  }
  const { data } = await call<{ data: { id: string } }>(server, staff, '/api/results', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, keywords: ['نتائج'], directLink }),
  })
  let list: { state: string; total: number }
  do {
    await wait(200)
    const answer = await call<{ data: typeof list }>(server, staff, `/api/results/${data.id}/sheets?limit=1`)
    list = answer.data
  } while (list.state === 'waiting' || list.state === 'reading')
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(sampling)
  const busy = await delay(server)
  const growth = peak - before
  console.log(
    `archive of ${megabytes(fs.statSync(zip).size)}, ${schools} schools: ${list.state}, ${list.total} sheets, ${seconds.toFixed(1)} s`,
  )
  console.log(`memory before ${megabytes(before)}, peak ${megabytes(peak)}, growth ${megabytes(growth)}`)
  console.log(
    `event loop p99 idle ${idle.p99.toFixed(1)} ms, meanwhile ${busy.p99.toFixed(1)} ms, longest ${busy.max.toFixed(1)} ms`,
  )
  process.exitCode = list.total === schools && growth <= barBytes && busy.p99 <= barMs ? 0 : 1
} finally {
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
