import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' }) => void

let collect: Collect | undefined

const freeEveryBytes = 16 * 1024 * 1024
let passedBytes = 0

/**
 * Counts bytes of files that have passed through this process, and frees their buffers now and then. Each is small, but
 * V8 waits until 64 MiB of them have come together, because so little else is made meanwhile. Takes a few milliseconds
 * at most.
 */
export function countPassedBytes(bytes: number): void {
  passedBytes += bytes
  if (passedBytes < freeEveryBytes) return
  passedBytes = 0
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'minor' })
}
