import os from 'node:os'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { evenPartOf } from './machine-share.ts'

/**
 * Keeps works that take much memory apart from each other. A work that is done alone waits until no other one runs; those
 * beside each other wait for nothing but the one that is done alone, so what people wait for comes first.
 */
export interface LargeWorks {
  /** Errors: the reason of the signal, while it waits. */
  alone<Result>(act: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Errors: `busy` when it has waited for longer than that. */
  beside<Result>(act: () => Promise<Result>, maxWaitMs?: number): Promise<Result>
}

/** Opens works that are apart from each other where they must be, which is asked before each. */
export function createLargeWorks(mustBeApart: () => boolean): LargeWorks {
  let beside = 0
  let isAlone = false
  const waiting = { beside: new Set<() => void>(), alone: new Set<() => void>() }

  /** Waits until a place was taken. */
  async function taken(
    how: keyof typeof waiting,
    take: () => boolean,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    while (!take()) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onAbort = () => reject(signal?.reason as Error)
      waiting[how].add(resolve)
      signal?.addEventListener('abort', onAbort)
      if (signal?.aborted) onAbort()
      try {
        await promise
      } finally {
        waiting[how].delete(resolve)
        signal?.removeEventListener('abort', onAbort)
      }
    }
  }

  function letOthers(): void {
    const all = [...waiting.beside, ...waiting.alone]
    waiting.beside.clear()
    waiting.alone.clear()
    for (const go of all) go()
  }

  function takeAll(): boolean {
    if (isAlone || beside > 0) return false
    isAlone = true
    return true
  }

  function takeOne(): boolean {
    if (isAlone) return false
    beside += 1
    return true
  }

  return {
    async alone(act, signal) {
      if (!mustBeApart()) return act()
      await taken('alone', takeAll, signal)
      try {
        return await act()
      } finally {
        isAlone = false
        letOthers()
      }
    },
    async beside(act, maxWaitMs) {
      if (!mustBeApart()) return act()
      const controller = new AbortController()
      const giveUp = () => controller.abort(new AppError('busy'))
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
      await taken('beside', takeOne, controller.signal).finally(() => clearTimeout(timer))
      try {
        return await act()
      } finally {
        beside -= 1
        letOthers()
      }
    },
  }
}

/** Whether so many bytes are so little that the large works of a process must be apart; 0 where nothing bounds it. */
export const isLittleMemory = (mostBytes: number) => mostBytes > 0 && mostBytes < limits.littleMemoryBytes

/**
 * Whether this process may hold so little: its part of what bounds it and those beside it, a group of the system or the
 * machine itself.
 */
export function hasLittleMemory(): boolean {
  const bound = process.constrainedMemory()
  const machine = os.totalmem()
  return isLittleMemory(evenPartOf(bound > 0 ? Math.min(bound, machine) : machine))
}

/** Those of this process. */
export const largeWorks = createLargeWorks(hasLittleMemory)
