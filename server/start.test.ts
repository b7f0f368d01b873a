import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { systemActor } from './staff/session/actor.ts'
import { builtFolder, findBuilt } from './built-server.ts'
import { readConfig } from './config.ts'
import { siteAddresses } from './start-notice.ts'
import { serverEnvironment } from '../bench/upload-server.ts'
import { buildIfStale } from '../tools/build.ts'
import { bareEnvironment, briefProgram } from '#test/environment.ts'
import { openTestApp } from '#test/build-app.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import { newsInput } from '#test/news-input.ts'

const main = path.join(import.meta.dirname, 'main.ts')
const children: ChildProcess[] = []
const folders: string[] = []

/* What is tried here is what was built. */
beforeAll(buildIfStale, 180_000)

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

const inProduction = { NODE_ENV: 'production', SITE_URL: 'https://rafid.example' }

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-start-'))
  folders.push(folder)
  return folder
}

/** A data directory with a migrated database: a first start costs seconds that most tests need not spend. */
async function migratedFolder(): Promise<string> {
  const database = await openTestDatabase('pglite')
  await database.close()
  folders.push(database.options.dataDir)
  return database.options.dataDir
}

/** Starts the real program. `output` gathers what it prints. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [...briefProgram, main], {
    env: { ...bareEnvironment, DEMO: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment },
  })
  children.push(child)
  const started = {
    child,
    output: '',
    code: new Promise<number | null>(resolve => child.once('exit', resolve)),
  }
  child.stdout.on('data', chunk => (started.output += String(chunk)))
  child.stderr.on('data', chunk => (started.output += String(chunk)))
  return started
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

async function outputOf(started: { output: string }, pattern: RegExp): Promise<RegExpExecArray> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const match = pattern.exec(started.output)
    if (match) return match
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`not printed: ${pattern}\n${started.output}`)
}

/** Connects and asks, and gives what comes until the line ends, or what broke it. */
function ask(port: number): { connected: Promise<void>; answer: Promise<string> } {
  const socket = net.connect(port, '127.0.0.1')
  const connected = new Promise<void>(resolve => socket.once('connect', () => resolve()))
  let text = ''
  socket.on('data', chunk => (text += String(chunk))).on('error', error => (text += error.message))
  socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n')
  return { connected, answer: new Promise(resolve => socket.once('close', () => resolve(text))) }
}

it('prints its address and a link that creates the first administrator, serves, and on a signal hears whoever stands at the door before it stops', async () => {
  const first = start({ PORT: '0', DATA_DIR: newFolder(), LOG_LEVEL: 'info' })
  const [, address = ''] = await outputOf(first, /is ready: (http:\/\/\S+)/)
  const [, from = ''] = await outputOf(first, /"from":"([^"]+)","msg":"serving"/)
  expect(path.relative(builtFolder, from)).toMatch(/^\d+\/begin\.js$/)
  const [, setupPath = ''] = await outputOf(first, /(\/super\?setup=\S+)/)
  expect((await fetch(address)).status).toBe(200)
  expect((await fetch(address + setupPath)).status).toBe(200)
  /* As if the process were busy: the system alone has taken their connections when the signal comes. */
  first.child.kill('SIGSTOP')
  const atDoor = Array.from({ length: 12 }, () => ask(Number(new URL(address).port)))
  await Promise.all(atDoor.map(each => each.connected))
  first.child.kill('SIGTERM')
  first.child.kill('SIGCONT')
  const answers = await Promise.all(atDoor.map(each => each.answer))
  expect(answers.map(each => each.split('\r\n')[0])).toEqual(answers.map(() => 'HTTP/1.1 200 OK'))
  expect(await first.code).toBe(0)
}, 90_000)

it('is built of signs that take one byte in memory', () => {
  const folder = path.dirname(findBuilt() ?? '')
  const files = fs.globSync([`${folder}/*.js`, path.join(import.meta.dirname, '../dist/server/*.js')])
  expect(files.length).toBeGreaterThan(5)
  const wide = files.flatMap(file => {
    const sign = /[^\u0000-\u007f]/u.exec(fs.readFileSync(file, 'utf8'))
    return sign ? [`${path.basename(file)}: ${sign.input.slice(sign.index - 40, sign.index + 40)}`] : []
  })
  expect(wide, 'a tagged template with such a sign? Give it as a value').toEqual([])
})

it('keeps what it holds over a restart, and refuses a second process on the same data', async () => {
  const folder = await migratedFolder()
  const admin = { ADMIN_EMAIL: 'a@rafid.example', ADMIN_PASSWORD: 'a long password' }
  const first = start({ PORT: '0', DATA_DIR: folder, ...admin })
  await outputOf(first, /is ready/)
  expect(first.output).not.toContain('setup=')
  const second = start({ PORT: '0', DATA_DIR: folder })
  expect(await second.code).toBe(1)
  expect(second.output).toMatch(/in use|process/i)
  expect(second.output).not.toMatch(/^ {4}at /m)
  first.child.kill('SIGKILL')
  await first.code
  const again = start({ PORT: '0', DATA_DIR: folder })
  await outputOf(again, /is ready/)
  await outputOf(again, /sign in/)
  expect(again.output).not.toContain('setup=')
  again.child.kill('SIGHUP')
  expect(await again.code, 'a hangup closes the data in order').toBe(0)
}, 120_000)

it.runIf(hasPostgres())(
  'answers nobody before the configured administrator can sign in',
  async () => {
    const database = await openTestDatabase('postgres')
    const port = await freePort()
    const isHeard = () =>
      fetch(`http://127.0.0.1:${port}${paths.login}`).then(
        () => true,
        () => false,
      )
    try {
      const admin = { ADMIN_EMAIL: 'a@rafid.example', ADMIN_PASSWORD: 'a long password' }
      const databaseUrl = database.options.databaseUrl ?? ''
      const starting = await database.kysely.transaction().execute(async transaction => {
        await sql`lock table users in share mode`.execute(transaction)
        const started = start({
          PORT: String(port),
          DATA_DIR: newFolder(),
          DATABASE_URL: databaseUrl,
          ...admin,
        })
        const waiting = async () => {
          const { rows } = await sql<{ count: number }>`
          select count(*) as count from pg_locks where not granted`.execute(transaction)
          return rows[0]?.count
        }
        await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0)
        expect(await isHeard()).toBe(false)
        return started
      })
      await outputOf(starting, /is ready/)
      expect(await isHeard()).toBe(true)
      starting.child.kill('SIGTERM')
      await starting.code
    } finally {
      await database.cleanup()
    }
  },
  90_000,
)

it('says which variables are wrong, all at once, and stops', async () => {
  const started = start({ PORT: 'often', LOG_LEVEL: 'loud', SITE_URL: 'rafid', DATA_DIR: newFolder() })
  expect(await started.code).toBe(1)
  for (const name of ['PORT', 'LOG_LEVEL', 'SITE_URL']) expect(started.output).toContain(name)
  expect(started.output).not.toMatch(/^ {4}at /m)
})

it('says that the port is taken', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const started = start({ PORT: String(port), DATA_DIR: await migratedFolder() })
  expect(await started.code).toBe(1)
  expect(started.output).toContain(`Port ${port} is in use`)
  server.close()
}, 60_000)

it('has a default for everything and takes each variable', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    siteUrl: undefined,
    isDemo: true,
    trustProxy: false,
    logLevel: 'info',
    sessionIdleMs: 3_600_000,
    sessionAbsoluteMs: 43_200_000,
  })
  expect(readConfig({ DEMO: '0' }).isDemo).toBe(false)
  expect(readConfig(inProduction).isDemo).toBe(false)
  expect(readConfig({ SITE_URL: 'https://rafid.example/' }).siteUrl).toBe('https://rafid.example')
  expect(readConfig({ PORT: '', LOG_LEVEL: '' })).toMatchObject({ port: 3000, logLevel: 'info' })
  expect(readConfig({ TRUST_PROXY: '127.0.0.1' }).trustProxy).toBe('127.0.0.1')
  const hops = readConfig({ TRUST_PROXY: '1' }).trustProxy
  expect(typeof hops === 'function' && [hops('192.0.2.1', 0), hops('192.0.2.1', 1)]).toEqual([true, false])
  expect(() => readConfig({ ADMIN_EMAIL: 'a@rafid.example' })).toThrow(/ADMIN_PASSWORD/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow(/DATABASE_URL/)
  expect(() => readConfig({ S3_BUCKET: 'files' })).toThrow(/S3_ACCESS_KEY_ID/)
})

it('is kept from the database, store and operators of the shell in which a drill runs', () => {
  const outside = {
    DATABASE_URL: 'postgres://rafid@127.0.0.1/rafid',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    SMTP_URL: 'smtp://mail.example',
    ALERT_MAIL_TO: 'operator@rafid.example',
    ALERT_WEBHOOK: 'https://hooks.example',
    BACKUP_TO: 's3://backups',
  }
  for (const [name, value] of Object.entries(outside)) vi.stubEnv(name, value)
  try {
    expect(readConfig(serverEnvironment('drill'))).toMatchObject({
      databaseUrl: undefined,
      objectStore: undefined,
      backupTo: undefined,
      backupBucket: undefined,
      alerts: { mail: undefined, webhook: undefined },
    })
    expect(readConfig(serverEnvironment('drill', outside)).databaseUrl).toBe(outside.DATABASE_URL)
  } finally {
    vi.unstubAllEnvs()
  }
})

it('asks for the public address in production, where no request may say what it is', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/SITE_URL.*https:\/\/rafid\.example/)
  expect(() => readConfig({ NODE_ENV: 'production', SITE_URL: '' })).toThrow(/SITE_URL/)
  expect(readConfig(inProduction).siteUrl).toBe('https://rafid.example')
})

it.each([
  { PORT: '70000' },
  { PORT: '80.5' },
  { SESSION_IDLE_MINUTES: '0' },
  { SESSION_HOURS: 'two' },
  { ADMIN_EMAIL: 'a', ADMIN_PASSWORD: 'short' },
  { NODE_ENV: 'production', LOG_LEVEL: 'loud' },
  { SMTP_URL: 'smtps://rafid:100%safe@mail.example:465' },
  { ALERT_WEBHOOK: 'https://rafid:secret@hooks.example/1' },
])('speaks to operators in their language: %j', variables => {
  const refusal = () => readConfig(variables)
  for (const name of Object.keys(variables).filter(each => each !== 'NODE_ENV')) {
    expect(refusal).toThrow(new RegExp(`${name}: must [ -~]+`))
  }
})

it('sends the token of alerts through TLS alone, but to this machine', () => {
  const read = (ALERT_WEBHOOK: string) => readConfig({ ALERT_WEBHOOK, ALERT_WEBHOOK_TOKEN: 'a token' }).alerts
  expect(() => read('http://hooks.example/1')).toThrow(/ALERT_WEBHOOK: must [ -~]*https/)
  expect(() => read('http://localhost.example/1')).toThrow(/ALERT_WEBHOOK/)
  for (const url of [
    'https://hooks.example/1',
    'http://127.0.0.1:9000/',
    'http://localhost/',
    'http://[::1]/',
  ])
    expect(read(url)).toMatchObject({ webhook: { url, token: 'a token' } })
  expect(readConfig({ ALERT_WEBHOOK: 'http://hooks.example/1' }).alerts.webhook?.token).toBeUndefined()
})

it('names the addresses that people can open', () => {
  const address = { address: '127.0.0.1', family: 'IPv4', port: 3000 }
  expect(siteAddresses(address, undefined)).toEqual(['http://127.0.0.1:3000'])
  expect(siteAddresses({ ...address, address: '0.0.0.0' }, undefined)[0]).toBe('http://localhost:3000')
  expect(siteAddresses(address, 'https://rafid.example')[0]).toBe('https://rafid.example')
})

it('writes demo content neither into a database that has content nor in production', async () => {
  const { seedDemo } = await import('#demo/seed-demo.ts')
  const site = await openTestApp({ environment: { DEMO: '1' } })
  await site.services.news.create(newsInput(), systemActor)
  await seedDemo(site.services)
  expect((await site.services.books.latest(1)).length).toBe(0)
  await site.close()
  const production = await openTestApp({ environment: { DEMO: '1', ...inProduction } })
  await seedDemo(production.services)
  expect((await production.services.books.latest(1)).length).toBe(0)
  await production.close()
}, 60_000)
