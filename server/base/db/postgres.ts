import pg from 'pg'
import { AppError } from '#contract/errors.ts'
import { createKysely } from './kysely.ts'
import { openListenLine } from './listen-line.ts'
import { channelName, Listeners } from './listeners.ts'
import { connectionsOf, guardedPool, typeParsers } from './pool.ts'
import { ServerWatch } from './server-watch.ts'
import type { DatabaseLog, OpenDatabase } from './types.ts'

export interface PostgresOptions {
  databaseUrl: string
  log: DatabaseLog
  statementTimeoutMs: number
  lockTimeoutMs: number
  idleInTransactionTimeoutMs: number
  acquireTimeoutMs: number
  maxConnections: number
  listenBeatMs: number
  until: Promise<void> | undefined
  linePatienceMs: (() => number | undefined) | undefined
}

/** The server ends a statement itself; only when that does not reach us is the line given up. */
const answerGraceMs = 5_000

/**
 * No statement here is worth being compiled, or parted among workers: to begin takes longer than the statement. Where a
 * limit ends a reading of a table, the rows are the same each time, wherever another one reads at that moment. What lies
 * anywhere is as near as what lies in turn: tables are in memory, or on a disk without an arm.
 */
const sessionOptions =
  '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0 -c synchronize_seqscans=off -c random_page_cost=1.1'

const oldestServerVersion = 150_000

/**
 * Opens a pool to a PostgreSQL server.
 * Errors: throws, readably, when it cannot be reached (`unavailable`), is older than 15, is not UTF-8, or lacks ICU;
 * with `until` nothing is asked of it before.
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const { log } = options
  const connection = {
    connectionString: options.databaseUrl,
    application_name: 'rafid',
    keepAlive: true,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    types: typeParsers(pg.types),
  }
  const pool = new pg.Pool({
    ...connection,
    max: options.maxConnections,
    pipeline: true,
    options: sessionOptions,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
  })
  pool.on('error', error => log.warn({ err: error }, 'database: an idle connection was lost'))
  try {
    if (!options.until) await assertUsable(pool)
  } catch (error) {
    await pool.end()
    throw error
  }

  const listeners = new Listeners(log)
  const line = openListenLine(connection, listeners, log, options.listenBeatMs)
  const watch = new ServerWatch(connection, log)
  let longStatementHolds = 0
  let isOpen = !options.until
  options.until?.then(
    () => {
      isOpen = true
      const [channel] = listeners.channels
      if (channel === undefined) return
      line.listen(channel).then(
        () => listeners.reportGap(),
        (error: unknown) => {
          log.warn({ err: error }, 'database: the notification line is away')
          line.retry()
        },
      )
    },
    () => undefined,
  )
  const lines = guardedPool(pool, log, {
    during: (begin, late) =>
      isOpen ? watch.during(begin, late) : Promise.reject(new AppError('unavailable')),
    linePatienceMs: options.linePatienceMs ?? (() => undefined),
    answerLimitMs: () => (longStatementHolds > 0 ? undefined : options.statementTimeoutMs + answerGraceMs),
    sendsAhead: true,
  })
  const kysely = await createKysely(lines)

  return {
    kysely,
    engine: 'postgres',
    async listen(channel, handler, onGap) {
      const added = listeners.add(channelName(channel), handler, onGap)
      if (added.isFirst && isOpen) await line.listen(channel)
      return async () => {
        if (added.remove().isLast && isOpen) await line.unlisten(channel)
      }
    },
    allowLongStatements() {
      longStatementHolds += 1
      let isHeld = true
      return () => {
        if (isHeld) longStatementHolds -= 1
        isHeld = false
      }
    },
    writes: () => undefined,
    stats: () => ({ connections: connectionsOf(pool), fsyncCount: 0, fsyncMs: 0, restartCount: 0 }),
    memory: () => Promise.resolve(undefined),
    async close() {
      watch.close()
      await line.close()
      await pool.end()
    },
  }
}

async function assertUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ version: number; encoding: string; has_icu: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        exists(select 1 from pg_collation where collname = 'und-x-icu') as has_icu`,
    )
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
      const message = `تعذر الاتصال بخادم قاعدة البيانات. The PostgreSQL server of DATABASE_URL cannot be reached: ${reason}`
      throw new AppError('unavailable', { message, cause })
    })
  const found = rows[0]
  if (found === undefined) return
  if (found.version < oldestServerVersion) {
    throw new Error('خادم قاعدة البيانات قديم. The PostgreSQL server is older than version 15.')
  }
  if (found.encoding !== 'UTF8') {
    throw new Error(
      `ترميز قاعدة البيانات ليس UTF8. The database of DATABASE_URL has encoding ${found.encoding}, not UTF8.`,
    )
  }
  if (!found.has_icu) {
    throw new Error('خادم قاعدة البيانات بلا ICU. The PostgreSQL server was built without ICU collations.')
  }
}
