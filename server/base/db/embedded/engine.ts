import { Worker } from 'node:worker_threads'
import type { DatabaseLog, DatabaseMemory } from '../types.ts'
import type { FsyncCount, Reply, Request } from './messages.ts'

export interface EmbeddedLimits {
  /** Longest time one statement may take before the engine is ended and opened again. */
  statementTimeoutMs: number
  /** The same while migrations and maintenance run. */
  longStatementTimeoutMs: number
  /** What the thread may hold before it is renewed. */
  memoryBytes: number
  /** Longest silence inside an open transaction before it is rolled back. */
  idleInTransactionTimeoutMs: number
}

/** Whoever speaks to the session at the moment: the stream of one `pg` connection. */
export interface SessionUser {
  receive(bytes: Uint8Array): void
  fail(error: Error): void
}

const reopenDelaysMs = [0, 1_000, 5_000]
const longestReopenDelayMs = 15_000
const closeTimeoutMs = 30_000

/** An error that `pg` and we take for a broken line. */
function lineError(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET' })
}

/**
 * The thread that runs PGlite, and its single session.
 * PGlite has no statement timeout: a watchdog ends the thread, which is as safe as a power cut, and opens it again.
 */
export class EmbeddedEngine {
  readonly #directory: string
  readonly #limits: EmbeddedLimits
  readonly #log: DatabaseLog
  #worker: Worker | undefined
  #ready: Promise<void> = Promise.resolve()
  #user: SessionUser | undefined
  /** Who asked what is not answered yet: an answer is never another one's. */
  readonly #asking: SessionUser[] = []
  /** Answers that came while an earlier one was given, in their order. */
  readonly #ungiven: { user: SessionUser; bytes: Uint8Array }[] = []
  #isGiving = false
  #watchdog: NodeJS.Timeout | undefined
  #longStatementHolds = 0
  #closing: PromiseWithResolvers<void> | undefined
  readonly #memoryAsked: PromiseWithResolvers<DatabaseMemory>[] = []
  #fsyncNow: FsyncCount = { count: 0, ms: 0 }
  #fsyncBefore: FsyncCount = { count: 0, ms: 0 }
  restartCount = 0
  /** Bytes of requests since the engine was opened: a cheap sign that something may have been written. */
  requestBytes = 0

  constructor(directory: string, limits: EmbeddedLimits, log: DatabaseLog) {
    this.#directory = directory
    this.#limits = limits
    this.#log = log
  }

  get fsync(): FsyncCount {
    return {
      count: this.#fsyncBefore.count + this.#fsyncNow.count,
      ms: this.#fsyncBefore.ms + this.#fsyncNow.ms,
    }
  }

  /** Starts the thread and waits until the database is open. Errors: throws with the engine's reason. */
  open(): Promise<void> {
    this.#ready = this.#start()
    return this.#ready
  }

  /** Resolves when the database is open; rejects when it could not be opened. */
  whenReady(): Promise<void> {
    return this.#ready
  }

  /** Makes `user` the one who speaks to the session; the one before is told that its line is gone. */
  enter(user: SessionUser): void {
    const before = this.#user
    this.#user = user
    before?.fail(lineError('Another connection took the session of the embedded database.'))
  }

  /** Ends the session of `user`, whatever transaction it had open. */
  leave(user: SessionUser): void {
    if (this.#user !== user) return
    this.#user = undefined
    if (this.#asking.length === 0) this.#stopWatching()
    this.#post({ kind: 'reset' })
  }

  /** Sends the wire protocol bytes of `user` to the engine. */
  send(user: SessionUser, bytes: Uint8Array): void {
    if (this.#user !== user) return
    if (this.#worker === undefined) {
      user.fail(lineError('The embedded database is being opened again.'))
      return
    }
    this.requestBytes += bytes.length
    if (this.#asking.push(user) === 1) this.#watchStatement()
    const own = new Uint8Array(bytes)
    this.#post({ kind: 'bytes', bytes: own }, [own.buffer])
  }

  /** Raises the statement limit until the returned function is called. */
  allowLongStatements(): () => void {
    this.#longStatementHolds += 1
    let isHeld = true
    return () => {
      if (isHeld) this.#longStatementHolds -= 1
      isHeld = false
    }
  }

  /** What the thread holds, as soon as it has answered what came before. Errors: rejects when the thread ends. */
  async memory(): Promise<DatabaseMemory> {
    await this.#ready
    const asked = Promise.withResolvers<DatabaseMemory>()
    this.#memoryAsked.push(asked)
    this.#post({ kind: 'memory' })
    return asked.promise
  }

  /**
   * Shuts the thread down in order and starts a new one, with nothing of what the old one held.
   * Only for whoever has the session; that session ends as a broken line does.
   */
  renew(): void {
    this.#watchStatement()
    this.#post({ kind: 'close' })
  }

  /** Shuts the database down in order; ends the thread by force when that takes too long. */
  async close(): Promise<void> {
    this.#closing = Promise.withResolvers()
    this.#stopWatching()
    const worker = this.#worker
    if (worker === undefined) return
    const giveUp = setTimeout(() => this.#closing?.resolve(), closeTimeoutMs)
    this.#post({ kind: 'close' })
    await this.#closing.promise
    clearTimeout(giveUp)
    this.#lost(worker, 'It did not shut down in time.')
    await worker.terminate()
  }

  #post(request: Request, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(request, transfer)
  }

  #start(): Promise<void> {
    const opened = Promise.withResolvers<void>()
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory: this.#directory },
      // Flags of this process such as --input-type are not for a thread that runs a file.
      execArgv: [],
    })
    this.#asking.length = 0
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'ready') this.#worker = worker
      if (reply.kind === 'failed') {
        opened.reject(new Error(reply.message))
        this.#lost(worker, reply.message)
      } else {
        this.#fsyncNow = reply.fsync
      }
      if (reply.kind === 'ready') opened.resolve()
      if (reply.kind === 'closed') this.#lost(worker, 'It was shut down in order.')
      if (reply.kind === 'memory') this.#memoryAsked.shift()?.resolve(reply.memory)
      if (reply.kind === 'bytes') this.#answered(reply.bytes)
    })
    const ended = (reason: string) => {
      opened.reject(new Error(reason))
      this.#lost(worker, reason)
    }
    worker.on('error', error => ended(String(error)))
    worker.on('exit', code => ended(`The thread of the embedded database ended with code ${code}.`))
    return opened.promise
  }

  #answered(bytes: Uint8Array): void {
    const user = this.#asking.shift()
    this.#stopWatching()
    if (this.#asking.length > 0) this.#watchStatement()
    if (user === undefined || user !== this.#user) return
    if (this.#asking.length === 0 && isInTransaction(bytes)) this.#watchTransaction()
    this.#receive(user, bytes)
  }

  /** One answer in each turn of the event loop: what is done with them leaves room for what comes in meanwhile. */
  #receive(user: SessionUser, bytes: Uint8Array): void {
    if (this.#isGiving) {
      this.#ungiven.push({ user, bytes })
      return
    }
    this.#isGiving = true
    user.receive(bytes)
    setImmediate(() => this.#giveNext())
  }

  #giveNext(): void {
    const next = this.#ungiven.shift()
    this.#isGiving = next !== undefined
    if (next === undefined) return
    next.user.receive(next.bytes)
    setImmediate(() => this.#giveNext())
  }

  #watchStatement(): void {
    this.#stopWatching()
    const limitMs =
      this.#longStatementHolds > 0 ? this.#limits.longStatementTimeoutMs : this.#limits.statementTimeoutMs
    this.#watchdog = setTimeout(() => {
      const worker = this.#worker
      if (worker !== undefined) this.#lost(worker, `A statement took longer than ${limitMs} ms.`)
    }, limitMs)
  }

  #watchTransaction(): void {
    this.#watchdog = setTimeout(() => {
      const user = this.#user
      if (user === undefined) return
      const reason = `A transaction was idle for ${this.#limits.idleInTransactionTimeoutMs} ms.`
      this.#log.error({}, `database: ${reason} It is rolled back.`)
      this.leave(user)
      user.fail(lineError(reason))
    }, this.#limits.idleInTransactionTimeoutMs)
  }

  #stopWatching(): void {
    clearTimeout(this.#watchdog)
    this.#watchdog = undefined
  }

  /** The thread is of no use any more: whoever waits for it is told, and a new one is started. */
  #lost(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#stopWatching()
    for (const asked of this.#memoryAsked.splice(0)) asked.reject(lineError(reason))
    // What is answered already is not lost.
    for (const next of this.#ungiven.splice(0)) next.user.receive(next.bytes)
    const user = this.#user
    this.#user = undefined
    if (this.#closing !== undefined) {
      this.#closing.resolve()
      user?.fail(lineError(reason))
      return
    }
    this.#log.error({ reason }, 'database: the embedded engine is ended and opened again')
    this.#ready = this.#reopen(worker)
    this.#ready.catch(() => undefined)
    user?.fail(lineError(reason))
  }

  async #reopen(worker: Worker): Promise<void> {
    await worker.terminate()
    this.#fsyncBefore = this.fsync
    this.#fsyncNow = { count: 0, ms: 0 }
    this.restartCount += 1
    for (let attempt = 0; ; attempt += 1) {
      await new Promise(resolve => setTimeout(resolve, reopenDelaysMs[attempt] ?? longestReopenDelayMs))
      if (this.#closing !== undefined) return
      try {
        await this.#start()
        return
      } catch (error) {
        this.#log.error({ err: error }, 'database: the embedded engine did not open and will be tried again')
      }
    }
  }
}

/** Reads the transaction status in the ReadyForQuery message that ends an answer. */
function isInTransaction(bytes: Uint8Array): boolean {
  const status = bytes.at(-1)
  return bytes.at(-6) === 0x5a && (status === 0x54 || status === 0x45)
}
