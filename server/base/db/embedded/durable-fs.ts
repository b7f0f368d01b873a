import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath } from './sync-tree.ts'

/** Counts what really reached the operating system, and whether any of it failed. */
export interface FsyncCounter {
  count: number
  ms: number
  failure: unknown
}

type EngineOptions = Parameters<NodeFS['init']>[1]

/** The part of the WebAssembly runtime that the hook below touches. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd?: number; node: object }) => number }
  realPath(node: object): string
}
interface Runtime {
  NODEFS: NodeFileSystem
  FS: { ErrnoError: new (code: number) => Error }
}

const inputOutputError = 29

/**
 * A file system for PGlite whose fsync is real.
 * PGlite's own leaves the callback out, so a power cut loses rows that were acknowledged. A failed fsync is answered
 * with EIO, at which Postgres stops instead of acknowledging.
 */
export class DurableNodeFs extends NodeFS {
  readonly #counter: FsyncCounter

  constructor(directory: string, counter: FsyncCounter) {
    super(directory)
    this.#counter = counter
  }

  override async init(engine: PGlite, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options)
    const counter = this.#counter
    const hook = (module: unknown): void => {
      const { NODEFS, FS } = module as Runtime
      NODEFS.stream_ops.fsync = stream => {
        const startedMs = performance.now()
        try {
          if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node))
          else fs.fsyncSync(stream.nfd)
        } catch (error) {
          counter.failure = error
          throw new FS.ErrnoError(inputOutputError)
        }
        counter.count += 1
        counter.ms += performance.now() - startedMs
        return 0
      }
    }
    emscriptenOpts.preRun = [...(emscriptenOpts.preRun ?? []), hook]
    return { emscriptenOpts }
  }
}
