/**
 * Tries what is shipped here: PostgreSQL, an S3-compatible store, two processes and nginx with the files of this folder.
 * Shows that pages are kept as their headers say and go on with both processes stopped, that ranges and resumable
 * uploads pass, that the processes can be started anew one after the other under load, and that the mirror stands alone.
 * Usage: node tools/pin-node.mjs deploy/try.ts [restarts, default 4]. Needs nginx and PostgreSQL's server programs.
 * Exit code 1 when something is not so.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import { bookInput } from '#test/factories.ts'
import { openCuttingProxy } from '#test/cutting-proxy.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  startPostgresServer,
} from '#test/postgres-server.ts'
import { startS3Server } from '#test/s3-server.ts'
import { freePort } from '../bench/beside-nginx.ts'
import { hasNginx, startShippedNginx } from '../bench/shipped-nginx.ts'
import type { Front } from '../bench/shipped-nginx.ts'
import { megabytes, signIn, startServer, writeLargePdf } from '../bench/upload-server.ts'
import type { ServerProcess, Staff } from '../bench/upload-server.ts'
import { buildIfStale } from '../tools/build.ts'
import { takeSnapshot } from '../tools/snapshot.ts'
import { startLoad, uploadChunkBytes, uploadOnce } from './load.ts'

const restarts = Number(process.argv[2] ?? 4)
const uploadBytes = 24 * 1024 * 1024
const cuts = 3
/** Of the line that is cut. */
const bytesPerSecond = 8_000_000
/** For each cut, of what one request of the upload brings: what the cut interrupts is sent again, and no more. */
const mostChunksAgain = 1.5
const betweenRestartsMs = 1500

const failures: string[] = []
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-try-'))

function tell(what: string, isSo: boolean, figure = ''): void {
  console.log(`${isSo ? '✓' : '✗'} ${what}${figure && `: ${figure}`}`)
  if (!isSo) failures.push(what)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function ask(address: string, init: RequestInit = {}) {
  const answer = await fetch(address, { redirect: 'manual', ...init })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** What an address answers when it has been renewed: what is old is handed out once more meanwhile. */
async function settled(address: string): Promise<Buffer> {
  for (let last = Buffer.alloc(0); ; await wait(1000)) {
    const { bytes } = await ask(address)
    if (bytes.equals(last)) return bytes
    last = bytes
  }
}

const headersOf = ({ cookie, csrfToken }: Staff) => ({ cookie, 'x-csrf-token': csrfToken })

/** Uploads through a line that breaks, goes on through it, and gives the stored file's address. */
async function tryUpload(front: Front, staff: Staff, file: string, whole: string): Promise<string> {
  const line = await openCuttingProxy(front.port, bytesPerSecond)
  let resumed = 0
  const cutNext = () => line.cutAt(line.sent() + Math.floor(uploadBytes * (0.1 + Math.random() * 0.15)))
  cutNext()
  const url = await uploadOnce(line.address, headersOf(staff), file, () => {
    resumed += 1
    if (resumed < cuts) cutNext()
  })
  const again = (line.sent() - uploadBytes) / resumed
  await line.close()
  const id = url.split('/').at(-1) ?? ''
  const result = await ask(front.address + apiPaths.uploadResult(id), {
    headers: headersOf(staff),
  })
  const stored = JSON.parse(result.bytes.toString()) as { file: { url: string } }
  const back = await ask(front.address + stored.file.url)
  const isWhole = resumed >= cuts && sha256(back.bytes) === whole
  const isShort = again <= mostChunksAgain * uploadChunkBytes
  tell(
    `an upload cut ${resumed} times goes on where it was`,
    isWhole && isShort,
    `${megabytes(again)} of ${megabytes(uploadBytes)} sent again for each cut`,
  )
  return stored.file.url
}

async function tryRange(front: Front, address: string, file: string): Promise<void> {
  const part = await ask(front.address + address, { headers: { range: 'bytes=1000-3000000' } })
  const isSame = part.bytes.equals(fs.readFileSync(file).subarray(1000, 3_000_001))
  tell('a range of a file passes', part.status === 206 && isSame, `${part.bytes.length} bytes`)
}

async function tryPlain(front: Front): Promise<void> {
  const page = await front.askPlain(paths.books)
  tell(
    'a page without TLS is sent on to https',
    page.status === 308 && page.location?.startsWith('https:') === true,
  )
  const call = await front.askPlain(apiPaths.books)
  tell('a call without TLS is refused', call.status === 403 && call.body.includes('"https_only"'))
}

async function tryKeeping(front: Front, staff: Staff): Promise<void> {
  const asked = [paths.home, paths.books, `${paths.books}?search=x`, apiPaths.news]
  for (const address of asked) await ask(front.address + address)
  await ask(front.address + apiPaths.me, { headers: headersOf(staff) })
  const answers = await Promise.all(asked.map(address => ask(front.address + address)))
  const kept = front.keptKeys()
  for (const [at, address] of asked.entries()) {
    const says = answers[at]?.headers.get('cache-control') ?? ''
    const mayBeKept =
      /s-maxage=[1-9]/.test(says) || (/max-age=[1-9]/.test(says) && !/private|no-store/.test(says))
    const isKept = kept.some(key => key.startsWith(`${address} `))
    tell(`${address} is kept as it says (${says})`, isKept === mayBeKept, isKept ? 'kept' : 'not kept')
  }
  tell('what only staff see is not kept', !kept.some(key => key.startsWith(apiPaths.me)))
}

/** Half of the requests come to a process that takes each whole, and breaks its line without an answer. */
async function tryBrokenLines(mirror: string, appPort: number, staff: Staff): Promise<void> {
  const broken = net.createServer(line =>
    line.on('error', () => {}).once('data', () => line.resetAndDestroy()),
  )
  const brokenPort = await freePort()
  await new Promise<void>(resolve => broken.listen(brokenPort, '127.0.0.1', () => resolve()))
  const appPorts = [brokenPort, appPort]
  const front = await startShippedNginx({ home: path.join(folder, 'broken'), mirror, appPorts })
  try {
    const created: string[] = []
    for (let count = 0; count < 6; count += 1) {
      const answer = await ask(front.address + apiPaths.books, {
        method: 'POST',
        headers: { ...headersOf(staff), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(bookInput({ title: `كتاب الخط المقطوع ${count}` })),
      })
      created.push(`${answer.status}`)
    }
    const isWhole = created.every(status => status === '201')
    tell('a write with a key whose line breaks goes to the other process', isWhole, created.join(' '))
  } finally {
    await front.stop()
    broken.close()
  }
}

async function tryWithoutProcesses(front: Front, before: Map<string, Buffer>): Promise<void> {
  for (const [address, bytes] of before) {
    const now = await ask(front.address + address)
    tell(
      `${address} goes on with both processes stopped`,
      now.status === 200 && now.bytes.equals(bytes),
      String(now.status),
    )
  }
  const call = await ask(front.address + apiPaths.news + '?limit=3')
  tell('a call that nobody can answer says so', call.status === 503 && call.bytes.includes('"unavailable"'))
}

async function tryMirror(mirror: string): Promise<void> {
  const front = await startShippedNginx({ home: path.join(folder, 'mirror-alone'), mirror, appPorts: [] })
  try {
    const home = await ask(front.address + paths.home)
    const isPage = home.status === 200 && home.headers.get('content-type')?.startsWith('text/html') === true
    tell('the mirror alone shows the site', isPage && home.headers.has('content-security-policy'))
    const script = /(?:src|href)="(\/assets\/[^"]+)"/.exec(home.bytes.toString())?.[1] ?? ''
    const asset = await ask(front.address + script)
    tell(
      'with scripts and styles',
      asset.status === 200 && /immutable/.test(asset.headers.get('cache-control') ?? ''),
    )
    const missing = [`${paths.books}?search=x`, '/dashboard', apiPaths.search]
    for (const address of missing)
      tell(`and 503 for ${address}`, (await ask(front.address + address)).status === 503)
  } finally {
    await front.stop()
  }
}

async function main(programs: string): Promise<void> {
  buildIfStale()
  const pdf = path.join(folder, 'large.pdf')
  const whole = writeLargePdf(pdf, uploadBytes)
  const mirror = path.join(folder, 'mirror')
  fs.mkdirSync(mirror)
  fs.writeFileSync(path.join(mirror, 'headers.conf'), '')
  const directory = makeServerDirectory('rafid-try-pg-')
  initCluster(programs, directory)
  const postgres = await startPostgresServer(programs, directory)
  const store = await startS3Server()
  const frontPort = await freePort()
  const ports = [await freePort(), await freePort()]
  const start = (at: number) =>
    startServer(path.join(folder, `process-${at}`), {
      PORT: String(ports[at]),
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.databaseUrl('postgres'),
      SITE_URL: `http://127.0.0.1:${frontPort}`,
      TRUST_PROXY: '2',
      S3_ENDPOINT: store.config.endpoint ?? '',
      S3_BUCKET: store.config.bucket,
      S3_ACCESS_KEY_ID: store.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.config.secretAccessKey,
    })
  let processes: ServerProcess[] = []
  let front: Front | undefined
  try {
    processes = await Promise.all(ports.map((_, at) => start(at)))
    tell('two processes start together on an empty database', true)
    front = await startShippedNginx({
      home: path.join(folder, 'front'),
      mirror,
      appPorts: ports,
      port: frontPort,
    })
    const staff = await signIn(front.address)
    const file = await tryUpload(front, staff, pdf, whole)
    await tryRange(front, file, pdf)
    await tryPlain(front)
    await tryKeeping(front, staff)
    await tryBrokenLines(mirror, ports[0] ?? 0, staff)

    const endLoad = startLoad({ address: front.address, staff, file, upload: pdf, readers: 6, writers: 2 })
    const startedAt = performance.now()
    for (let count = 0; count < restarts; count += 1) {
      await wait(betweenRestartsMs)
      await processes[count % 2]?.stop()
      processes[count % 2] = await start(count % 2)
    }
    await wait(betweenRestartsMs)
    const report = await endLoad()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    const { reads, writes, uploads, resumed } = report
    for (const failure of report.failures.slice(0, 20)) console.error(`  ${failure}`)
    if (report.failures.length > 0) console.error(front.errors())
    tell(
      `${restarts} restarts one after the other under load`,
      report.failures.length === 0,
      `${report.failures.length} failed of ${reads} reads, ${writes} writes, ${uploads} uploads (${resumed} went on) in ${seconds} s`,
    )

    const taken = await takeSnapshot({ folder: mirror, from: front.address, scope: 'site' })
    tell('a mirror is taken through nginx', taken.failed.length === 0, `${taken.files} files`)
    const before = new Map<string, Buffer>()
    const board = `${apiPaths.resultStatus}?stage=SIXTH_PREPARATORY`
    for (const address of [paths.home, paths.books, board])
      before.set(address, await settled(front.address + address))
    await Promise.all(processes.map(each => each.stop()))
    /* The board may be kept for so long: after that it is stale. */
    await wait(limits.liveMs + 1000)
    await tryWithoutProcesses(front, before)
    await tryMirror(mirror)
  } finally {
    await front?.stop()
    await Promise.all(processes.map(each => each.kill()))
    await postgres.stop()
    await store.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const programs = findPostgresPrograms()
if (!hasNginx() || programs === undefined) {
  console.log('This needs nginx and the server programs of PostgreSQL.')
  process.exitCode = 1
} else {
  await main(programs)
  for (const failure of failures) console.error(`Failed: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}
