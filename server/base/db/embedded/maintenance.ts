import type pg from 'pg'
import type { DatabaseLog } from '../types.ts'
import type { EmbeddedEngine } from './engine.ts'

const roundEveryMs = 30_000
const checkpointEveryMs = 5 * 60_000
const checkpointWalBytes = 24 * 1024 * 1024
const vacuumEveryMs = 10 * 60_000
const deadRowsFloor = 200
const deadRowsShare = 0.1

/**
 * Does what the background processes of a server would: checkpoints by time and by amount, vacuum and analyze of
 * tables that changed. All through the pool, so never inside somebody's transaction.
 */
export function startMaintenance(pool: pg.Pool, engine: EmbeddedEngine, log: DatabaseLog) {
  let walAtCheckpoint: string | undefined
  let checkpointAtMs = Date.now()
  let vacuumAtMs = Date.now()
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

  async function round(): Promise<void> {
    if (engine.requestBytes === seenBytes) return
    try {
      await checkpointWhenDue()
      await vacuumWhenDue()
    } catch (error) {
      log.warn({ err: error }, 'database: maintenance failed and will be tried again')
    }
    seenBytes = engine.requestBytes
  }

  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = undefined
    })
  }, roundEveryMs)
  timer.unref()

  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

/** The tables with enough dead or changed rows to be worth a vacuum, as quoted SQL names. */
export async function changedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_dead_tup > $1 + $2 * n_live_tup or n_mod_since_analyze > $1 + $2 * n_live_tup`,
    [deadRowsFloor, deadRowsShare],
  )
  return rows.map(row => row.name)
}
