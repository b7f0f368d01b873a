import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ShareFacts } from '#server/pictures/share-image.ts'

export type PaintAnswer = { bytes: Uint8Array } | { failed: string }

/** Draws share pictures away from the main thread, which shaping a long title would hold up. */
export interface SharePainter {
  /** Writes the JPEG to a new file; one call at a time. Errors: `unavailable`, with the cause. */
  paint(facts: ShareFacts, target: string): Promise<void>
  close(): Promise<void>
}

const idleMs = 30_000

/** Makes the painter; its thread starts with the first picture and ends when there is none for a while. */
export function createSharePainter(): SharePainter {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    const ending = worker
    worker = undefined
    clearTimeout(idleTimer)
    await ending?.terminate()
  }

  function start(): Worker {
    const started = new Worker(new URL('./share-image.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: limits.threadYoungMemoryMb },
    })
    const forget = () => {
      if (worker === started) worker = undefined
    }
    started.on('error', forget)
    started.on('exit', forget)
    return started
  }

  function ask(thread: Worker, facts: ShareFacts): Promise<PaintAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        thread.off('message', hear).off('error', fail).off('exit', end)
        act()
      }
      const hear = (answer: PaintAnswer) => settle(() => resolve(answer))
      const fail = (cause: unknown) => settle(() => reject(cause))
      const end = () => fail(new Error('The drawing thread ended'))
      const timer = setTimeout(() => fail(new Error('A picture took too long')), limits.shareImageDrawingMs)
      thread.on('message', hear).on('error', fail).on('exit', end)
      thread.postMessage(facts)
    })
  }

  return {
    async paint(facts, target) {
      clearTimeout(idleTimer)
      worker ??= start()
      worker.ref()
      const answer = await ask(worker, facts).catch(async (cause: unknown) => {
        await end()
        throw new AppError('unavailable', { cause })
      })
      if ('failed' in answer) throw new AppError('unavailable', { cause: new Error(answer.failed) })
      idleTimer = setTimeout(() => void end(), idleMs)
      idleTimer.unref()
      worker?.unref()
      await writeFile(target, answer.bytes, { flag: 'wx' })
    },
    close: end,
  }
}
