import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import type { DatabaseMemory } from '../types.ts'
import { openCluster } from './cluster.ts'
import type { FsyncCounter } from './durable-fs.ts'
import type { Reply, Request } from './messages.ts'

const startupMessage = 0

const counter: FsyncCounter = { count: 0, ms: 0, failure: undefined }

function answer(reply: Reply): void {
  if (reply.kind === 'bytes') parentPort?.postMessage(reply, [reply.bytes.buffer as ArrayBuffer])
  else parentPort?.postMessage(reply)
}

const fsync = () => ({ count: counter.count, ms: counter.ms })

async function resetSession(engine: PGlite): Promise<void> {
  if (engine.isInTransaction()) await engine.exec('rollback')
  await engine.exec('discard all')
}

/** What is held now. Shape: with what nobody holds any more, unless node was started with --expose-gc. */
function memoryOf(engine: PGlite): DatabaseMemory {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return { heapBytes: heapUsed, bufferBytes: external, engineBytes: engine.Module.HEAPU8.length }
}

/** One exchange in the wire protocol, as bytes of its own. PGlite's other calls keep every answer they have read. */
async function exchange(engine: PGlite, message: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  // A chunk lies in the memory of the engine, which writes over it with the next one.
  await engine.execProtocolRawStream(message, { onRawData: chunk => void chunks.push(chunk.slice()) })
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function handle(engine: PGlite, request: Request): Promise<void> {
  if (request.kind === 'close') {
    await engine.close()
    answer({ kind: 'closed', fsync: fsync() })
    parentPort?.close()
    return
  }
  if (request.kind === 'memory') {
    answer({ kind: 'memory', memory: memoryOf(engine), fsync: fsync() })
    return
  }
  if (request.kind === 'reset' || request.bytes[0] === startupMessage) await resetSession(engine)
  if (request.kind === 'reset') return
  const bytes = await exchange(engine, request.bytes)
  if (counter.failure !== undefined) throw new Error(`fsync failed: ${String(counter.failure)}`)
  answer({ kind: 'bytes', bytes, fsync: fsync() })
}

/** Once anything goes wrong that is no SQL error, this thread answers nothing more: the owner ends it and reopens. */
let isBroken = false

function fail(error: unknown): void {
  isBroken = true
  answer({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

try {
  const engine = await openCluster(String(workerData.directory), counter)
  let last: Promise<void> = Promise.resolve()
  parentPort?.on('message', (request: Request) => {
    last = last.then(() => (isBroken ? undefined : handle(engine, request))).catch(fail)
  })
  answer({ kind: 'ready', fsync: fsync() })
} catch (error) {
  fail(error)
  parentPort?.close()
}
