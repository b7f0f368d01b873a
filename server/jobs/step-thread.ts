import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { AppError, errorCodeOf, type ErrorCode } from '#contract/errors.ts'
import { formatFileSize, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { hasLittleMemory, largeWorks } from '#server/base/large-works.ts'
import type { ThreadPriority } from '#server/base/thread-priority.ts'
import { JobFailure } from './job-failure.ts'

/** Heavy work for a thread of its own. */
export interface ThreadStep {
  /** The module whose export `work`, a `ThreadWork`, does it: `new URL('./read-pages.step.ts', import.meta.url)`. */
  module: URL
  /** What it is called with; copied into the thread. */
  task: unknown
  /** Most memory: of the JavaScript heap, of buffers and of WebAssembly each. Units: megabytes. */
  memoryMb?: number
  timeMs?: number
  /** Most processor time of the thread between two reports: one that other work keeps waiting is not at fault. */
  silenceMs?: number
  /** Called with whatever the work reports, in order. */
  onReport?: (report: unknown) => void
}

/** The export `work` of a step's module. It runs in the thread; what it throws arrives at the job. */
export type ThreadWork<Task, Answer> = (task: Task, report: (report: unknown) => void) => Promise<Answer>

/** What the thread says. */
export type ThreadMessage =
  | { report: unknown }
  | { answer: unknown }
  | { failure: { message: string; stack?: string | undefined } & ThrownInThread }
  | { isOutOfMemory: true }

/** How an error of ours crosses the line between threads. */
export type ThrownInThread =
  | { as: 'job_failure'; advice: string; isFinal: boolean }
  | { as: 'app_error'; code: ErrorCode }
  | { as: 'error' }

export interface ThreadInput {
  module: string
  task: unknown
  memoryMb: number
  priority: ThreadPriority
}

const smallerFile = 'افتح الملف على جهازك واحفظه من جديد أو قسّمه، ثم ارفعه في سجله من جديد.'

const outOfMemory = (memoryMb: number, cause?: unknown) =>
  new JobFailure({
    reason: `احتاج العمل ذاكرة أكثر من المسموح (${formatFileSize(memoryMb * 1024 * 1024)}). قد يكون الملف تالفاً أو معقداً أكثر من المعقول.`,
    advice: smallerFile,
    isFinal: true,
    cause,
  })
const outOfTime = (timeMs: number) =>
  new JobFailure({
    reason: `استغرقت خطوة من العمل أكثر من المسموح (${formatNumber(Math.ceil(timeMs / 1000))} ثانية).`,
    advice: `يُعاد وحده. إن تكرر الفشل: ${smallerFile}`,
  })
const broken = (cause?: unknown) =>
  new JobFailure({
    reason: 'توقفت قراءة الملف فجأة. قد يكون تالفاً أو مكتوباً بطريقة لا يفهمها القارئ.',
    advice: `يُعاد وحده. إن تكرر الفشل: ${smallerFile}`,
    cause,
  })

/**
 * Runs a step in a thread of its own and ends the thread with it. Where there is little memory, one that may take much waits
 * until nothing else does, and gets more of the processor: who asks for a page waits for it.
 * Errors: JobFailure when the limits are passed or the thread breaks; the reason of the signal; what the work threw.
 */
export function runInThread<Answer>(step: ThreadStep, signal: AbortSignal): Promise<Answer> {
  const isLarge = (step.memoryMb ?? 0) > limits.jobStepMemoryMb
  if (!isLarge) return runNow(step, 'unseen', signal)
  return largeWorks.alone(() => runNow(step, hasLittleMemory() ? 'awaited' : 'unseen', signal), signal)
}

async function runNow<Answer>(
  step: ThreadStep,
  priority: ThreadPriority,
  signal: AbortSignal,
): Promise<Answer> {
  const memoryMb = step.memoryMb ?? limits.jobStepMemoryMb
  const timeMs = step.timeMs ?? limits.jobStepMs
  const input: ThreadInput = { module: step.module.href, task: step.task, memoryMb, priority }
  const worker = new Worker(new URL('./step.worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: limits.threadYoungMemoryMb,
    },
  })
  const outcome = Promise.withResolvers<Answer>()
  const onAbort = () => outcome.reject(signal.reason as Error)
  const timer = setTimeout(() => outcome.reject(outOfTime(timeMs)), timeMs)
  const { silenceMs = Infinity } = step
  let hasSpoken = true
  let spokenAtMs = 0
  const watch = setInterval(() => {
    // Buffers do not count among what the thread's own limit holds.
    worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => {
        if (bytes > memoryMb * 1024 * 1024) outcome.reject(outOfMemory(memoryMb))
      },
      () => undefined,
    )
    if (silenceMs < Infinity)
      worker.cpuUsage().then(
        ({ user, system }) => {
          const usedMs = (user + system) / 1000
          if (hasSpoken) spokenAtMs = usedMs
          else if (usedMs - spokenAtMs > silenceMs) outcome.reject(outOfTime(silenceMs))
          hasSpoken = false
        },
        () => undefined,
      )
  }, limits.jobThreadCheckMs)
  signal.addEventListener('abort', onAbort)
  worker.on('message', (message: ThreadMessage) => {
    hasSpoken = true
    try {
      if ('report' in message) step.onReport?.(message.report)
      else if ('answer' in message) outcome.resolve(message.answer as Answer)
      else if ('failure' in message) outcome.reject(thrownOf(message.failure))
      else outcome.reject(outOfMemory(memoryMb))
    } catch (error) {
      outcome.reject(error)
    }
  })
  worker.on('error', cause => {
    const isMemory = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    outcome.reject(isMemory ? outOfMemory(memoryMb, cause) : broken(cause))
  })
  worker.on('exit', () => outcome.reject(broken()))
  if (signal.aborted) onAbort()
  try {
    return await outcome.promise
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal.removeEventListener('abort', onAbort)
    // Whoever waits removes what the thread was writing, so not before it has ended.
    await Promise.race([worker.terminate(), wait(limits.jobCloseGraceMs, undefined, { ref: false })])
  }
}

function thrownOf(failure: Extract<ThreadMessage, { failure: unknown }>['failure']): Error {
  const inThread = new Error(failure.message)
  if (failure.stack !== undefined) inThread.stack = failure.stack
  if (failure.as === 'job_failure') {
    const { message: reason, advice, isFinal } = failure
    return new JobFailure({ reason, advice, isFinal, cause: inThread })
  }
  if (failure.as === 'app_error') {
    return new AppError(failure.code, { message: failure.message, cause: inThread })
  }
  return inThread
}

/** How an error leaves the thread. */
export function describeThrown(error: unknown): ThrownInThread {
  if (error instanceof JobFailure) return { as: 'job_failure', advice: error.advice, isFinal: error.isFinal }
  const code = errorCodeOf(error)
  return code === undefined ? { as: 'error' } : { as: 'app_error', code }
}
