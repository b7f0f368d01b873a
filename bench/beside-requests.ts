import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import pino from 'pino'
import { kindNames, kinds, type KindList } from '#contract/kinds.ts'
import { buildApp } from '#server/app.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/base/db/open.ts'
import { readConfig } from '#server/config.ts'
import { createServices, type Services } from '#server/services.ts'
import { quantile } from './figures.ts'

/** A page that stays ready. */
export const readyPage = '/books/primary'
const pauseBetweenMs = 10
/** One with this header finds so many books of each list of the site changed since the request before. */
export const changedBooksHeader = 'x-changed-books'
/** A request with this header finds nothing ready of the lists that it names, such as `books`: no page, no count. */
export const uncachedHeader = 'x-uncached'
/** One with this header finds no answer of those lists as it was given before, and still their counts. */
export const askedAnewHeader = 'x-asked-anew'

/** Serves the product with an empty database, `fill` first, on PORT or a free one, and says which on the standard output. */
export async function serve(
  dataDir: string,
  fill: (database: OpenDatabase) => Promise<void> = async () => {},
): Promise<void> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: process.env['PORT'] ?? '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
  })
  const log = pino({ level: 'fatal' })
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], log })
  await migrateToLatest(database)
  await fill(database)
  const services = await createServices(config, database, log)
  const forgetAnswers = answersOf(services)
  const changeBooks = changedBooksOf(services)
  const app = await buildApp(services)
  beforeRequests(app.server, uncachedHeader, named => {
    const tags = listsOf(named)
    if (tags.length > 0) void services.changes.tellHere(tags)
  })
  beforeRequests(app.server, askedAnewHeader, named => {
    for (const list of listsOf(named)) forgetAnswers.get(list)?.()
  })
  beforeRequests(app.server, changedBooksHeader, changed => changeBooks(Number(changed)))
  await app.listen({ port: config.port, host: '127.0.0.1' })
  console.log((app.server.address() as AddressInfo).port)
}

/** Calls `act` with a header's value before anything is answered: what is ready is so before there is a request. */
export function beforeRequests(server: http.Server, header: string, act: (value: string) => void): void {
  server.on('connection', socket => {
    socket.prependListener('data', piece => {
      if (!piece.includes(header)) return
      const lines = piece.toString('latin1').split('\r\n')
      const line = lines.find(each => each.startsWith(`${header}:`))
      if (line !== undefined) act(line.slice(header.length + 1).trim())
    })
  })
}

function listsOf(header: string): KindList[] {
  const named = header.split(',')
  return kindNames.map(kind => kinds[kind].list).filter(list => named.includes(list))
}

/** What makes the site find so many books of each of its lists changed: as after writes, without their cost. */
function changedBooksOf({ books }: Services): (changed: number) => void {
  const { listOfSchool } = books
  let changed = 0
  let times = 0
  books.listOfSchool = async query => {
    const found = await listOfSchool(query)
    times += 1
    const items = found.items.map((book, at) =>
      at < changed ? { ...book, title: `${book.title} ${times}` } : book,
    )
    return { ...found, items }
  }
  return count => {
    changed = count
  }
}

/** What forgets the answers of each list, once the app that remembers them is built. */
function answersOf(services: Services): ReadonlyMap<KindList, () => void> {
  const forget = new Map<KindList, () => void>()
  for (const kind of kindNames) {
    const { list } = kinds[kind]
    const service = services[list]
    const { onChange } = service
    service.onChange = handler => {
      forget.set(list, handler)
      onChange(handler)
    }
  }
  return forget
}

/** Asks for an address as a visitor from `from`, and reads the answer to its end. Shape: the status. */
export async function ask(port: number, address: string, agent: http.Agent, from: string): Promise<number> {
  const request = http.get({
    port,
    host: '127.0.0.1',
    path: address,
    agent,
    headers: { 'x-forwarded-for': from },
  })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}

interface Waits {
  p50: number
  p99: number
  longest: number
}

const waitsOf = (ms: readonly number[]): Waits => ({
  p50: quantile(ms, 0.5),
  p99: quantile(ms, 0.99),
  longest: quantile(ms, 1),
})

/** What one visitor waits for the ready page while `clients` ask for `addressOf`, and what these wait. Units: ms. */
export async function waitsWhile(
  port: number,
  clients: number,
  seconds: number,
  addressOf: (count: number) => string,
  visitorOf: (count: number, client: number) => string,
): Promise<Waits & { asked: number; statuses: [number, number][]; own: Waits }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients + 1 })
  const visitor = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const until = performance.now() + seconds * 1000
  let asked = 0
  const statuses = new Map<number, number>()
  const own: number[] = []
  const flood = Array.from({ length: clients }, async (_, client) => {
    while (performance.now() < until) {
      asked += 1
      const startedMs = performance.now()
      const status = await ask(port, addressOf(asked), agent, visitorOf(asked, client))
      own.push(performance.now() - startedMs)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const waits: number[] = []
  while (performance.now() < until) {
    const startedMs = performance.now()
    await ask(port, readyPage, visitor, '203.0.113.1')
    waits.push(performance.now() - startedMs)
    await new Promise(resolve => setTimeout(resolve, pauseBetweenMs))
  }
  await Promise.all(flood)
  agent.destroy()
  visitor.destroy()
  return { ...waitsOf(waits), asked, statuses: [...statuses], own: waitsOf(own) }
}

/**
 * Keeps a program of this folder that serves for as long as `measure` takes.
 *
 * Errors: where the ready page is none, as without a build.
 */
export async function withServer(
  child: ChildProcessByStdio<null, Readable, null>,
  measure: (port: number) => Promise<void>,
): Promise<void> {
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const port = Number(String(line))
    const status = await ask(port, readyPage, new http.Agent(), '203.0.113.1')
    if (status !== 200) throw new Error(`The ready page answers ${status}; is the site built?`)
    await measure(port)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}
