import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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
      await heard('several processes serve')
      expect(output.match(/is ready/g)).toHaveLength(1)
      expect(output.match(/setup=/g)).toHaveLength(1)
      const address = /is ready: (http:\/\/\S+)/.exec(output)?.[1] ?? ''
      expect(fs.readdirSync(path.join(folder, 'workers'))).toEqual(['1', '2'])

      const before = childrenOf(pid)
      expect(before).toHaveLength(2)
      const failures: unknown[] = []
      const enough = new AbortController()
      let asked = 0
      const ask = async () => {
        try {
          const answer = await fetch(`${address}/livez`, { headers: { connection: 'close' } })
          if (!answer.ok) failures.push(answer.status)
          await answer.arrayBuffer()
        } catch (error) {
          failures.push(error)
        }
      }
      const askAll = async () => {
        for (; !enough.signal.aborted; asked += 1) {
          await ask()
          await wait(20)
        }
      }
      const asking = askAll()
      child.kill('SIGHUP')
      await heard('every process was started anew')
      enough.abort()
      await asking
      expect(asked).toBeGreaterThan(20)
      expect(failures).toEqual([])
      const renewed = childrenOf(pid)
      expect(renewed.filter(id => before.includes(id))).toEqual([])

      const [killed = 0] = renewed
      process.kill(killed, 'SIGKILL')
      await heard('a process ended and is started again')
      await expect.poll(() => childrenOf(pid).filter(id => id !== killed).length, patience).toBe(2)

      child.kill('SIGTERM')
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
