import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '#test/environment.ts'
import nodeSettings from '../tools/node-settings.json' with { type: 'json' }

const mainFile = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const email = 'bench@rafid.example'
const password = 'a long bench password'

export interface ServerProcess {
  pid: number | undefined
  address: string
  port: number
  /** Bytes of memory that the process holds now. Linux only. */
  residentBytes(): number
  /** Bytes that the process has given to the disk since it began. Linux only. */
  writtenBytes(): number
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Staff {
  cookie: string
  csrfToken: string
}

/**
 * What a server of a drill gets: what bounds its memory as `npm start` does, and nothing of the shell that it runs in, whose
 * database, store and operators are real ones.
 */
export function serverEnvironment(
  dataDir: string,
  environment: Record<string, string> = {},
): Record<string, string | undefined> {
  return {
    ...bareEnvironment,
    ...nodeSettings.environment,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'info',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    ...environment,
  }
}

const running = new Set<ChildProcess>()
let isWatched = false

/** What was started ends with this process, unless this one is killed at once (SIGKILL). */
function watch(server: ChildProcess): void {
  running.add(server)
  server.once('exit', () => running.delete(server))
  if (isWatched) return
  isWatched = true
  process.once('exit', () => {
    for (const each of running) each.kill('SIGKILL')
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

/** Kills every server that still runs, and waits for its end. */
export async function endServers(): Promise<void> {
  await Promise.all(
    Array.from(running, async server => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    }),
  )
}

/** Starts the real server as a process of its own on a data directory. It ends with this process. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const server: ChildProcess = spawn(process.execPath, [...nodeSettings.serverArguments, mainFile], {
    env: serverEnvironment(dataDir, environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  watch(server)
  if (server.stdout === null) throw new Error('The server has no output')
  const lines = createInterface(server.stdout)
  const port = await new Promise<number>((resolve, reject) => {
    lines.on('line', line => {
      const found = /Rafid is ready: http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(Number(found))
      if (/"level":(?:50|60)/.test(line)) process.stderr.write(`${line}\n`)
    })
    server.once('exit', code => reject(new Error(`The server ended with ${code}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    pid: server.pid,
    address: `http://127.0.0.1:${port}`,
    port,
    residentBytes() {
      const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    },
    writtenBytes() {
      const counts = fs.readFileSync(`/proc/${server.pid}/io`, 'utf8')
      return Number(/^write_bytes: (\d+)/m.exec(counts)?.[1] ?? 0)
    },
    signal: name => void server.kill(name),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** An answer that refuses. Shape: `METHOD TARGET: STATUS TEXT`. */
export const refusal = (what: string, status: number, text: string) =>
  new Error(`${what}: ${status} ${text.slice(0, 300)}`)

/**
 * Refused for what was asked, or by a fault of the program: neither may be met by who does nothing wrong. Of the others
 * only 503 is said of a server that is coming back.
 */
export const isFault = (error: unknown) => /: (?!503 )[45]\d\d /.test(String(error))

/** The JSON of an answer. Errors: throws with the status for a refusal. */
async function jsonOf<Body>(answer: Response, what: string): Promise<Body> {
  if (!answer.ok) throw refusal(what, answer.status, await answer.text())
  return (await answer.json()) as Body
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0] ?? '')
    .filter(pair => !pair.endsWith('='))
    .join('; ')
}

/** Signs the administrator in over HTTP; `headers` go with each request. */
export async function signIn(address: string, headers: Record<string, string> = {}): Promise<Staff> {
  const visitor = await fetch(`${address}/api/users/csrf-token`, { headers })
  const { csrfToken: visitorToken } = await jsonOf<{ csrfToken: string }>(visitor, 'A token before sign-in')
  const login = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      cookie: cookieOf(visitor),
      'x-csrf-token': visitorToken,
    },
    body: JSON.stringify({ email, password }),
  })
  await jsonOf(login, 'Sign-in')
  const cookie = cookieOf(login)
  const token = await fetch(`${address}/api/users/csrf-token`, { headers: { ...headers, cookie } })
  const { csrfToken } = await jsonOf<{ csrfToken: string }>(token, 'A token after sign-in')
  return { cookie, csrfToken }
}

/**
 * Writes a real PDF of exactly so many bytes, most of them noise that no packing makes smaller.
 * Shape: its SHA-256.
 */
export function writeLargePdf(file: string, bytes: number): string {
  const hash = createHash('sha256')
  const out = fs.openSync(file, 'w')
  let at = 0
  const write = (part: Buffer | string) => {
    const data = Buffer.from(part)
    hash.update(data)
    fs.writeSync(out, data)
    at += data.length
  }
  const offsets: number[] = []
  const object = (text: string) => {
    offsets.push(at)
    write(text)
  }
  write('%PDF-1.7\n')
  object('1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n')
  object('2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n')
  object('3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]>>\nendobj\n')
  const tailBytes = 400
  const noiseBytes = bytes - at - tailBytes
  object(`4 0 obj\n<</Length ${noiseBytes}>>\nstream\n`)
  for (let left = noiseBytes; left > 0; left -= 1_000_000) write(randomBytes(Math.min(left, 1_000_000)))
  write('\nendstream\nendobj\n')
  const start = at
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 5\n0000000000 65535 f \n${entries}trailer\n<</Size 5/Root 1 0 R>>\n`)
  const end = `startxref\n${start}\n%%EOF\n`
  write(`${'%'.padEnd(bytes - at - end.length - 1, ' ')}\n`)
  write(end)
  fs.closeSync(out)
  return hash.digest('hex')
}

/** Bytes for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
