import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { RenditionFormat } from '#contract/resources/file.ts'
import type { PictureTarget } from './draw-page.ts'
import { refuseFile } from './refusals.ts'
import { storageError } from './storage-errors.ts'
import { TaskTimeout } from './task-timeout.ts'

/** What a file's content tells. Units: pages of a PDF; pixels of an image. */
export interface FileInsides {
  pageCount: number | null
  width: number | null
  height: number | null
}

export type InspectionTask =
  | { act: 'inspect'; file: string; type: string; fileBytes: number }
  | { act: 'draw-jpeg'; file: string; page: number; target: string; shortSidePx: number }
  | { act: 'draw-page'; file: string; page: number; pictures: PictureTarget[] }
  | { act: 'describe-document'; file: string; target: string }
  | { act: 'read-first-page'; file: string; target: string }
  | { act: 'read-sheet-page'; file: string; page: number; target: string }
  | { act: 'mark-picture'; file: string; target: string }
  | { act: 'compare-pictures'; file: string; other: string; target: string }
  | { act: 'draw-rendition'; file: string; target: string; widthPx: number; format: RenditionFormat }

export type InspectionAnswer =
  | { id: number; insides: FileInsides }
  | { id: number; refused: string }
  | { id: number; failed: string }

/** Looks into files and draws pictures of them away from the main thread, one at a time. */
export interface Inspector {
  /**
   * `patience`: aborted before the task has begun, it takes the task back; one that has begun goes on.
   * Errors: `wrong_file_type` when the content is refused, or takes longer than allowed (`isTimeout` of it); the reason of
   * the signal.
   */
  run(task: InspectionTask, patience?: AbortSignal): Promise<FileInsides>
  close(): Promise<void>
}

interface Job {
  id: number
  task: InspectionTask
  /** Its thread ended once without a word. */
  isTriedAgain: boolean
  resolve(insides: FileInsides): void
  reject(error: unknown): void
}

/** Its libraries and what they hold take more than a new thread does. */
const idleMs = 5_000
const threadEndMs = 5_000
const tooComplex = 'تعذر فحص الملف لأنه تالف أو معقد أكثر من المعقول. احفظه من جديد ثم ارفعه.'

function canWait({ act }: InspectionTask): boolean {
  return (
    act === 'draw-rendition' || act === 'draw-page' || act === 'read-first-page' || act === 'read-sheet-page'
  )
}

/**
 * Makes an inspector; its thread starts with the first task and ends when there is none for a while. `yields`: its thread gives way
 * to whatever else the machine has to do.
 */
export function createInspector(
  maxTaskMs: number = limits.fileInspectionMs,
  { yields = false } = {},
): Inspector {
  const waiting: Job[] = []
  let current: Job | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let nextId = 1
  let isClosed = false

  async function endWorker(): Promise<void> {
    const ending = worker
    worker = undefined
    clearTimeout(timer)
    await ending?.terminate()
  }

  function settle(act: (job: Job) => void): void {
    clearTimeout(timer)
    const job = current
    current = undefined
    if (job !== undefined) act(job)
    next()
  }

  function hear(answer: InspectionAnswer): void {
    if (answer.id !== current?.id) return
    settle(job => {
      if ('insides' in answer) job.resolve(answer.insides)
      else if ('refused' in answer) job.reject(refuseFile(answer.refused))
      else job.reject(storageError(new Error(answer.failed)))
    })
  }

  /* What ended the thread may have had nothing to do with the file. */
  function tryAgain(job: Job): void {
    clearTimeout(timer)
    current = undefined
    waiting.unshift({ ...job, isTriedAgain: true })
    next()
  }

  function startWorker(): Worker {
    const started = new Worker(new URL('./inspect.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: limits.threadYoungMemoryMb },
      workerData: { yields },
    })
    started.on('message', (answer: InspectionAnswer) => {
      // What a thread says while it is ended comes too late, and may meet the task of the next one.
      if (worker === started) hear(answer)
    })
    started.on('error', cause => {
      if (worker !== started) return
      worker = undefined
      settle(job => job.reject(refuseFile(tooComplex, cause)))
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      if (current === undefined || current.isTriedAgain) settle(job => job.reject(refuseFile(tooComplex)))
      else tryAgain(current)
    })
    return started
  }

  function next(): void {
    if (current !== undefined) return
    current = waiting.shift()
    if (current === undefined) {
      worker?.unref()
      timer = setTimeout(() => void endWorker(), idleMs)
      timer.unref()
      return
    }
    worker ??= startWorker()
    worker.ref()
    timer = setTimeout(() => {
      // Whoever waits removes what was drawn, so not before the thread has ended: it may still be writing.
      void Promise.race([endWorker(), wait(threadEndMs)]).finally(() => {
        settle(job => job.reject(refuseFile(tooComplex, new TaskTimeout())))
      })
    }, maxTaskMs)
    worker.postMessage({ id: current.id, task: current.task })
  }

  return {
    run(task, patience) {
      if (isClosed) return Promise.reject(new AppError('unavailable'))
      if (patience?.aborted) return Promise.reject(patience.reason)
      const { promise, resolve, reject } = Promise.withResolvers<FileInsides>()
      const job: Job = { id: nextId, task, isTriedAgain: false, resolve, reject }
      nextId += 1
      // Somebody waits for an inspection; a smaller picture can come later.
      const firstPicture = waiting.findIndex(other => canWait(other.task))
      if (canWait(task) || firstPicture < 0) waiting.push(job)
      else waiting.splice(firstPicture, 0, job)
      if (current === undefined) {
        clearTimeout(timer)
        next()
      }
      if (!patience) return promise
      const takeBack = () => {
        const at = waiting.indexOf(job)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(patience.reason)
      }
      patience.addEventListener('abort', takeBack, { once: true })
      return promise.finally(() => patience.removeEventListener('abort', takeBack))
    },
    async close() {
      isClosed = true
      for (const job of waiting.splice(0)) job.reject(new AppError('unavailable'))
      const job = current
      current = undefined
      job?.reject(new AppError('unavailable'))
      await endWorker()
    },
  }
}
