import type pg from 'pg'
import type { DatabaseLog } from '../types.ts'
import type { EmbeddedEngine } from './engine.ts'

const memoryEveryMs = 10 * 60_000
const checkpointEveryMs = 5 * 60_000
const checkpointWalBytes = 24 * 1024 * 1024
const deadRowsFloor = 200
const deadRowsShare = 0.1

export interface MaintenanceOptions {
  log: DatabaseLog
  /** How often it is looked what is due, while the database is in use. */
  everyMs: number
  /** The time between two looks for tables that want a vacuum. */
  vacuumEveryMs: number
  /** What the thread may hold before it is renewed. */
  memoryBytes: number
}

/**
 * Does what the background processes of a server would: checkpoints by time and by amount, vacuum and analyze of
 * tables that changed; and renews a thread that holds too much. All through the pool, so never inside somebody's
 * transaction.
 */
export function startMaintenance(pool: pg.Pool, engine: EmbeddedEngine, options: MaintenanceOptions) {
  const { log, everyMs, vacuumEveryMs, memoryBytes } = options
  let walAtCheckpoint: string | undefined
  let checkpointAtMs = Date.now()
  let vacuumAtMs = Date.now()
  let memoryAtMs = Number.NEGATIVE_INFINITY
  let seenBytes = engine.requestBytes
  let running: Promise<void> | undefined

  async function checkpointWhenDue(): Promise<void> {
    const { rows } = await pool.query<{ at: string; written: number }>(
      `select pg_current_wal_insert_lsn()::text as at,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), coalesce($1::pg_lsn, pg_current_wal_insert_lsn()))::float8 as written`,
      [walAtCheckpoint ?? null],
    )
    const written = rows[0]?.written ?? 0
    walAtCheckpoint ??= rows[0]?.at
    const isDue =
      written > checkpointWalBytes || (written > 0 && Date.now() - checkpointAtMs > checkpointEveryMs)
    if (!isDue) return
    await pool.query('checkpoint')
    checkpointAtMs = Date.now()
    walAtCheckpoint = undefined
  }

  async function vacuumWhenDue(): Promise<void> {
    if (Date.now() - vacuumAtMs < vacuumEveryMs) return
    vacuumAtMs = Date.now()
    const tables = await changedTables(pool)
    if (tables.length === 0) return
    const restore = engine.allowLongStatements()
    try {
      for (const table of tables) await pool.query(`vacuum (analyze) ${table}`)
    } finally {
      restore()
    }
  }

  async function watchMemory(): Promise<void> {
    const memory = await engine.memory()
    if (Date.now() - memoryAtMs >= memoryEveryMs) {
      memoryAtMs = Date.now()
      log.info(memory, 'database: memory of the embedded engine')
    }
    if (memory.heapBytes + memory.bufferBytes + memory.engineBytes <= memoryBytes) return
    log.warn(memory, 'database: the embedded engine holds too much memory and is renewed')
    const client = await pool.connect()
    const ended = new Promise<Error>(resolve => client.once('error', resolve))
    engine.renew()
    client.release(await ended)
  }

  async function round(): Promise<void> {
    if (engine.requestBytes === seenBytes) return
    try {
      await checkpointWhenDue()
      await vacuumWhenDue()
      await watchMemory()
    } catch (error) {
      log.warn({ err: error }, 'database: maintenance failed and will be tried again')
    }
    seenBytes = engine.requestBytes
  }

  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = undefined
    })
  }, everyMs)
  timer.unref()

  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

/** The tables with enough dead or changed rows to be worth a vacuum, as quoted SQL names. */
async function changedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_dead_tup > $1 + $2::float8 * n_live_tup or n_mod_since_analyze > $1 + $2::float8 * n_live_tup`,
    [deadRowsFloor, deadRowsShare],
  )
  return rows.map(row => row.name)
}
