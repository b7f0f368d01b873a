import { apartFromRequests } from './request-id.ts'

/** Work that goes on shortly behind those who write, so that no writer waits for another. */
export interface BehindWriters {
  /** Something has been written, or will be at the end of a transaction. */
  expect(): void
  /** Does all that waits. */
  run(): Promise<void>
  close(): Promise<void>
}

interface Given {
  /** Does some of what waits. Shape: whether more may wait. */
  doSome(): Promise<boolean>
  /** It is tried again. */
  failed(error: unknown): void
  /** How long after something was written. Units: ms. */
  soonMs: number
  /** How often what an ended process has left is looked for. Units: ms. */
  lookMs: number
}

/** Starts such work: it is done a little after something was written, and now and then. */
export function workBehindWriters({ doSome, failed, soonMs, lookMs }: Given): BehindWriters {
  let running: Promise<void> | undefined
  let isClosed = false
  let soon: NodeJS.Timeout | undefined
  const looking = setInterval(expect, lookMs)
  looking.unref()
  expect()

  function expect(): void {
    if (isClosed) return
    soon ??= apartFromRequests(() =>
      setTimeout(() => {
        soon = undefined
        void run()
      }, soonMs).unref(),
    )
  }

  async function runOnce(): Promise<void> {
    try {
      for (let mayMoreWait = true; mayMoreWait;) mayMoreWait = (await doSome()) && !isClosed
    } catch (error) {
      if (!isClosed) failed(error)
    }
  }

  async function run(): Promise<void> {
    // One under way may have looked before the last thing was written.
    await running
    running ??= runOnce().finally(() => {
      running = undefined
    })
    await running
  }

  return {
    expect,
    run,
    async close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(soon)
      await running
    },
  }
}
