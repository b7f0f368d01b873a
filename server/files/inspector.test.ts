import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeImage } from '#test/files.ts'
import { createInspector, type InspectionTask } from './inspector.ts'

const maxTaskMs = 60_000
let folder: string
let picture: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rafid-test-inspector-'))
  picture = path.join(folder, 'picture.png')
  writeFileSync(picture, await makeImage('png', 400, 300))
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

/** Keeps this thread from hearing anything until the file stands there and its answer is on the way. */
function standStillUntil(file: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const deadline = Date.now() + 15_000
  while (!existsSync(file) && Date.now() < deadline) Atomics.wait(clock, 0, 0, 10)
  Atomics.wait(clock, 0, 0, 200)
}

describe('the inspector', () => {
  it('settles no other task with the end of one that was overdue and answered after all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const inspector = createInspector(maxTaskMs)
    const target = path.join(folder, 'small.webp')
    const first: InspectionTask = {
      act: 'draw-rendition',
      file: picture,
      target,
      widthPx: 100,
      format: 'webp',
    }
    const outcomes = Promise.allSettled([
      inspector.run(first),
      inspector.run({ act: 'inspect', file: picture, type: 'image/png', fileBytes: 2_000 }),
    ])
    standStillUntil(target)
    vi.advanceTimersByTime(maxTaskMs)
    const [overdue, other] = await outcomes
    expect(other).toMatchObject({ status: 'fulfilled', value: { width: 400, height: 300 } })
    expect(overdue).toMatchObject({ status: 'rejected', reason: { code: 'wrong_file_type' } })
    await inspector.close()
  })

  it.each([
    { times: 1, status: 'fulfilled' },
    { times: 2, status: 'rejected' },
  ])('tries a task once more when its thread ends without a word: $times times, $status', async wanted => {
    vi.useRealTimers()
    const inspector = createInspector()
    const threads: Worker[] = []
    const onThread = (thread: Worker) => threads.push(thread)
    process.on('worker', onThread)
    const task: InspectionTask = { act: 'inspect', file: picture, type: 'image/png', fileBytes: 2_000 }
    const outcome = Promise.allSettled([inspector.run(task)])
    for (let time = 1; time <= wanted.times; time += 1) {
      await expect.poll(() => threads.length).toBe(time)
      await threads[time - 1]?.terminate()
    }
    expect((await outcome)[0].status).toBe(wanted.status)
    process.off('worker', onThread)
    await inspector.close()
  })
})
