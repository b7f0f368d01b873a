import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import yazl from 'yazl'
import type { StaffSheet, StaffSheetList } from '#contract/resources/sheet.ts'
import { packArchive } from '#test/archives/packed.ts'
import { hostilePdfs } from '#test/hostile-pdfs.ts'
import { makeNumberSheet } from './number-sheets.ts'
import { quantile } from './figures.ts'
import { megabytes, signIn, startServer } from './upload-server.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

/**
 * What the opening of a result's archive and the reading of its sheets cost: time, memory of a server that has visitors
 * already, delay of its event loop, and how long they wait meanwhile.
 * Usage: node bench/open-archive.ts [--schools 300] [--bytes 261095424] [--hostile]. With `--hostile` there are files
 * among the sheets that nobody means well with, and each has to fail alone with a sentence. Linux only; needs the built
 * site, and stands for `npm start` when `npm run bench` has started it. Exit code 1 above the bars of 100 MiB and 50 ms,
 * and when a sound sheet was not read.
 */
const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '300' },
    bytes: { type: 'string', default: String(249 * 1024 * 1024) },
    hostile: { type: 'boolean', default: false },
  },
})
const schools = Number(values.schools)
const archiveBytes = Number(values.bytes)
const numbersPerSheet = 24
const askEveryMs = 50
const servingMs = 30_000
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
  for (let index = 1; index <= schools; index += 1) {
    const numbers = Array.from({ length: numbersPerSheet }, (_, row) =>
      String(2_026_000_000 + index * 100 + row),
    )
    const sheet = await makeNumberSheet(numbers, `${index}`, Math.floor(archiveBytes / schools) - 2500)
    archive.addBuffer(sheet, `بنين/${index}- مدرسة ${index} للبنين.pdf`, { compressionLevel: 1 })
  }
  if (values.hostile) {
    for (const [name, bytes] of Object.entries(await hostilePdfs()))
      archive.addBuffer(bytes, `عدو/${name}.pdf`)
    archive.addBuffer(hostileEntries(), 'أرشيف.zip')
  }
  archive.end()
  await pipeline(archive.outputStream, fs.createWriteStream(file))
}

/** An archive for the archive: every entry of it is one that must not be opened. */
function hostileEntries(): Buffer {
  const entry = (name: string, content: string | Buffer, more = {}) => ({
    name: Buffer.from(name),
    content: Buffer.from(content),
    isUtf8: true,
    ...more,
  })
  return packArchive([
    entry('../خارج.pdf', 'x'),
    entry('c:\\خارج.pdf', 'x'),
    entry('سر.pdf', 'x', { flags: 1 }),
    entry('رابط.pdf', '/etc/passwd', { madeBy: 0x0314, attributes: 0o120777 * 0x10000 }),
    entry('غريب.pdf', 'x', { method: 14 }),
    entry('قنبلة.pdf', Buffer.alloc(40_000_000)),
    entry('أقصر.pdf', 'abcdef', { claims: { size: 3 } }),
    entry('أطول.pdf', 'abcdef', { claims: { size: 3_000_000_000 } }),
    entry('مجموع.pdf', 'abcdef', { claims: { crc: 1 } }),
    entry('مشترك.pdf', 'abcdef', { claims: { offset: 0 } }),
    entry('أعمق.zip', packArchive([entry('ورقة.pdf', 'x')])),
  ])
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

/** Asks for a page again and again. Shape: `take` says how long it took since it was last asked. */
function visit(server: ServerProcess, url: string) {
  const over = new AbortController()
  let times: number[] = []
  const failures: Error[] = []
  const visiting = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      const answer = await fetch(server.address + url)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
      times.push(performance.now() - from)
      await wait(askEveryMs)
    }
  })().catch((cause: unknown) => failures.push(new Error(`${url} was not answered`, { cause })))
  return {
    take() {
      const [failure] = failures
      if (failure !== undefined) throw failure
      const taken = times
      times = []
      const part = (share: number) => quantile(taken, share).toFixed(1)
      return `${taken.length} times, median ${part(0.5)} ms, p99 ${part(0.99)} ms, longest ${part(1)} ms`
    },
    async stop() {
      over.abort()
      await visiting
    },
  }
}

/** Prints what is said of every file that is no sound sheet. Shape: of how many nothing is said. */
async function listSilent(
  server: ServerProcess,
  staff: Staff,
  id: string,
  { reading }: StaffSheetList,
): Promise<number> {
  const sheets: StaffSheet[] = []
  for (const view of ['problem', 'other', 'public'])
    for (let offset = 0; ; offset += 50) {
      const url = `/api/results/${id}/sheets/all?view=${view}&limit=50&offset=${offset}`
      const { data } = await call<{ data: StaffSheetList }>(server, staff, url)
      sheets.push(...data.sheets)
      if (data.sheets.length < 50) break
    }
  const hostile = sheets.filter(({ entry }) => !entry.startsWith('بنين/'))
  const reasonOf = new Map(reading.without.map(({ id: sheet, reason }) => [sheet, reason ?? 'بلا أرقام']))
  let silent = 0
  for (const { id: sheet, entry, problem } of hostile) {
    const said = problem ?? reasonOf.get(sheet)
    if (said === undefined) silent += 1
    console.log(`  ${entry}: ${said ?? 'NOTHING'}`)
  }
  return silent
}

const zip = path.join(directory, 'results.zip')
await makeArchive(zip)
const NODE_OPTIONS = `--import data:text/javascript;base64,${Buffer.from(watcher).toString('base64')}`
const server = await startServer(path.join(directory, 'data'), { NODE_OPTIONS })
try {
  const staff = await signIn(server.address)
  const directLink = await upload(server, staff, zip)
  await wait(3000)
  const visitor = visit(server, '/results')
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, server.residentBytes())
  }, 20)
  /* What a process holds that answers people is not held for the archive. */
  for (const until = performance.now() + servingMs; performance.now() < until; await wait(200))
    await call(server, staff, '/api/results?limit=1')
  const idle = await delay(server)
  visitor.take()
  const before = peak
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
  const busy = await delay(server)
  const growth = peak - before
  const opened = visitor.take()
  console.log(
    `archive of ${megabytes(fs.statSync(zip).size)}, ${schools} schools: ${list.state}, ${list.total} sheets, ${seconds.toFixed(1)} s`,
  )
  console.log(
    `memory with visitors alone at most ${megabytes(before)}, peak ${megabytes(peak)}, growth ${megabytes(growth)}`,
  )
  console.log(
    `event loop p99 idle ${idle.p99.toFixed(1)} ms, meanwhile ${busy.p99.toFixed(1)} ms, longest ${busy.max.toFixed(1)} ms`,
  )
  console.log(`a public page meanwhile: ${opened}`)

  let all: StaffSheetList
  do {
    await wait(1000)
    all = (await call<{ data: StaffSheetList }>(server, staff, `/api/results/${data.id}/sheets/all?limit=1`))
      .data
  } while (all.reading.sheetsRead < all.reading.sheets)
  clearInterval(sampling)
  const reading = await delay(server)
  const whole = peak - before
  const { sheetsRead, numbers } = all.reading
  console.log(
    `read: ${sheetsRead} sheets, ${numbers} numbers, ${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`,
  )
  console.log(`memory peak ${megabytes(peak)}, growth with the reading ${megabytes(whole)}`)
  console.log(`event loop p99 ${reading.p99.toFixed(1)} ms, longest ${reading.max.toFixed(1)} ms`)
  console.log(`a public page meanwhile: ${visitor.take()}`)
  await visitor.stop()
  const silent = values.hostile ? await listSilent(server, staff, data.id, all) : 0
  const isRead = list.total >= schools && numbers === schools * numbersPerSheet && silent === 0
  const isSmall = growth <= barBytes && whole <= barBytes
  process.exitCode = isRead && isSmall && busy.p99 <= barMs && reading.p99 <= barMs ? 0 : 1
} finally {
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
