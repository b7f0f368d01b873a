import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
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

async function handle(engine: PGlite, request: Request): Promise<void> {
  if (request.kind === 'close') {
    await engine.close()
    answer({ kind: 'closed', fsync: fsync() })
    parentPort?.close()
    return
  }
  if (request.kind === 'reset' || request.bytes[0] === startupMessage) await resetSession(engine)
  if (request.kind === 'reset') return
  const bytes = await engine.execProtocolRaw(request.bytes)
  if (counter.failure !== undefined) throw new Error(`fsync failed: ${String(counter.failure)}`)
  answer({ kind: 'bytes', bytes: new Uint8Array(bytes), fsync: fsync() })
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
