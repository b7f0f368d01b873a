import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '#server/base/thread-priority.ts'
import { describeThrown } from './step-thread.ts'
import type { ThreadInput, ThreadMessage, ThreadWork } from './step-thread.ts'

const { module, task, memoryMb, priority } = workerData as ThreadInput
const say = (message: ThreadMessage) => parentPort?.postMessage(message)

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

giveWay(priority)
boundWebAssembly(memoryMb * 1024 * 1024)
try {
  const step = (await import(module)) as { work: ThreadWork<unknown, unknown> }
  say({ answer: await step.work(task, report => say({ report })) })
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  say({ failure: { message, stack, ...describeThrown(error) } })
}
