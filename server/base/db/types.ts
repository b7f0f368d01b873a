import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Database } from './schema.ts'

/** A transaction on our tables; inside one, use only this handle. */
export type Transaction = KyselyTransaction<Database>

/** Anything that can read: the pool or a transaction (a transaction is a Kysely too). */
export type Queryable = Kysely<Database>

export type Engine = 'pglite' | 'postgres'

/** Where the database layer reports what nobody is waiting for. Fits Fastify's (pino's) logger. */
export interface DatabaseLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type NotificationHandler = (payload: string) => void

export interface DatabaseStats {
  /** Lines to the engine, those of them that nobody uses, and how many wait for one. */
  connections: { open: number; idle: number; waiting: number }
  /** fsync calls that reached the operating system; only the embedded engine counts them. */
  fsyncCount: number
  fsyncMs: number
  /** How many times the engine was ended and opened again. */
  restartCount: number
}

/** What the thread of the embedded engine holds. Units: bytes. */
export interface DatabaseMemory {
  /** JavaScript values, with those that nobody holds any more and that were not collected yet. */
  heapBytes: number
  /** Buffers outside that heap. */
  bufferBytes: number
  /** The memory of PostgreSQL itself, which never shrinks. */
  engineBytes: number
}

export interface OpenDatabase {
  readonly kysely: Kysely<Database>
  readonly engine: Engine
  /**
   * Calls `handler` with the payload of every `pg_notify` on `channel`, from this process and from others.
   * `onGap` is called after the line was away, when notifications may have been missed.
   */
  listen(channel: string, handler: NotificationHandler, onGap?: () => void): Promise<() => Promise<void>>
  /** Lets statements run longer than the ordinary limit until the returned function is called. */
  allowLongStatements(): () => void
  /**
   * How many statements that may write were sent. Where it is the same as before something was read, that is still so: only this
   * process writes. Undefined where others write too.
   */
  writes(): number | undefined
  stats(): DatabaseStats
  /** What the engine holds in this process; undefined when it runs elsewhere. Errors: rejects while it is away. */
  memory(): Promise<DatabaseMemory | undefined>
  close(): Promise<void>
}
