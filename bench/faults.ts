/**
 * Lets everything around the server fail that can, one after the other, and looks what visitors and staff meet: known pages
 * go on, what cannot be had is refused with a sentence in Arabic, nothing acknowledged is lost, and all is well again by itself.
 * Usage: node bench/faults.ts [fault ...]: store, pool, slow, failover, clock, disk. Needs PostgreSQL's server programs; `disk`
 * needs root. Exit code 1 when something is not so.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { apiPaths, operatorPaths, paths } from '#contract/paths.ts'
import { bookInput } from '#test/factories.ts'
import type { PostgresServer } from '#test/postgres-server.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'
import { buildIfStale } from '../tools/build.ts'
import { openBenchPostgres } from './bench-engine.ts'
import { openFaultyStore, storeFaults } from './faulty-store.ts'
import { jumpingClock, jumpsVariable } from './jumping-clock.ts'
import { endServers, signIn, startServer, writeLargePdf } from './upload-server.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-faults-'))
const failures: string[] = []
const longestAnswerMs = 40_000
const megabyte = 1024 * 1024

function tell(what: string, isSo: boolean, figure = ''): void {
  console.log(`${isSo ? '✓' : '✗'} ${what}${figure && `: ${figure}`}`)
  if (!isSo) failures.push(what)
}

interface Answer {
  status: number
  bytes: Buffer
  ms: number
}

async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  const startedAt = performance.now()
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(longestAnswerMs) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, bytes, ms: performance.now() - startedAt }
  } catch {
    return { status: 0, bytes: Buffer.alloc(0), ms: performance.now() - startedAt }
  }
}

/** A refusal that people can read: a sentence in Arabic, and no trace of the program. */
function isReadable({ bytes }: Answer): boolean {
  const text = bytes.toString()
  return /[\u0600-\u06ff]{3}/.test(text) && !/ at .*\.ts:|node_modules/.test(text)
}

const isFine = (answer: Answer) => answer.status === 200 || (answer.status === 503 && isReadable(answer))
const headersOf = ({ cookie, csrfToken }: Staff) => ({ cookie, 'x-csrf-token': csrfToken })

function addBook({ address }: ServerProcess, staff: Staff, title: string): Promise<Answer> {
  const headers = { ...headersOf(staff), 'content-type': 'application/json' }
  return ask(address + apiPaths.books, {
    method: 'POST',
    headers,
    body: JSON.stringify(bookInput({ title })),
  })
}

async function countBooks({ address }: ServerProcess): Promise<number> {
  const { bytes } = await ask(`${address}${apiPaths.books}?limit=1`)
  return (JSON.parse(bytes.toString()) as { data: { total: number } }).data.total
}

async function untilWell(server: ServerProcess, what: string): Promise<void> {
  const startedAt = performance.now()
  let answer = await ask(server.address + operatorPaths.ready)
  while (answer.status !== 200 && performance.now() - startedAt < longestAnswerMs) {
    await wait(200)
    answer = await ask(server.address + operatorPaths.ready)
  }
  tell(
    `${what}: well again by itself`,
    answer.status === 200,
    `${Math.round(performance.now() - startedAt)} ms`,
  )
}

type FaultyStore = Awaited<ReturnType<typeof openFaultyStore>>

async function meetStore(store: TestS3Server, door: FaultyStore): Promise<void> {
  const server = await startServer(path.join(folder, 'store'), {
    LOG_LEVEL: 'fatal',
    S3_ENDPOINT: door.address,
    S3_BUCKET: store.config.bucket,
    S3_ACCESS_KEY_ID: store.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.config.secretAccessKey,
  })
  const staff = await signIn(server.address)
  let made = 0
  const kept = new Map<string, string>()
  async function upload(): Promise<Answer> {
    made += 1
    const file = path.join(folder, `${made}.pdf`)
    const hash = writeLargePdf(file, megabyte)
    const form = new FormData()
    form.append('files', await fs.openAsBlob(file), `${made}.pdf`)
    const answer = await ask(server.address + apiPaths.filesNew, {
      method: 'POST',
      headers: headersOf(staff),
      body: form,
    })
    if (answer.status === 200 || answer.status === 201) {
      const { files } = JSON.parse(answer.bytes.toString()) as { files: { file?: { url: string } }[] }
      const url = files[0]?.file?.url
      if (url !== undefined) kept.set(url, hash)
    }
    return answer
  }
  const isWhole = async (url: string) => {
    const { status, bytes } = await ask(server.address + url)
    return status === 200 && createHash('sha256').update(bytes).digest('hex') === kept.get(url)
  }
  await upload()
  const [first = ''] = kept.keys()
  await ask(server.address + paths.home)
  for (const fault of storeFaults) {
    door.fail(fault)
    const before = kept.size
    const home = await ask(server.address + paths.home)
    const read = await ask(server.address + first)
    const sent = await upload()
    const taken = kept.size > before
    tell(`store ${fault}: pages go on`, home.status === 200)
    tell(
      `store ${fault}: a file is whole or refused`,
      read.status !== 200 || (await isWhole(first)),
      String(read.status),
    )
    tell(
      `store ${fault}: an upload is kept or refused in Arabic`,
      taken || isReadable(sent),
      `${sent.status}, ${Math.round(sent.ms)} ms`,
    )
    tell(`store ${fault}: the process lives`, (await ask(server.address + operatorPaths.live)).status === 200)
    door.fail()
    await untilWell(server, `store ${fault}`)
    for (const url of kept.keys())
      if (!(await isWhole(url))) tell(`store ${fault}: ${url} is whole after it`, false)
  }
  await server.stop()
}

async function tryStore(): Promise<void> {
  const store = await startS3Server()
  const door = await openFaultyStore(store.config.endpoint ?? '')
  try {
    await meetStore(store, door)
  } finally {
    await endServers()
    await door.close()
    await store.stop()
  }
}

async function withPostgres(
  name: string,
  act: (server: ServerProcess, staff: Staff, postgres: PostgresServer) => Promise<void>,
) {
  const postgres = await openBenchPostgres('rafid-faults-pg-')
  try {
    const server = await startServer(path.join(folder, name), {
      LOG_LEVEL: 'fatal',
      DATABASE_URL: postgres.databaseUrl('postgres'),
    })
    const staff = await signIn(server.address)
    await addBook(server, staff, 'الأول')
    for (const page of [paths.home, paths.books]) await ask(server.address + page)
    await act(server, staff, postgres)
  } finally {
    await endServers()
    await postgres.stop()
  }
}

/** Asks what nobody asked before, many at once, and a page that is known, and says how each was answered. */
async function askMany(what: string, server: ServerProcess): Promise<void> {
  const unknown = Array.from({ length: 30 }, (_, at) =>
    ask(`${server.address}${apiPaths.books}?search=${what.length}${at}${Math.random()}`),
  )
  const known = await ask(server.address + paths.books)
  tell(`${what}: a known page goes on`, known.status === 200, `${Math.round(known.ms)} ms`)
  const answers = await Promise.all(unknown)
  const refused = answers.filter(({ status }) => status === 503).length
  const longest = Math.max(...answers.map(({ ms }) => ms))
  tell(
    `${what}: others are answered or refused in Arabic`,
    answers.every(isFine),
    `${refused} of ${answers.length} refused, ${Math.round(longest)} ms at most`,
  )
}

const tryPool = () =>
  withPostgres('pool', async (server, staff, postgres) => {
    const other = new pg.Client(postgres.databaseUrl('postgres'))
    await other.connect()
    await other.query('begin; lock table books in access exclusive mode')
    await askMany('every line of the pool waits', server)
    const write = addBook(server, staff, 'الثاني')
    await other.query('rollback')
    await other.end()
    await untilWell(server, 'every line of the pool waits')
    const isWritten = (await write).status === 201
    tell(
      'every line of the pool waits: what was acknowledged is there',
      (await countBooks(server)) === (isWritten ? 2 : 1),
    )
  })

const trySlow = () =>
  withPostgres('slow', async (server, staff, postgres) => {
    const over = new AbortController()
    const limping = (async () => {
      while (!over.signal.aborted) {
        postgres.freeze()
        await wait(400)
        postgres.thaw()
        await wait(100)
      }
    })()
    await askMany('the database is slow', server)
    const written = await addBook(server, staff, 'الثاني')
    over.abort()
    await limping
    tell(
      'the database is slow: a record is saved or refused in Arabic',
      written.status === 201 || isReadable(written),
      `${written.status}, ${Math.round(written.ms)} ms`,
    )
    await untilWell(server, 'the database is slow')
    const count = await countBooks(server)
    tell(
      'the database is slow: what was acknowledged is there',
      count === 2 || (count === 1 && written.status !== 201),
    )
  })

const tryFailover = () =>
  withPostgres('failover', async (server, staff, postgres) => {
    const cluster = path.join(postgres.directory, 'cluster')
    await postgres.crash()
    await askMany('the database has failed over', server)
    /* Another server takes over with the same bytes under the same address, as a standby does. */
    spawnSync('cp', ['-a', cluster, `${cluster}-standby`])
    fs.renameSync(cluster, `${cluster}-lost`)
    fs.renameSync(`${cluster}-standby`, cluster)
    await postgres.start()
    await untilWell(server, 'the database has failed over')
    const written = await addBook(server, staff, 'الثاني')
    tell(
      'the database has failed over: nothing is lost, and saving goes on',
      written.status === 201 && (await countBooks(server)) === 2,
    )
  })

async function tryClock(): Promise<void> {
  const server = await startServer(path.join(folder, 'clock'), {
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--import=${jumpingClock}`,
    [jumpsVariable]: '3,-3,0',
  })
  let staff = await signIn(server.address)
  let books = 0
  for (const jump of ['three days on', 'six days back', 'to the present']) {
    server.signal('SIGUSR2')
    await wait(500)
    const pages = await Promise.all(
      [paths.home, paths.books, operatorPaths.ready].map(page => ask(server.address + page)),
    )
    tell(
      `the clock jumps ${jump}: pages go on`,
      pages.every(({ status }) => status === 200),
    )
    const old = await ask(server.address + apiPaths.me, { headers: headersOf(staff) })
    tell(
      `the clock jumps ${jump}: a session goes on or ends readably`,
      old.status === 200 || isReadable(old),
      String(old.status),
    )
    staff = await signIn(server.address)
    const added = await addBook(server, staff, jump)
    books += 1
    const shown = await ask(`${server.address}${apiPaths.books}?limit=20`)
    const isShown = shown.bytes.includes(jump) && (await countBooks(server)) === books
    const figure = `${added.status}, ${isShown ? 'shown' : 'not shown'}`
    tell(
      `the clock jumps ${jump}: a record is saved and shown at once`,
      added.status === 201 && isShown,
      figure,
    )
  }
  await server.stop()
}

async function tryDisk(): Promise<void> {
  const disk = path.join(folder, 'disk')
  fs.mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status !== 0) {
    return tell('a small disk is made, which needs root', false)
  }
  const unmount = () => void spawnSync('umount', ['-l', disk])
  process.once('exit', unmount)
  const filler = path.join(disk, 'filler')
  try {
    const server = await startServer(disk, { LOG_LEVEL: 'fatal' })
    const staff = await signIn(server.address)
    await addBook(server, staff, 'الأول')
    for (const page of [paths.home, paths.books]) await ask(server.address + page)
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
    let acknowledged = 1
    let refused: Answer | undefined
    for (let at = 0; at < 400 && refused === undefined; at += 1) {
      const answer = await addBook(server, staff, `كتاب ${at}`)
      if (answer.status === 201) acknowledged += 1
      else refused = answer
    }
    const home = await ask(server.address + paths.books)
    tell('the disk is full: pages go on', home.status === 200)
    tell(
      'the disk is full: a record is saved or refused in Arabic',
      refused === undefined || isReadable(refused),
      `${acknowledged} saved, then ${refused?.status} ${refused?.bytes.toString().slice(0, 160)}`,
    )
    tell('the disk is full: it is said', (await ask(server.address + operatorPaths.ready)).status === 503)
    fs.rmSync(filler)
    await untilWell(server, 'the disk is full')
    const count = await countBooks(server)
    tell(
      'the disk is full: nothing acknowledged is lost',
      count >= acknowledged && count <= acknowledged + 1,
      `${count} of ${acknowledged}`,
    )
    tell('the disk is full: saving goes on after it', (await addBook(server, staff, 'بعده')).status === 201)
    await server.kill()
    const again = await startServer(disk, { LOG_LEVEL: 'fatal' })
    tell('the disk is full: nothing is lost over a kill after it', (await countBooks(again)) === count + 1)
    await again.kill()
  } finally {
    await endServers()
    unmount()
    process.off('exit', unmount)
  }
}

const faults: Record<string, () => Promise<void>> = {
  store: tryStore,
  pool: tryPool,
  slow: trySlow,
  failover: tryFailover,
  clock: tryClock,
  disk: tryDisk,
}
const named = process.argv.slice(2)
const unknown = named.filter(name => !Object.hasOwn(faults, name))
if (unknown.length > 0)
  throw new Error(`There is no fault ${unknown.join(', ')}: ${Object.keys(faults).join(', ')}.`)
buildIfStale()
try {
  for (const name of named.length > 0 ? named : Object.keys(faults)) await faults[name]?.()
} finally {
  await endServers()
  fs.rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) console.error(`Failed: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0
