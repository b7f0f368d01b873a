/**
 * Runs the demo library over the embedded database where a process may hold little memory, with visitors who ask for pages,
 * searches, records, feeds and pictures of pages while the library is written, read and drawn, and after it; and looks whether
 * it is still the same process at the end.
 * Usage: node bench/small-memory.ts [megabytes, default 512] [clients, default 20] [seconds after the library, default 60].
 * Linux, as root: the limit is a control group of version 1. Exit code 1 when the process has died, anything in the group was
 * killed, the database was opened anew, any of this cannot be known, an answer was wrong, or work on the library stood still.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { pageWidths } from '#contract/page-pictures.ts'
import {
  apiPaths,
  discoveryPaths,
  operatorPaths,
  pagePicturePath,
  paths,
  sha256OfFileAddress,
} from '#contract/paths.ts'
import { demoContent } from '#demo/seed-demo.ts'
import { buildIfStale } from '../tools/build.ts'
import { countOf } from './bench-engine.ts'
import { visitorAddress } from './figures.ts'
import { endServers, megabytes, startServer } from './upload-server.ts'
import type { ServerProcess } from './upload-server.ts'

const [limitText = '512', clientsText = '20', secondsText = '60'] = process.argv.slice(2)
const limitBytes = countOf(limitText) * 1024 * 1024
const clients = countOf(clientsText)
const seconds = countOf(secondsText)
const groups = '/sys/fs/cgroup/memory'
const own = ownGroup()
const group = path.join(own, `rafid-bench-${process.pid}`)
const wrong: string[] = []
const lookEveryMs = 10_000
/** Looks that find nothing left to do. */
const quietEnough = 2
/** So long may nothing of the library get done. */
const longestStandstillMs = 15 * 60_000
/** A visitor looks at what came before asking for more. */
const lookPauseMs = 100
/** One of so many questions is for a picture. */
const pictureEvery = 3
const mostWrong = 50
/** What is told of an answer that did not come: whose fault it was, and after how long. */
const untold = (error: unknown, startedAt: number) => {
  const cause = error instanceof Error ? String(error.cause ?? '') : ''
  return `${String(error)} (${cause}) after ${Math.round(performance.now() - startedAt)} ms`
}
const isAlive = ({ pid }: ServerProcess) => fs.existsSync(`/proc/${pid}`)
let pictures: string[] = []
let asked = 0
let answered = 0
let refused = 0

/** The group that this process is in, whose limits hold for the server too. Errors: throws without version 1 of control groups. */
function ownGroup(): string {
  const found = /^\d+:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(.*)$/m.exec(
    fs.readFileSync('/proc/self/cgroup', 'utf8'),
  )?.[1]
  if (found === undefined) throw new Error('This needs the memory controller of control groups, version 1.')
  const place = path.join(groups, found)
  return fs.existsSync(place) ? place : groups
}

const enter = (place: string) => fs.writeFileSync(path.join(place, 'cgroup.procs'), String(process.pid))

interface Books {
  data: { books: { directLink: string | null; file?: { pageCount: number | null } | null }[]; total: number }
}

/** Learns which pictures there are by now. Shape: how much of the library is still to be written, read and drawn. */
async function learn(address: string): Promise<number> {
  const answer = await fetch(`${address}${apiPaths.books}?limit=${limits.maxListLimit}`)
  const { data } = (await answer.json()) as Books
  pictures = data.books.flatMap(({ directLink, file }) => {
    const sha256 = sha256OfFileAddress(directLink ?? '')
    if (sha256 === undefined) return []
    const pages = Array.from({ length: file?.pageCount ?? 0 }, (_, at) => at + 1)
    return pages.flatMap(page => pageWidths.map(width => pagePicturePath(sha256, page, width)))
  })
  const unwritten = demoContent(new Date()).books.length - data.total
  const figures = await (await fetch(address + operatorPaths.metrics)).text()
  const jobs = [...figures.matchAll(/^rafid_jobs\{[^}]*state="(?:waiting|running)"\} (\d+)/gm)]
  return unwritten + jobs.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function untilReady(server: ServerProcess): Promise<void> {
  const startedAt = Date.now()
  let quietLooks = 0
  let moved = { at: startedAt, left: Infinity }
  while (quietLooks < quietEnough && isAlive(server) && wrong.length < mostWrong) {
    if (Date.now() - moved.at > longestStandstillMs)
      return void wrong.push(`nothing of the library got done any more: ${moved.left} left`)
    await wait(lookEveryMs)
    const left = await learn(server.address).catch(() => Infinity)
    if (left !== moved.left) moved = { at: Date.now(), left }
    quietLooks = left === 0 ? quietLooks + 1 : 0
  }
  if (quietLooks < quietEnough) return
  const minutes = (Date.now() - startedAt) / 60_000
  console.log(
    `the library was ready after ${minutes.toFixed(1)} minutes, ${pictures.length} pictures of pages`,
  )
}

async function ask(address: string): Promise<void> {
  asked += 1
  const all = [
    paths.home,
    paths.books,
    paths.notes,
    paths.results,
    `${paths.books}?search=${asked}`,
    `${apiPaths.search}?q=${asked % 99}`,
    `${apiPaths.books}?limit=50&offset=${asked % 30}`,
    discoveryPaths.feed('all'),
  ]
  const picture = asked % pictureEvery === 0 ? pictures[(asked / pictureEvery) % pictures.length] : undefined
  const url = picture ?? all[asked % all.length] ?? paths.home
  const headers = { 'x-forwarded-for': visitorAddress(asked) }
  const startedAt = performance.now()
  const status = await fetch(address + url, { headers })
    .then(async answer => {
      await answer.arrayBuffer()
      return answer.status
    })
    .catch((error: unknown) => untold(error, startedAt))
  /* Pictures and searches are made a few at a time: who comes when too many wait is told to come back. */
  if (status === 200) answered += 1
  else if (status === 503) refused += 1
  else wrong.push(`${url}: ${status}`)
}

buildIfStale()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-small-'))
try {
  fs.mkdirSync(group)
  fs.writeFileSync(path.join(group, 'memory.limit_in_bytes'), String(limitBytes))
  enter(group)
  const starting = startServer(folder, { DEMO: '1', LOG_LEVEL: 'fatal', TRUST_PROXY: '1' })
  enter(own)
  const server = await starting
  const over = new AbortController()
  const go = async () => {
    while (!over.signal.aborted && wrong.length < mostWrong) {
      await ask(server.address)
      await wait(lookPauseMs)
    }
  }
  const going = Promise.all(Array.from({ length: clients }, go))
  await untilReady(server)
  await wait(seconds * 1000)
  over.abort()
  await going
  const isThere = isAlive(server)
  const figures = isThere ? await (await fetch(server.address + operatorPaths.metrics)).text() : ''
  const restarts = /^rafid_database_restarts_total (\d+)/m.exec(figures)?.[1] ?? 'unknown'
  const most = Number(fs.readFileSync(path.join(group, 'memory.max_usage_in_bytes'), 'utf8'))
  const control = fs.readFileSync(path.join(group, 'memory.oom_control'), 'utf8')
  const killed = /^oom_kill (\d+)/m.exec(control)?.[1] ?? 'unknown'
  console.log(
    `${limitText} MiB, ${clientsText} clients, ${secondsText} s after the library: ${answered} answered, ${refused} told to come back, ${wrong.length} wrong; ` +
      `${isThere ? 'the same process' : 'it has died'}, ${killed} killed, database opened anew ${restarts} times; ` +
      `${megabytes(most)} held at most with pages of files, ${isThere ? megabytes(server.residentBytes()) : ''} resident; load ${os.loadavg()[0]?.toFixed(1)}`,
  )
  for (const each of wrong.slice(0, 5)) console.error(each)
  if (!isThere || wrong.length > 0 || answered === 0 || restarts !== '0' || killed !== '0')
    process.exitCode = 1
} finally {
  await endServers()
  fs.rmSync(folder, { recursive: true, force: true })
  if (fs.existsSync(group)) {
    enter(own)
    fs.rmdirSync(group)
  }
}
