import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { describeThrown } from './step-thread.ts'
import type { ThreadInput, ThreadMessage, ThreadWork } from './step-thread.ts'

const { module, task, memoryMb } = workerData as ThreadInput
const say = (message: ThreadMessage) => parentPort?.postMessage(message)

/** Linux gives a thread a priority of its own; elsewhere it would be the whole process'. */
function yieldToOthers(): void {
  if (process.platform === 'linux') os.setPriority(0, os.constants.priority.PRIORITY_LOW)
}

/** The memory of WebAssembly is outside of what threads are limited to, and grows only through this call. */
function boundWebAssembly(maxBytes: number): void {
  const { prototype } = WebAssembly.Memory
  const grow = prototype.grow
  prototype.grow = function growWithin(this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) {
      say({ isOutOfMemory: true })
      throw new RangeError('The memory of this step is used up.')
    }
    return grow.call(this, pages)
  }
}

yieldToOthers()
boundWebAssembly(memoryMb * 1024 * 1024)
try {
  const step = (await import(module)) as { work: ThreadWork<unknown, unknown> }
  say({ answer: await step.work(task, report => say({ report })) })
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  say({ failure: { message, stack, ...describeThrown(error) } })
}
