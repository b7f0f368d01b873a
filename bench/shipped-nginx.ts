import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './beside-nginx.ts'

const deploy = path.join(import.meta.dirname, '../deploy')

/** nginx with a file of `deploy/` in front. */
export interface Front {
  address: string
  port: number
  pid: number | undefined
  /** What it keeps, by the keys of its cache: `/books br `. */
  keptKeys(): string[]
  /** Asks without TLS, as somebody who has typed `http://`. */
  askPlain(url: string): Promise<{ status: number; location: string | undefined; body: string }>
  /** What it complained of. */
  errors(): string
  /** Ends it as a crash would. */
  stop(): Promise<void>
}

/** Where a file of `deploy/` runs this time: its own folder, and the mirror that it hands out. */
interface Place {
  home: string
  mirror: string
  /** The processes behind it; none for a mirror that stands alone. */
  appPorts: readonly number[]
  /** Free when it is not given. */
  port?: number
  /** The folder of the stored files, where nginx sends them itself. */
  stored?: string
}

const plainSocket = 'plain.sock'

/** Whether this machine has nginx. */
export const hasNginx = () => spawnSync('which', ['nginx']).status === 0

/** Errors: throws when one of the places is not in the file any more. */
function filled(name: string, places: [string | RegExp, string][]): string {
  let file = fs.readFileSync(path.join(deploy, name), 'utf8')
  for (const [from, to] of places) {
    if (file.search(from) < 0) throw new Error(`deploy/${name} has no ${from}`)
    file = file.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to)
  }
  return file
}

/** The shipped files with the places of this run; addresses without TLS, for there is no certificate. */
export function siteFiles({ home, mirror, appPorts, stored }: Place, port: number): string {
  const common: [string | RegExp, string][] = [
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    [/ssl_certificate(?:_key)? [^;]+;/, ''],
    ['error_log /dev/null emerg;', `error_log ${home}/error.log;`],
    ['/var/lib/rafid-mirror', mirror],
    ['/usr/share/rafid', deploy],
    ['/etc/nginx/rafid', deploy],
  ]
  if (appPorts.length === 0) return filled('nginx-mirror.conf', common)
  const [first, ...others] = appPorts
  const upstream = filled('nginx-upstream.conf', [
    ['127.0.0.1:3000', `127.0.0.1:${first}`],
    [
      /# server 127\.0\.0\.1:3001 max_fails=0;/,
      others.map(port => `server 127.0.0.1:${port} max_fails=0;`).join(' '),
    ],
  ])
  const site = filled('nginx.conf', [
    ['/var/cache/nginx/rafid', path.join(home, 'cache')],
    ['listen 80;', `listen unix:${path.join(home, plainSocket)};`],
    ['/var/lib/rafid/files/store/', `${stored ?? path.join(home, 'stored')}/`],
    ...common,
  ])
  return `${upstream}\n${site}`
}

/** Starts nginx with the shipped files in a new folder. Errors: throws when it does not answer. */
export async function startShippedNginx(place: Place): Promise<Front> {
  const { home } = place
  const port = place.port ?? (await freePort())
  fs.mkdirSync(home)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${home}/${each};`,
  )
  fs.writeFileSync(
    path.join(home, 'nginx.conf'),
    `daemon off; master_process off; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 512; }
http { access_log off; ${places.join(' ')} ${siteFiles(place, port)} }
`,
  )
  const config = ['-p', home, '-c', path.join(home, 'nginx.conf'), '-e', path.join(home, 'error.log')]
  const server: ChildProcess = spawn('nginx', config, { stdio: 'inherit' })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    const answers = await fetch(`${address}/robots.txt`).then(
      () => true,
      () => false,
    )
    if (answers) break
    if (server.exitCode !== null || tries > 100) throw new Error('nginx does not answer')
    await wait(50)
  }
  return {
    address,
    port,
    pid: server.pid,
    async askPlain(url) {
      const request = http.get({ socketPath: path.join(home, plainSocket), path: url })
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
      const { statusCode = 0, headers } = answer
      return { status: statusCode, location: headers.location, body: await text(answer) }
    },
    errors: () => fs.readFileSync(path.join(home, 'error.log'), 'utf8'),
    keptKeys: () => listKeys(path.join(home, 'cache')),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}

function listKeys(cache: string): string[] {
  return fs
    .readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(entry => {
      const head = fs
        .readFileSync(path.join(entry.parentPath, entry.name))
        .subarray(0, 4096)
        .toString('latin1')
      return /\nKEY: (.*)\n/.exec(head)?.[1] ?? []
    })
}
