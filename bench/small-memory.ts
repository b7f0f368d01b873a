/**
 * Runs the demo library over the embedded database where a process may hold little memory, with visitors who ask for pages,
 * searches, records and feeds, and looks whether it is still the same process at the end.
 * Usage: node bench/small-memory.ts [megabytes, default 640] [clients, default 20] [seconds, default 60]. Linux, as root: the
 * limit is a control group of version 1. Exit code 1 when the process has died, anything in the group was killed, the database
 * was opened anew, any of this cannot be known, or an answer was wrong.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { apiPaths, discoveryPaths, operatorPaths, paths } from '#contract/paths.ts'
import { buildIfStale } from '../tools/build.ts'
import { countOf } from './bench-engine.ts'
import { visitorAddress } from './figures.ts'
import { endServers, megabytes, startServer } from './upload-server.ts'

const [limitText = '640', clientsText = '20', secondsText = '60'] = process.argv.slice(2)
const limitBytes = countOf(limitText) * 1024 * 1024
const clients = countOf(clientsText)
const seconds = countOf(secondsText)
const groups = '/sys/fs/cgroup/memory'
const own = ownGroup()
const group = path.join(own, `rafid-bench-${process.pid}`)
const wrong: string[] = []
let asked = 0

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
  const url = all[asked % all.length] ?? paths.home
  const headers = { 'x-forwarded-for': visitorAddress(asked) }
  const status = await fetch(address + url, { headers }).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.status
    },
    (error: unknown) => String(error),
  )
  if (status !== 200) wrong.push(`${url}: ${status}`)
}

buildIfStale()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-small-'))
try {
  fs.mkdirSync(group)
  fs.writeFileSync(path.join(group, 'memory.limit_in_bytes'), String(limitBytes))
  enter(group)
  const starting = startServer(folder, { DEMO: '1', LOG_LEVEL: 'error', TRUST_PROXY: '1' })
  enter(own)
  const server = await starting
  const endsAt = Date.now() + seconds * 1000
  const go = async () => {
    while (Date.now() < endsAt && wrong.length < 50) await ask(server.address)
  }
  await Promise.all(Array.from({ length: clients }, go))
  const isAlive = fs.existsSync(`/proc/${server.pid}`)
  const figures = isAlive ? await (await fetch(server.address + operatorPaths.metrics)).text() : ''
  const restarts = /^rafid_database_restarts_total (\d+)/m.exec(figures)?.[1] ?? 'unknown'
  const most = Number(fs.readFileSync(path.join(group, 'memory.max_usage_in_bytes'), 'utf8'))
  const control = fs.readFileSync(path.join(group, 'memory.oom_control'), 'utf8')
  const killed = /^oom_kill (\d+)/m.exec(control)?.[1] ?? 'unknown'
  console.log(
    `${limitText} MiB, ${clientsText} clients, ${secondsText} s: ${asked} asked, ${wrong.length} wrong; ` +
      `${isAlive ? 'the same process' : 'it has died'}, ${killed} killed, database opened anew ${restarts} times; ` +
      `${megabytes(most)} held at most with pages of files, ${isAlive ? megabytes(server.residentBytes()) : ''} resident; load ${os.loadavg()[0]?.toFixed(1)}`,
  )
  for (const each of wrong.slice(0, 5)) console.error(each)
  if (!isAlive || wrong.length > 0 || asked === 0 || restarts !== '0' || killed !== '0') process.exitCode = 1
} finally {
  await endServers()
  fs.rmSync(folder, { recursive: true, force: true })
  if (fs.existsSync(group)) {
    enter(own)
    fs.rmdirSync(group)
  }
}
