/**
 * What pages cost in the shape in which the site is served: nginx with deploy/nginx.conf, its cache warm, the real app behind
 * it; beside nginx alone that sends the same bytes with the same headers as files, and beside nginx that keeps them by `proxy_cache`
 * and does nothing else, which is as far as one can come; in turns on one core.
 * Usage: node bench/behind-nginx.ts [--seconds 2] [--rounds 5] [--connections 64]. Needs nginx and wrk.
 * Ends with 1 when a page costs more processor time than the bar allows, or is not the same byte for byte.
 */
import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import {
  freePort,
  headersToAdd,
  listMissingPrograms,
  notTakenCode,
  loadCore,
  measure,
  nginxConfig,
  pinned,
  serverCore,
  type Rate,
} from './beside-nginx.ts'
import { median, quantile } from './figures.ts'
import { startShippedNginx, type Front } from './shipped-nginx.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
  },
})

/** Of what nginx alone does with the same processor time. */
const bar = 0.9
/** As browsers say it, word for word. */
const packed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** What nginx needs to keep the answers of the application for a minute, and no more. */
function bareCacheConfig(home: string, port: number, appPort: number): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${home}/${each};`,
  )
  return `daemon off;
master_process off;
pid ${home}/pid;
error_log ${home}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  ${places.join(' ')}
  proxy_cache_path ${home}/cache keys_zone=bare:1m use_temp_path=off;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000000;
    open_file_cache max=200;
    sendfile off;
    location / {
      proxy_pass http://127.0.0.1:${appPort};
      proxy_cache bare;
      proxy_ignore_headers Vary;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
    }
  }
}
`
}

/** The bytes as they are sent, which fetch would unpack. */
function bytesOf(url: string): Buffer {
  return spawnSync('curl', ['-s', '-H', `accept-encoding: ${packed['accept-encoding']}`, url], {
    maxBuffer: 2 ** 24,
  }).stdout
}

const withoutPacking = (headers: string) =>
  headers
    .split('\n')
    .filter(each => !/content-encoding/i.test(each))
    .join('\n')

/** The headers of an answer without those that nginx alone gives to a file of its own. */
async function headersOf(url: string): Promise<string> {
  return headersToAdd(await fetch(url, { headers: packed }))
    .split('\n')
    .filter(each => !/accept-ranges|last-modified/.test(each))
    .sort()
    .join('\n')
}

const missing = listMissingPrograms()
if (spawnSync('which', ['curl']).status !== 0) missing.push('curl')
if (missing.length > 0) {
  console.log(`This benchmark needs ${missing.join(', ')}, not installed.`)
  process.exit(notTakenCode)
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-behind-'))
fs.mkdirSync(path.join(folder, 'pages'))
fs.chmodSync(folder, 0o755)
const children: ChildProcess[] = []
let front: Front | undefined
try {
  const program = path.join(import.meta.dirname, 'pages.ts')
  const app = pinned(serverCore, process.execPath, [program, '--serve', path.join(folder, 'data')], 'pipe')
  children.push(app)
  if (app.stdout === null) throw new Error('The server has no output')
  const [line] = (await once(createInterface(app.stdout), 'line')) as [string]
  const { port, bookId } = JSON.parse(line) as { port: number; bookId: string }
  const mirror = path.join(folder, 'mirror')
  fs.mkdirSync(path.join(mirror, 'site'), { recursive: true })
  fs.writeFileSync(path.join(mirror, 'headers.conf'), '')
  front = await startShippedNginx({ home: path.join(folder, 'front'), mirror, appPorts: [port] })
  spawnSync('taskset', ['-acp', serverCore, String(front.pid)])

  const bareHome = path.join(folder, 'bare')
  fs.mkdirSync(bareHome)
  const barePort = await freePort()
  const bareFile = path.join(bareHome, 'nginx.conf')
  fs.writeFileSync(bareFile, bareCacheConfig(bareHome, barePort, port))
  const bare = pinned(serverCore, 'nginx', ['-p', bareHome, '-c', bareFile], 'inherit')
  children.push(bare)

  const pages = { home: '/', list: '/books/primary', book: `/books/${bookId}` }
  const own: string[] = []
  for (const [name, address] of Object.entries(pages)) {
    // The first asking makes the page, the second finds what nginx has kept.
    await fetch(front.address + address, { headers: packed })
    const headers = headersToAdd(await fetch(front.address + address, { headers: packed }))
    own.push(
      `    location = /${name} {`,
      '    add_header content-encoding br;',
      withoutPacking(headers),
      '    }',
    )
    fs.writeFileSync(path.join(folder, 'pages', name), bytesOf(front.address + address))
  }
  const port2 = await freePort()
  fs.writeFileSync(path.join(folder, 'nginx.conf'), nginxConfig(folder, port2, own.join('\n')))
  const plain = pinned(serverCore, 'nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], 'inherit')
  children.push(plain)
  spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
  await wait(500)

  const asking = {
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    headers: packed,
  }
  for (const [name, address] of Object.entries(pages)) {
    const plainUrl = `http://127.0.0.1:${port2}/${name}`
    if (!bytesOf(plainUrl).equals(bytesOf(front.address + address)))
      throw new Error(`${address} is not the same byte for byte`)
    const [ours, theirs] = await Promise.all([headersOf(front.address + address), headersOf(plainUrl)])
    if (ours !== theirs) throw new Error(`${address} has other headers:\n${ours}\nbeside\n${theirs}`)
    const bareUrl = `http://127.0.0.1:${barePort}${address}`
    const rounds: { plain: Rate; bare: Rate; shipped: Rate }[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      rounds.push({
        plain: await measure(plain, plainUrl, asking),
        bare: await measure(bare, bareUrl, asking),
        shipped: await measure(front, front.address + address, asking),
      })
    }
    const ofPlain = (kind: 'bare' | 'shipped') =>
      rounds.map(round => round[kind].perProcessorSecond / round.plain.perProcessorSecond)
    const ratios = ofPlain('shipped')
    const rates = (kind: 'plain' | 'shipped') =>
      Math.round(median(rounds.map(round => round[kind].perProcessorSecond)))
    console.log(
      `${name}: ${rates('shipped')} for each second of the processor, nginx alone ${rates('plain')}: ${median(ratios).toFixed(3)} (${quantile(ratios, 0).toFixed(3)} to ${quantile(ratios, 1).toFixed(3)}, bar ${bar}); ` +
        `a bare proxy_cache ${median(ofPlain('bare')).toFixed(3)}`,
    )
    if (median(ratios) < bar) process.exitCode = 1
  }
} finally {
  await front?.stop()
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  fs.rmSync(folder, { recursive: true, force: true })
}
