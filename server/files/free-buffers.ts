import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' }) => void

let collect: Collect | undefined

/**
 * Frees the buffers that a fast upload has passed through. Each is small, but V8 waits until 64 MiB of them have
 * come together, because so little else is made meanwhile. Takes a few milliseconds at most.
 */
export function freePassedBuffers(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'minor' })
}
