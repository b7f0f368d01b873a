import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { ThreadWork } from '#server/jobs/step-thread.ts'

/** What the step of the tests is to do in its thread. */
export type TestTask =
  | { act: 'answer'; value: number }
  | { act: 'report'; times: number; everyMs: number; isBusy?: boolean }
  | {
      act:
        | 'priority'
        | 'fail'
        | 'throw'
        | 'refuse'
        | 'hang'
        | 'spin'
        | 'exit'
        | 'heap'
        | 'buffers'
        | 'wasm'
        | 'late-throw'
    }

/** Does what it is told, also the things that break threads. */
export const work: ThreadWork<TestTask, number | undefined> = async (task, report) => {
  const held: unknown[] = []
  switch (task.act) {
    case 'answer':
      report({ half: task.value / 2 })
      return task.value
    case 'priority':
      return os.getPriority(0)
    case 'report':
      for (let time = 0; time < task.times; time += 1) {
        if (task.isBusy) keepBusy(task.everyMs)
        else await wait(task.everyMs)
        report({ time })
      }
      return task.times
    case 'fail':
      throw new JobFailure({ reason: 'لا صفحات في الملف.', advice: 'ارفع غيره.', isFinal: true })
    case 'throw':
      throw new TypeError('something broke')
    case 'refuse':
      throw new AppError('file_damaged')
    case 'late-throw':
      setTimeout(() => {
        throw new Error('nobody waits for this')
      }, 1)
      await wait(60_000)
      return undefined
    case 'hang':
      await wait(60_000)
      return undefined
    case 'spin':
      for (;;) held.length = 0
    case 'exit':
      process.exit(3)
    case 'heap':
      for (;;) held.push(Array.from({ length: 1000 }, (_, at) => ({ at })))
    case 'buffers':
      for (;;) {
        held.push(Buffer.alloc(1024 * 1024, 1))
        await wait(2)
      }
    case 'wasm': {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
      for (;;) memory.grow(16)
    }
  }
}

function keepBusy(forMs: number): void {
  for (const until = performance.now() + forMs; performance.now() < until;);
}
