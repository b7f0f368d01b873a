import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { megabytes, signIn, startServer, writeLargePdf } from './upload-server.ts'

/**
 * Fifty clients take the same large PDF at once, every fifth of them in two halves with a resumption, from our server
 * and then from nginx; prints our throughput as a ratio of nginx's, and the memory and event-loop delay of our process.
 * Usage: node bench/download.ts [BYTES] [CLIENTS]. Takes nginx from PATH and says so when there is none. Linux only.
 */
const bytes = Number(process.argv[2] ?? 250 * 1024 * 1024)
const clients = Number(process.argv[3] ?? 50)
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const agent = new http.Agent({ maxSockets: Infinity })

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

async function startNginx(root: string): Promise<{ address: string; stop(): void } | undefined> {
  if (spawnSync('nginx', ['-v']).error !== undefined) return undefined
  // Below the ports that clients of the measurement before have used and the system still holds.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const config = path.join(directory, 'nginx.conf')
  fs.writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log stderr warn;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;
       fastcgi_temp_path ${directory}/fastcgi; uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
       server { listen 127.0.0.1:${port}; root ${root}; etag on; } }`,
  )
  fs.chmodSync(directory, 0o755)
  const nginx = spawn('nginx', ['-p', directory, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  await wait(1000)
  return { address: `http://127.0.0.1:${port}`, stop: () => void nginx.kill() }
}

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
const server = await startServer(path.join(directory, 'data'), {
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
  const address = `${server.address}/files/${sha256}/large.pdf`
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

  const nginx = await startNginx(directory)
  if (nginx === undefined) {
    console.log('nginx is not in PATH: no ratio')
  } else {
    const theirs = await measure(`${nginx.address}/large.pdf`, '')
    nginx.stop()
    console.log(`nginx: ${megabytes(theirs.bytesPerSecond)}/s, ${theirs.wrong} of a wrong length`)
    console.log(`ratio to nginx: ${(ours.bytesPerSecond / theirs.bytesPerSecond).toFixed(2)}`)
  }
  process.exitCode = ours.wrong === 0 ? 0 : 1
} finally {
  await server.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
