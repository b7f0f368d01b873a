import { openEmbedded } from './embedded/open-embedded.ts'
import { openPostgres } from './postgres.ts'
import type { DatabaseLog, OpenDatabase } from './types.ts'

export type { DatabaseLog, Engine, OpenDatabase, Queryable, Transaction } from './types.ts'

export interface OpenDatabaseOptions {
  /** Where the embedded database lives, in a directory of its own; not used with `databaseUrl`. */
  dataDir: string
  /** A PostgreSQL server to use in place of the embedded database. */
  databaseUrl?: string | undefined
  log?: DatabaseLog
  /** Until then everything asked of the server is refused with `unavailable`, and nothing is sent to it. */
  until?: Promise<void>
  statementTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  acquireTimeoutMs?: number
  /** How long whoever asks now waits for a line of the pool where that is less; only of a PostgreSQL server. */
  linePatienceMs?: () => number | undefined
  /** How often the line that listens to PostgreSQL is asked whether it still hears. */
  listenBeatMs?: number
  /** Only of the embedded database. */
  embedded?: { memoryBytes?: number; maintenanceEveryMs: number; vacuumEveryMs?: number }
}

const defaults = {
  statementTimeoutMs: 30_000,
  longStatementTimeoutMs: 30 * 60_000,
  idleInTransactionTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  acquireTimeoutMs: 15_000,
  maxConnections: 10,
  listenBeatMs: 10_000,
  embedded: {
    memoryBytes: 1024 * 1024 * 1024,
    maintenanceEveryMs: 30_000,
    vacuumEveryMs: 10 * 60_000,
    lockWaitMs: 5_000,
  },
}

const silent: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Opens the database: the embedded one, or the PostgreSQL server of `databaseUrl`.
 * Errors: throws with an Arabic and an English sentence when it cannot be used.
 */
export function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const log = options.log ?? silent
  const { lockTimeoutMs, maxConnections, longStatementTimeoutMs } = defaults
  const statementTimeoutMs = options.statementTimeoutMs ?? defaults.statementTimeoutMs
  const idleInTransactionTimeoutMs = options.idleInTransactionTimeoutMs ?? defaults.idleInTransactionTimeoutMs
  const acquireTimeoutMs = options.acquireTimeoutMs ?? defaults.acquireTimeoutMs
  if (options.databaseUrl !== undefined && options.databaseUrl !== '') {
    return openPostgres({
      databaseUrl: options.databaseUrl,
      log,
      statementTimeoutMs,
      lockTimeoutMs,
      idleInTransactionTimeoutMs,
      acquireTimeoutMs,
      maxConnections,
      listenBeatMs: options.listenBeatMs ?? defaults.listenBeatMs,
      until: options.until,
      linePatienceMs: options.linePatienceMs,
    })
  }
  const { memoryBytes, ...maintenance } = { ...defaults.embedded, ...options.embedded }
  const limits = { memoryBytes, statementTimeoutMs, longStatementTimeoutMs, idleInTransactionTimeoutMs }
  return openEmbedded({ dataDir: options.dataDir, log, limits, acquireTimeoutMs, ...maintenance })
}
