import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { bareEnvironment } from '#test/environment.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import { startS3Server } from '#test/s3-server.ts'

const main = path.join(import.meta.dirname, 'main.ts')
const server = { DATABASE_URL: 'postgres://localhost/rafid' }
const bucket = { S3_BUCKET: 'rafid', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-workers-'))
let parent: ChildProcess | undefined

afterEach(() => {
  parent?.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

it('are as many as is said, or as this machine has cores, on what several processes can share', () => {
  const workersOf = (WORKERS: string) => readConfig({ WORKERS, ...server, ...bucket }).workers
  expect([workersOf('3'), workersOf('auto'), readConfig({}).workers]).toEqual([
    3,
    os.availableParallelism(),
    1,
  ])
  expect(readConfig({ WORKERS: '1' }).workers).toBe(1)
  for (const wrong of ['0', '1.5', 'many', '65']) expect(() => workersOf(wrong), wrong).toThrow(/WORKERS/)
  expect(() => readConfig({ WORKERS: '2', ...bucket })).toThrow(
    /embedded database can be opened by one process/,
  )
  expect(() => readConfig({ WORKERS: '2', ...server })).toThrow(/folder of files belongs to one process/)
})

/** The processes that a process has begun, by their ids. Linux only. */
const childrenOf = (pid: number) =>
  fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(id => id !== '')
    .filter(id => fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('main.ts'))
    .map(Number)

/** The process that has a place among those that one has begun. Linux only. */
const ofPlace = (pid: number, place: number) =>
  childrenOf(pid).find(id =>
    fs.readFileSync(`/proc/${id}/environ`, 'utf8').includes(`DATA_DIR=${folder}/workers/${place}\0`),
  ) ?? 0

/** Whether a process has the other end of a line of ours. Linux only. */
function holds(pid: number, port: number): boolean {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = fs.readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const inode = lines.map(line => line.trim().split(/\s+/)).find(line => line[2]?.endsWith(remote))?.[9]
  const folder = `/proc/${pid}/fd`
  return fs.readdirSync(folder).some(each => fs.readlinkSync(`${folder}/${each}`) === `socket:[${inode}]`)
}

/** A question to one of several processes, of which the last byte is still to be sent. */
async function askHalf(address: string, pid: number): Promise<{ finish(): Promise<string> }> {
  const { hostname, port, host } = new URL(address)
  for (let tries = 0; tries < 20; tries += 1) {
    const line = net.connect(Number(port), hostname)
    await once(line, 'connect')
    line.write(`POST /api/results/lookup HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{`)
    await wait(300)
    if (holds(pid, line.localPort ?? 0)) return { finish: () => (line.end('}'), text(line)) }
    line.destroy()
  }
  throw new Error(`process ${pid} takes no line`)
}

it.runIf(hasPostgres() && process.platform === 'linux')(
  'answer behind one port, come back when they end, are started anew in turns, and end together',
  async () => {
    const database = await openTestDatabase('postgres')
    const store = await startS3Server()
    let output = ''
    try {
      const child = spawn(process.execPath, [main], {
        env: {
          ...bareEnvironment,
          DEMO: '0',
          HOST: '127.0.0.1',
          PORT: '0',
          LOG_LEVEL: 'info',
          WORKERS: '2',
          DATA_DIR: folder,
          DATABASE_URL: database.options.databaseUrl,
          S3_ENDPOINT: store.config.endpoint,
          S3_BUCKET: store.config.bucket,
          S3_ACCESS_KEY_ID: store.config.accessKeyId,
          S3_SECRET_ACCESS_KEY: store.config.secretAccessKey,
        },
      })
      parent = child
      const { pid = 0 } = child
      const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
      child.stdout.on('data', chunk => (output += String(chunk)))
      child.stderr.on('data', chunk => (output += String(chunk)))
      const patience = { timeout: 60_000, interval: 50 }
      const heard = async (text: string) => {
        await expect.poll(() => output.split(text).length - 1, patience).toBe(1)
      }
      await heard('is ready')
      child.kill('SIGHUP')
      await heard('several processes serve')
      expect(output).not.toContain('started anew')
      expect(output.match(/is ready/g)).toHaveLength(1)
      expect(output.match(/setup=/g)).toHaveLength(1)
      const address = /is ready: (http:\/\/\S+)/.exec(output)?.[1] ?? ''
      expect(fs.readdirSync(path.join(folder, 'workers'))).toEqual(['1', '2'])

      const before = childrenOf(pid)
      expect(before).toHaveLength(2)
      for (const each of before)
        expect(fs.readFileSync(`/proc/${each}/cmdline`, 'utf8'), 'told how many share').toContain('--among=2')
      const failures: unknown[] = []
      const ask = async () => {
        try {
          const answer = await fetch(`${address}/livez`, { headers: { connection: 'close' } })
          if (!answer.ok) failures.push(answer.status)
          await answer.arrayBuffer()
        } catch (error) {
          failures.push(error)
        }
      }
      const askDuring = async (act: () => Promise<void>) => {
        const enough = new AbortController()
        let asked = 0
        const askAll = async () => {
          for (; !enough.signal.aborted; asked += 1) {
            await ask()
            await wait(20)
          }
        }
        const asking = askAll()
        await act().finally(() => enough.abort())
        await asking
        expect(asked).toBeGreaterThan(20)
        expect(failures).toEqual([])
      }
      await askDuring(async () => {
        child.kill('SIGHUP')
        await heard('every process was started anew')
      })
      const renewed = childrenOf(pid)
      expect(renewed.filter(id => before.includes(id))).toEqual([])

      const [killed = 0] = renewed
      process.kill(killed, 'SIGKILL')
      await heard('a process ended and is started again')
      await expect.poll(() => childrenOf(pid).filter(id => id !== killed).length, patience).toBe(2)

      const second = ofPlace(pid, 2)
      const own = path.join(folder, 'workers/1')
      fs.rmSync(own, { recursive: true })
      fs.writeFileSync(own, 'not a folder')
      await askDuring(async () => {
        child.kill('SIGHUP')
        await heard('the processes after it stay as they are')
        await expect.poll(() => output.split('is started again').length, patience).toBeGreaterThan(3)
      })
      expect(ofPlace(pid, 2)).toBe(second)
      expect(output.match(/every process was started anew/g)).toHaveLength(1)
      fs.rmSync(own)
      const comesBack = () => askHalf(address, ofPlace(pid, 1)).then(half => (ending = half))
      let ending: Awaited<ReturnType<typeof askHalf>> | undefined
      await expect.poll(comesBack, patience).toBeDefined()

      child.kill('SIGHUP')
      await wait(500)
      child.kill('SIGTERM')
      await wait(1500)
      expect(await ending?.finish()).toMatch(/^HTTP\/1\.1 4/)
      expect(await ended).toBe(0)
      const all = [...before, ...renewed]
      expect(all.filter(id => fs.existsSync(`/proc/${id}`))).toEqual([])
    } finally {
      await store.stop()
      await database.cleanup()
    }
  },
  180_000,
)
