import type { DatabaseMemory } from '../types.ts'
import type { FsyncCounter } from './durable-fs.ts'

/** What the main thread asks of the thread that runs the embedded engine. */
export type Request =
  | { kind: 'bytes'; bytes: Uint8Array }
  /** Ends the session's transaction and forgets its settings, as a closed connection would. */
  | { kind: 'reset' }
  /** Asks what the thread holds. */
  | { kind: 'memory' }
  | { kind: 'close' }

/** What that thread answers: one reply per `bytes` and per `memory`, in order. */
export type Reply =
  | { kind: 'ready'; fsync: FsyncCount }
  | { kind: 'bytes'; bytes: Uint8Array; fsync: FsyncCount }
  | { kind: 'memory'; memory: DatabaseMemory; fsync: FsyncCount }
  | { kind: 'closed'; fsync: FsyncCount }
  | { kind: 'failed'; message: string }

export type FsyncCount = Pick<FsyncCounter, 'count' | 'ms'>
