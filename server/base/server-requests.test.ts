import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { answerRequests, askServer } from './server-requests.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-requests-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const counting = { name: 'count', order: z.number(), progress: z.number(), report: z.string() }
const count = (dataDir: string) =>
  askServer(dataDir, counting, 3, { tell: () => undefined, isServerThere: () => true })

it('a folder in which nothing can be kept ends no server, which answers once it can', async () => {
  const dataDir = path.join(folder, 'disk-without-room')
  fs.writeFileSync(dataDir, 'in the way')
  const stop = answerRequests(dataDir, counting, async order => `${order} counted`, 10)
  await expect(count(dataDir)).rejects.toThrow('as the user of the server')
  fs.rmSync(dataDir)
  await expect.poll(() => fs.existsSync(path.join(dataDir, 'count-requests'))).toBe(true)
  expect(await count(dataDir)).toBe('3 counted')
  await stop()
})

it('progress that cannot be written ends no server, and not the act that it is of', async () => {
  const dataDir = path.join(folder, 'disk-that-fills')
  const requests = path.join(dataDir, 'count-requests')
  const stop = answerRequests(
    dataDir,
    counting,
    async (order, tell) => {
      const kept = `${requests}-kept`
      fs.renameSync(requests, kept)
      tell(1)
      await new Promise(done => setImmediate(() => setImmediate(done)))
      fs.renameSync(kept, requests)
      return `${order} counted`
    },
    10,
  )
  await expect.poll(() => fs.existsSync(requests)).toBe(true)
  expect(await count(dataDir)).toBe('3 counted')
  await stop()
})
