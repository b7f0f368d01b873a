import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

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

/** Opens works that are apart from each other where they must be. */
export function createLargeWorks(areApart: boolean): LargeWorks {
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

  if (!areApart) return { alone: act => act(), beside: act => act() }
  return {
    async alone(act, signal) {
      await taken('alone', takeAll, signal)
      try {
        return await act()
      } finally {
        isAlone = false
        letOthers()
      }
    },
    async beside(act, maxWaitMs) {
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

/** Whether this process may hold so little that its large works must be apart; 0 where nothing bounds it. Units: bytes. */
export const isLittleMemory = (mostBytes: number) => mostBytes > 0 && mostBytes < limits.littleMemoryBytes

/** Those of this process. */
export const largeWorks = createLargeWorks(isLittleMemory(process.constrainedMemory()))
