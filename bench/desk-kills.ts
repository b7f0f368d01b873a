/**
 * Kills the server with SIGKILL while staff type into an import, send files, have archives opened, publish imports and
 * change many records at once, then looks whether anything acknowledged is lost, an act was done by half or twice, and
 * how many seconds of typing the server did not have yet.
 * Usage: node bench/desk-kills.ts [kills, default 40] [engine: pglite (default) or postgres]. Exit code 1 when
 * something is wrong.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ingest, IngestChangesAnswer, IngestRow } from '#contract/resources/ingest.ts'
import { makePdf, makeZip } from '#test/files.ts'
import { createRowWriter } from '#web/dashboard/ingest/row-writer.ts'
import { countOf, openBenchEngine } from './bench-engine.ts'
import { endServers, isFault, refusal, signIn, startServer, type Staff } from './upload-server.ts'

const kills = countOf(process.argv[2] ?? '40')
const engine = process.argv[3] ?? 'pglite'
const root = '/api/staff/ingests'
const letterEveryMs = 80
const longestLifeMs = 2500
const filesOfArchive = 12
const rowsOfAct = 8
const mostLostMs = 2000
const endsWithinMs = 120_000

let address = ''
let staff: Staff = { cookie: '', csrfToken: '' }
const pdf = await makePdf(1)
const newPdf = () => Buffer.concat([pdf, Buffer.from(`\n% ${randomBytes(12).toString('hex')}`)])
const newKey = () => randomBytes(12).toString('hex')

async function ask<Data>(method: string, target: string, body?: object, key?: string): Promise<Data> {
  const isForm = body instanceof FormData
  const answer = await fetch(address + target, {
    method,
    headers: {
      cookie: staff.cookie,
      'x-csrf-token': staff.csrfToken,
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw refusal(`${method} ${target}`, answer.status, await answer.text())
  return ((await answer.json()) as { data: Data }).data
}

const look = (id: string) => ask<Ingest>('GET', `${root}/${id}`)
const begin = async () => (await ask<{ id: string }>('POST', root)).id
const seenRows = (rows: readonly IngestRow[]) => rows.map(({ id, version }) => ({ id, version }))

async function name(id: string, names: readonly string[]): Promise<string[]> {
  const files = names.map(file => ({ name: file, folder: '', size: 1000 }))
  return (await ask<{ ids: string[] }>('POST', `${root}/${id}/files`, { files })).ids
}

async function store(bytes: Buffer, file: string): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(bytes)]), file)
  const answer = await fetch(`${address}/api/files/new`, {
    method: 'POST',
    body: form,
    headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  if (!answer.ok) throw refusal('POST /api/files/new', answer.status, await answer.text())
  return ((await answer.json()) as { files: { file: { url: string } }[] }).files[0]?.file.url ?? ''
}

/** A piece of work that is done in steps, each of which may be tried again after a kill. */
interface Work {
  steps: (() => Promise<void>)[]
}

const queues = new Map<string, Work>()
const done = { typed: 0, archives: 0, publications: 0, changes: 0 }
const faults: string[] = []

/** Goes on with the work of a kind, or begins a new one, until the server is gone. */
async function goOn(kind: string, make: () => Work): Promise<void> {
  for (;;) {
    const work = queues.get(kind) ?? make()
    queues.set(kind, work)
    for (let step = work.steps[0]; step !== undefined; step = work.steps[0]) {
      await step()
      work.steps.shift()
    }
    queues.delete(kind)
  }
}

const opened: string[] = []
function newArchive(): Work {
  let id = ''
  let file = ''
  let url = ''
  let bytes: Buffer = Buffer.alloc(0)
  const archive = `كتب ${newKey()}.zip`
  const names = Array.from({ length: filesOfArchive }, (_, at) => `كيمياء سادس علمي ${2000 + at}.pdf`)
  return {
    steps: [
      async () => {
        bytes = await makeZip(Object.fromEntries(names.map(one => [one, newPdf()])))
      },
      async () => {
        id = await begin()
      },
      async () => {
        file = (await name(id, [archive]))[0] ?? ''
      },
      async () => {
        url = await store(bytes, archive)
      },
      async () => {
        await ask('PUT', `${root}/${id}/files`, { files: [{ id: file, url }] })
        opened.push(id)
        done.archives += 1
      },
    ],
  }
}

const sharedUrls: string[] = []
const published: { ids: string[] }[] = []
let serial = 0
function newPublication(): Work {
  let id = ''
  let files: string[] = []
  let rows: IngestRow[] = []
  const key = newKey()
  serial += 1
  const names = Array.from(
    { length: rowsOfAct },
    (_, at) => `كتاب فيزياء سادس علمي 2020 ج${serial * 10 + at}.pdf`,
  )
  return {
    steps: [
      async () => {
        id = await begin()
      },
      async () => {
        files = await name(id, names)
      },
      async () => {
        const arrived = files.map((file, at) => ({ id: file, url: sharedUrls[at] ?? '' }))
        await ask('PUT', `${root}/${id}/files`, { files: arrived })
      },
      async () => {
        const { rows: now } = await look(id)
        const open = now.filter(row => !row.isSeen)
        if (open.length > 0 && open.length < now.length)
          faults.push('a portion of rows was looked at by half')
        const values = {
          kind: 'book',
          stage: 'SIXTH_PREPARATORY',
          branch: 'SCIENTIFIC',
          subject: 'PHYSICS',
          releaseYear: 2020,
        }
        const changes = seenRows(open).map((row, at) => ({
          ...row,
          values: { ...values, title: `فيزياء ${key} ${at}` },
          isSeen: true,
        }))
        if (changes.length > 0) await ask('PUT', `${root}/${id}/rows`, { rows: changes })
      },
      async () => {
        /* The rows at which the first try was made: a second one is the same act. */
        if (rows.length === 0) rows = (await look(id)).rows
        const before = (await look(id)).rows.filter(({ record }) => record !== null).length
        if (before !== 0 && before !== rowsOfAct)
          faults.push(`an import of which ${before} of ${rowsOfAct} are records`)
        const { count } = await ask<{ count: number }>(
          'POST',
          `${root}/${id}/publication`,
          { rows: seenRows(rows) },
          key,
        )
        if (count !== rowsOfAct) faults.push(`a publication of ${count}`)
        const now = await look(id)
        published.push({ ids: now.rows.flatMap(({ record }) => record?.id ?? []) })
        done.publications += 1
      },
    ],
  }
}

interface Book {
  id: string
  version: number
  releaseYear: number
}

const bookOf = async (id: string) => ask<Book>('GET', `/api/staff/books/${id}`)

function newChange(): Work {
  const among = published[Math.floor(Math.random() * published.length)]
  const key = newKey()
  const releaseYear = 2001 + Math.floor(Math.random() * 20)
  let books: Book[] = []
  return {
    steps: [
      async () => {
        /* Until there is something to change, this too ends with the server. */
        if (!among) await look(typing.id)
        books = await Promise.all((among?.ids ?? []).map(bookOf))
      },
      async () => {
        if (books.length === 0) return
        const now = await Promise.all(books.map(({ id }) => bookOf(id)))
        if (new Set(now.map(book => book.releaseYear)).size > 1) faults.push('a change of many done by half')
        const records = books.map(({ id, version }) => ({ id, version }))
        await ask(
          'POST',
          '/api/staff/books/batches',
          { action: 'change', records, values: { releaseYear } },
          key,
        )
        done.changes += 1
      },
    ],
  }
}

/** A tab in which somebody types: what stands in each row, and when each letter came. */
const typing = { id: '', rows: [] as IngestRow[] }
const letters = new Map<string, { text: string; at: number[] }>()
/* A page tells of what fails; here only the end counts. */
Object.assign(console, { error: () => undefined })
Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined })
const writer = createRowWriter({
  isOwner: () => true,
  send: (id, rows) => ask<IngestChangesAnswer>('PUT', `${root}/${id}/rows`, { rows }),
  onRows: async (_id, rows) => {
    const changed = new Map(rows.map(row => [row.id, row]))
    typing.rows = typing.rows.map(row => changed.get(row.id) ?? row)
  },
})

async function typeOn(signal: { isOver: boolean }): Promise<void> {
  while (!signal.isOver) {
    const row = typing.rows[Math.floor(Math.random() * typing.rows.length)]
    if (!row) return
    const before = letters.get(row.id) ?? { text: '', at: [] }
    const next = {
      text: before.text + String.fromCharCode(97 + (before.text.length % 26)),
      at: [...before.at, Date.now()],
    }
    letters.set(row.id, next)
    writer.type(typing.id, [row], { values: { title: next.text } })
    done.typed += 1
    await wait(letterEveryMs)
  }
}

/** How old the oldest letter is that the server does not have. Units: milliseconds. */
async function lostTypingMs(killedAt: number): Promise<number> {
  const { rows } = await look(typing.id)
  let worst = 0
  for (const row of rows) {
    const typed = letters.get(row.id)
    if (!typed) continue
    if (!typed.text.startsWith(row.values.title)) faults.push('a row holds what nobody typed')
    const missing = typed.at[row.values.title.length]
    if (missing !== undefined) worst = Math.max(worst, killedAt - missing)
  }
  return worst
}

async function whenWritten(): Promise<void> {
  for (const until = Date.now() + endsWithinMs; Date.now() < until; await wait(50)) {
    await writer.flush()
    if (writer.state().typed.size === 0) return
  }
  faults.push('what was typed was never written')
}

async function openedWhole(id: string): Promise<boolean> {
  const { rows, archives } = await look(id)
  const files = rows.flatMap(row => row.files)
  if (archives.some(({ state }) => state !== 'opened')) return false
  const names = new Set(files.map(file => file.name))
  if (
    files.length !== filesOfArchive ||
    names.size !== filesOfArchive ||
    files.some(({ url }) => url === null)
  )
    faults.push(`an archive of ${files.length} files in place of ${filesOfArchive}`)
  return true
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-desk-kills-'))
const postgres = await openBenchEngine(engine, 'rafid-desk-kills-pg-')
const environment: Record<string, string> = postgres ? { DATABASE_URL: postgres.databaseUrl('postgres') } : {}
const start = async () => {
  const server = await startServer(path.join(directory, 'data'), { LOG_LEVEL: 'error', ...environment })
  address = server.address
  return server
}

let worstLostMs = 0
try {
  let server = await start()
  staff = await signIn(address)
  for (let at = 0; at < rowsOfAct; at += 1) sharedUrls.push(await store(newPdf(), `${at}.pdf`))
  typing.id = await begin()
  await name(
    typing.id,
    Array.from({ length: 6 }, (_, at) => `scan${at}.pdf`),
  )
  typing.rows = (await look(typing.id)).rows
  const acts = [
    ['archive', newArchive],
    ['publication', newPublication],
    ['change', newChange],
  ] as const
  const unasked = (error: unknown) => {
    if (isFault(error)) faults.push(String(error))
  }
  for (let kill = 0; kill < kills; kill += 1) {
    const signal = { isOver: false }
    const workers = acts.map(([kind, make]) => goOn(kind, make).catch(unasked))
    const typist = typeOn(signal)
    await wait(100 + Math.random() * longestLifeMs)
    signal.isOver = true
    const killedAt = Date.now()
    await server.kill()
    await Promise.all([...workers, typist])
    server = await start()
    worstLostMs = Math.max(worstLostMs, await lostTypingMs(killedAt))
    await whenWritten()
    process.stderr.write(`\r${kill + 1} of ${kills}`)
  }
  if ((await lostTypingMs(Date.now())) > 0) faults.push('what was typed is not there at the end')
  for (const id of opened)
    for (const until = Date.now() + endsWithinMs; !(await openedWhole(id)); await wait(200))
      if (Date.now() > until) {
        faults.push('an archive was never opened to its end')
        break
      }
  for (const { ids } of published) {
    const years = new Set((await Promise.all(ids.map(bookOf))).map(book => book.releaseYear))
    if (years.size !== 1) faults.push('a change of many done by half')
  }
  const { total } = await ask<{ total: number }>('GET', '/api/staff/books?limit=1')
  const records = published.length * rowsOfAct
  const open = queues.get('publication') ? rowsOfAct : 0
  if (total < records || total > records + open) faults.push(`${total} records of ${records} published`)
  await server.stop()
} finally {
  await endServers()
  await postgres?.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
for (const [what, count] of Object.entries(done))
  if (count === 0) faults.push(`nothing of ${what} was acknowledged: nothing is shown of it`)
if (worstLostMs > mostLostMs) faults.push(`${worstLostMs} ms of typing were not on the server`)
process.stdout.write(
  `\n${JSON.stringify({ engine, kills, ...done, worstLostMs, faults: [...new Set(faults)] }, undefined, 2)}\n`,
)
process.exitCode = faults.length > 0 ? 1 : 0
