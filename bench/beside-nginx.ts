import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

/** Servers run on the one, what asks them on the other. */
export const [serverCore, loadCore] = ['0', '1']
const clockTicksPerSecond = 100
/** What nginx keeps open at most: where it comes to more files than a process may have open, it answers 500. */
const mayBeOpen = Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout)
const openFiles = Number.isInteger(mayBeOpen) ? Math.floor(mayBeOpen / 2) : 10_000

/** The programs that a comparison with nginx on one core needs and this machine does not have. */
export function listMissingPrograms(): string[] {
  return ['nginx', 'taskset', 'wrk'].filter(program => spawnSync('which', [program]).status !== 0)
}

/** What a measure exits with that could not be taken, as no other does: a bar that is missed gives 1. */
export const notTakenCode = 2

/** The headers that nginx does not write by itself, so that both send the same bytes. */
export function headersToAdd(answer: Response): string {
  const own = /^(?:date|connection|keep-alive|content-length|content-type|etag|server|transfer-encoding)$/
  return [...answer.headers]
    .filter(([name]) => !own.test(name))
    .map(([name, value]) => `    add_header ${name} "${value.replace(/["\\]/g, sign => `\\${sign}`)}";`)
    .join('\n')
}

/** What nginx needs to serve the files in `folder`/pages as fast as it can; all of them are packed by Brotli. */
export function nginxConfig(
  folder: string,
  port: number,
  headers: string,
  type = 'text/html; charset=utf-8',
): string {
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=${openFiles};
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/pages;
    types { }
    default_type '${type}';
    add_header content-encoding br;
${headers}
  }
}
`
}

/** Starts a program on one core. */
export const pinned = (core: string, command: string, args: string[], stdio: 'pipe' | 'inherit') =>
  spawn('taskset', ['-c', core, command, ...args], { stdio: ['ignore', stdio, 'inherit'] })

/** A port that nobody has at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** What the system says of a process behind its name. Shape: nothing of one that has ended. */
function statOf(pid: number | undefined): string[] {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.replace(/^.*\) /s, '').split(' ')
  } catch {
    return []
  }
}

const secondsIn = (stat: readonly string[]) => {
  const [user = 0, system = 0] = stat.slice(11, 13).map(Number)
  return (user + system) / clockTicksPerSecond
}

/** Processor time that a process has used, all its threads together. Units: seconds. */
const processorSeconds = ({ pid }: Server) => secondsIn(statOf(pid))

/** The same of each process that a process has begun; each is read once, for it may end at any time. */
export function secondsOfChildren(pid: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const each of fs.readdirSync('/proc').map(Number)) {
    const stat = Number.isInteger(each) ? statOf(each) : []
    if (Number(stat[1]) === pid) found.set(each, secondsIn(stat))
  }
  return found
}

/** A process that answers. */
export interface Server {
  pid?: number | undefined
  /** Processor time of those that work for it while it answers, such as the processes of its database. Units: seconds. */
  helpers?: () => ReadonlyMap<number, number>
}

export interface Rate {
  perSecond: number
  /** The share of its core that the server could get, or needed: below 1 it waited for others or for the load. */
  share: number
  /** Requests for each second of the processor that the server used: what other programs do hardly matters. */
  perProcessorSecond: number
  /** The same with what its helpers used: what it would answer in a second on a core that nobody else uses. */
  perSecondOfAll: number
}

export interface Asking {
  seconds: number
  connections: number
  headers?: Record<string, string>
  /** What wrk is told to ask for, where that is more than one address. */
  script?: string
}

interface Load {
  requests: number
  seconds: number
}

/** Asks for a page as fast as it is answered, from a core of its own. Errors: throws when an answer is not 200. */
export async function ask(
  url: string,
  { seconds, connections, headers = {}, script }: Asking,
): Promise<Load> {
  const asked = Object.entries({ 'accept-encoding': 'br', ...headers }).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ])
  const more = script === undefined ? [] : ['-s', script]
  const args = ['-t1', ...more, `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...asked, url]
  const { stdout } = await promisify(execFile)('taskset', ['-c', loadCore, 'wrk', ...args])
  const [, requests, time, unit] = /(\d+) requests in ([\d.]+)(m?s)/.exec(stdout) ?? []
  if (!requests || /Non-2xx|Socket errors/.test(stdout))
    throw new Error(`${url} was not answered well:\n${stdout}`)
  return { requests: Number(requests), seconds: Number(time) / (unit === 'ms' ? 1000 : 1) }
}

/**
 * A process that has just begun compiles its code while it answers, which counts as its own time: in its first 15,000 answers
 * a page costs twice what it does after 100,000. Units: seconds of the processor.
 */
const warmAfter = 4
/** On a machine that does much else this takes longer than it should. Units: seconds. */
const warmWithin = 40
const warmed = new WeakMap<Server, Set<string>>()

async function warm(server: Server, url: string, asking: Asking): Promise<void> {
  const known = warmed.get(server) ?? new Set()
  if (known.has(url)) return
  warmed.set(server, known.add(url))
  const before = processorSeconds(server)
  const endsAt = performance.now() + warmWithin * 1000
  while (processorSeconds(server) - before < warmAfter && performance.now() < endsAt)
    await ask(url, { ...asking, seconds: 1 })
}

/** What a server answers on its core, once it is warm. */
export async function measure(server: Server, url: string, asking: Asking): Promise<Rate> {
  await warm(server, url, asking)
  await ask(url, { ...asking, seconds: 1 })
  const before = server.helpers?.()
  const ownBefore = processorSeconds(server)
  const { requests, seconds } = await ask(url, asking)
  const own = processorSeconds(server) - ownBefore
  /* What has ended meanwhile is a line that nobody used. */
  let ofHelpers = 0
  for (const [pid, after] of server.helpers?.() ?? []) ofHelpers += after - (before?.get(pid) ?? 0)
  return {
    perSecond: requests / seconds,
    share: own / seconds,
    perProcessorSecond: requests / own,
    perSecondOfAll: requests / (own + ofHelpers),
  }
}
