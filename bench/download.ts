import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from './beside-nginx.ts'
import { median, quantile } from './figures.ts'
import { hasNginx, startShippedNginx, type Front } from './shipped-nginx.ts'
import { megabytes, signIn, startServer, writeLargePdf } from './upload-server.ts'

/**
 * What it costs to hand out a large PDF: processor time for each GiB, by our process alone, by nginx that our process tells
 * which file it is (`FILES_ACCEL`), and by nginx alone, in turns, so that what else the machine does meets all alike. Then many
 * clients take it at once from our process, every fifth in two halves with a resumption: memory and event-loop delay.
 * Usage: node bench/download.ts [BYTES] [CLIENTS] [ROUNDS]. Takes nginx from PATH and says so when there is none. Linux only.
 * Beside them nginx without `sendfile`, which copies each byte as a process of Node has to.
 * Exit code 1 when a download was wrong, nginx sent what the process did not allow, or a bar is missed.
 */
const bytes = Number(process.argv[2] ?? 250 * 1024 * 1024)
const clients = Number(process.argv[3] ?? 50)
const rounds = Number(process.argv[4] ?? 5)
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const agent = new http.Agent({ maxSockets: Infinity })
/** Of the processor time of nginx alone; what nginx sends when it is told costs what it costs by itself. */
const bars: Record<string, number> = { 'our process': 2, 'nginx that our process tells': 1.25 }

interface Taken {
  bytes: number
  sha256: string | undefined
}

/** Takes a file or a part of it; hashes only when asked, so that the client is not what is measured. */
function take(
  address: string,
  headers: http.OutgoingHttpHeaders,
  hashes: boolean,
  stopAfter = Infinity,
): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const request = http.get(address, { agent, headers }, response => {
      const hash = hashes ? createHash('sha256') : undefined
      let taken = 0
      const finish = () => resolve({ bytes: taken, sha256: hash?.digest('hex') })
      response.on('data', (chunk: Buffer) => {
        taken += chunk.length
        hash?.update(chunk)
        if (taken >= stopAfter) {
          response.destroy()
          finish()
        }
      })
      response.on('end', finish)
      response.on('error', error => (taken >= stopAfter ? undefined : reject(error)))
    })
    request.on('error', reject)
  })
}

async function takeWithResumption(address: string, tag: string): Promise<number> {
  const first = await take(address, {}, false, Math.floor(bytes / 2))
  const headers = { range: `bytes=${first.bytes}-`, ...(tag !== '' && { 'if-range': tag }) }
  return first.bytes + (await take(address, headers, false)).bytes
}

async function measure(address: string, tag: string): Promise<{ bytesPerSecond: number; wrong: number }> {
  const startedAt = performance.now()
  const taken = await Promise.all(
    Array.from({ length: clients }, (_unused, index) =>
      index % 5 === 0
        ? takeWithResumption(address, tag)
        : take(address, {}, false).then(whole => whole.bytes),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const total = taken.reduce((sum, count) => sum + count, 0)
  return { bytesPerSecond: total / seconds, wrong: taken.filter(count => count !== bytes).length }
}

/** nginx that hands out a folder and knows of nothing else. */
async function startNginx(root: string, sending: 'sendfile' | 'copies'): Promise<Sender & { stop(): void }> {
  const port = await freePort()
  const config = path.join(directory, `nginx-${sending}.conf`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${directory}/${each};`,
  )
  fs.writeFileSync(
    config,
    `daemon off; master_process off; pid ${directory}/nginx-${sending}.pid; error_log stderr warn;
     events { worker_connections 1024; }
     http { access_log off; sendfile ${sending === 'sendfile' ? 'on' : 'off'}; tcp_nopush on; ${places.join(' ')}
       server { listen 127.0.0.1:${port}; root ${root}; etag on; } }`,
  )
  fs.chmodSync(directory, 0o755)
  const nginx = spawn('nginx', ['-p', directory, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  await wait(1000)
  return { address: `http://127.0.0.1:${port}/large.pdf`, pids: [nginx.pid], stop: () => void nginx.kill() }
}

/** Who hands out the file, and the processes that work for it. */
interface Sender {
  address: string
  pids: (number | undefined)[]
}

/** Processor time that the processes have used so far. Units: ticks of the system, of which a second has 100. */
const ticksOf = (pids: Sender['pids']) =>
  pids
    .map(pid => {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number)
      return (user ?? 0) + (system ?? 0)
    })
    .reduce((sum, ticks) => sum + ticks, 0)

/** Processor time of one download after another. Units: seconds for each GiB. */
async function costOf({ address, pids }: Sender): Promise<number> {
  const before = ticksOf(pids)
  let taken = 0
  for (let count = 0; count < downloadsEach; count += 1) taken += (await take(address, {}, false)).bytes
  if (taken !== bytes * downloadsEach) wrong.push(`${address}: ${taken} bytes`)
  return (ticksOf(pids) - before) / 100 / (taken / 2 ** 30)
}

/** Tries that what nginx sends for the process is what the process would send, and nothing that it was not told to. */
async function tryLeft(front: Front, address: string): Promise<void> {
  const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(front.address + url, { headers, method })
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const check = (what: string, isSo: boolean) => {
    console.log(`${isSo ? '✓' : '✗'} ${what}`)
    if (!isSo) wrong.push(what)
  }
  const head = await ask(address, {}, 'HEAD')
  const own = await fetch(server.address + address, { method: 'HEAD' })
  const tag = head.headers.get('etag') ?? ''
  const same = [
    'content-type',
    'content-length',
    'content-security-policy',
    'cache-control',
    'content-disposition',
  ]
  const differing = [
    ...same,
    'x-content-type-options',
    'cross-origin-resource-policy',
    'referrer-policy',
  ].filter(name => head.headers.get(name) !== own.headers.get(name))
  check(`headers as the process gives them ${differing.join(' ')}`, differing.length === 0)
  const part = await ask(address, { range: 'bytes=1000-2999', 'if-range': tag })
  const isPart = part.status === 206 && part.body.equals(fs.readFileSync(pdf).subarray(1000, 3000))
  check('a range, if the file is still the same', isPart)
  const changed = await ask(address, { range: 'bytes=1000-2999', 'if-range': '"another"' })
  check('the whole where the file was another', changed.status === 200 && changed.body.length === bytes)
  check('what is known is not sent again', (await ask(address, { 'if-none-match': tag })).status === 304)
  check('outside of the file', (await ask(address, { range: `bytes=${bytes + 1}-` })).status === 416)
  const stored = fs
    .readdirSync(store, { recursive: true, encoding: 'utf8' })
    .find(name => /-[^/]+$/.test(name))
  for (const url of [
    `/stored/${stored}`,
    '/stored/',
    '/files/..%2f..%2fsecret.key',
    `/files/${'0'.repeat(64)}`,
  ])
    check(`nothing at ${url.replace(/[0-9a-f-]{40,}.*/, '…')}`, [400, 404].includes((await ask(url)).status))
}

const downloadsEach = 4
const wrong: string[] = []
let isWithin = true
const pdf = path.join(directory, 'large.pdf')
const sha256 = writeLargePdf(pdf, bytes)
const delayFile = path.join(directory, 'delay.json')
const probe = path.join(directory, 'probe.mjs')
fs.writeFileSync(
  probe,
  `import { monitorEventLoopDelay } from 'node:perf_hooks'
   import { isMainThread } from 'node:worker_threads'
   import fs from 'node:fs'
   if (isMainThread) {
     const delay = monitorEventLoopDelay({ resolution: 5 })
     delay.enable()
     process.on('SIGUSR2', () => {
       const ms = nanoseconds => nanoseconds / 1e6
       fs.writeFileSync(${JSON.stringify(delayFile)}, JSON.stringify({ p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) }))
       delay.reset()
     })
   }`,
)
const store = path.join(directory, 'data/files/store')
const server = await startServer(path.join(directory, 'data'), {
  TRUST_PROXY: '1',
  FILES_ACCEL: '/stored/',
  NODE_OPTIONS: `--import ${pathToFileURL(probe).href}`,
})
try {
  const staff = await signIn(server.address)
  const form = new FormData()
  form.append('files', await fs.openAsBlob(pdf), 'large.pdf')
  const answer = await fetch(`${server.address}/api/files/new`, {
    method: 'POST',
    body: form,
    headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  if (!answer.ok) throw new Error(await answer.text())
  const filePath = `/files/${sha256}/large.pdf`
  const address = server.address + filePath
  const whole = await take(address, {}, true)
  console.log(`one client: ${megabytes(whole.bytes)}, the same file: ${whole.sha256 === sha256}`)

  const readDelay = async () => {
    server.signal('SIGUSR2')
    await wait(300)
    return JSON.parse(fs.readFileSync(delayFile, 'utf8')) as Record<string, number>
  }
  await readDelay()
  const before = server.residentBytes()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, server.residentBytes())
  }, 50)
  const ours = await measure(address, `"${sha256}"`)
  clearInterval(sampling)
  const delay = await readDelay()
  console.log(
    `${clients} clients, every fifth resuming: ${megabytes(ours.bytesPerSecond)}/s, ${ours.wrong} of a wrong length`,
  )
  console.log(
    `memory before ${megabytes(before)}, peak ${megabytes(peak)}, growth ${megabytes(peak - before)}`,
  )
  console.log(
    `event-loop delay in ms: p50 ${delay['p50']?.toFixed(1)}, p99 ${delay['p99']?.toFixed(1)}, longest ${delay['max']?.toFixed(1)}`,
  )

  if (ours.wrong > 0) wrong.push(`${ours.wrong} of a wrong length`)

  const senders = new Map<string, Sender>([['our process', { address, pids: [server.pid] }]])
  const stops: (() => unknown)[] = []
  if (hasNginx()) {
    const mirror = path.join(directory, 'mirror')
    fs.mkdirSync(mirror)
    fs.writeFileSync(path.join(mirror, 'headers.conf'), '')
    const home = path.join(directory, 'front')
    const front = await startShippedNginx({ home, mirror, appPorts: [server.port], stored: store })
    const nginx = await startNginx(directory, 'sendfile')
    const copying = await startNginx(directory, 'copies')
    stops.push(front.stop, nginx.stop, copying.stop)
    await tryLeft(front, filePath)
    senders.set('nginx that our process tells', {
      address: front.address + filePath,
      pids: [front.pid, server.pid],
    })
    senders.set('nginx that copies', copying)
    senders.set('nginx', nginx)
  } else console.log('nginx is not in PATH: no ratio')
  const costs = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, sender] of senders) costs.set(who, [...(costs.get(who) ?? []), await costOf(sender)])
  }
  for (const stop of stops) await stop()
  const least = median(costs.get('nginx') ?? [])
  for (const [who, each] of costs) {
    const [of, bar] = [median(each) / least, bars[who]]
    const ratio = Number.isFinite(of) ? `, ${of.toFixed(2)} of nginx alone` : ''
    const told = bar === undefined ? '' : ` (bar ${bar})`
    if (bar !== undefined && of > bar) isWithin = false
    const spread = `${quantile(each, 0).toFixed(2)} to ${quantile(each, 1).toFixed(2)}`
    console.log(`${who}: ${median(each).toFixed(2)} s of processor for each GiB (${spread})${ratio}${told}`)
  }
  for (const each of wrong) console.error(`wrong: ${each}`)
  process.exitCode = wrong.length === 0 && isWithin ? 0 : 1
} finally {
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
