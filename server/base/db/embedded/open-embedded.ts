import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { createKysely } from '../kysely.ts'
import { channelName, Listeners } from '../listeners.ts'
import { outsideTransaction } from '../one-connection-guard.ts'
import { connectionsOf, guardedPool, typeParsers } from '../pool.ts'
import type { DatabaseLog, OpenDatabase } from '../types.ts'
import { isDirectoryLocked, lockDirectory } from './directory-lock.ts'
import { EmbeddedEngine, type EmbeddedLimits } from './engine.ts'
import { startMaintenance } from './maintenance.ts'
import { refuseOthersFolder } from './others-folder.ts'
import { SessionStream } from './session-stream.ts'
import { shareLine } from './shared-line.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  limits: EmbeddedLimits
  /** How long a query waits for the single session before it is answered with `unavailable`. */
  acquireTimeoutMs: number
  /** How often it is looked which maintenance is due. */
  maintenanceEveryMs: number
  /** How long a process waits for another one to be gone: one that was killed a moment ago still holds the data. */
  lockWaitMs: number
  /** The time between two looks for tables that want a vacuum. */
  vacuumEveryMs: number
}

const directoryOf = (dataDir: string) => path.resolve(dataDir, 'database')

/** Whether some process has the embedded database of a data directory open. */
export function isEmbeddedOpen(dataDir: string): boolean {
  return isDirectoryLocked(directoryOf(dataDir))
}

/**
 * Opens the embedded database in `dataDir`/database, and makes it when there is none.
 * Errors: throws, readably, when another process has it open, when the directory is foreign or, for root, somebody else's, or
 * when writes would not be durable.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<OpenDatabase> {
  const { log } = options
  const directory = directoryOf(options.dataDir)
  refuseOthersFolder(path.resolve(options.dataDir))
  fs.mkdirSync(options.dataDir, { recursive: true })
  const lock = lockDirectory(directory, { waitMs: options.lockWaitMs })
  const engine = new EmbeddedEngine(directory, options.limits, log)
  try {
    await engine.open()
  } catch (error) {
    await engine.close()
    lock.release()
    throw error
  }

  const listeners = new Listeners(log)
  const pool = createPool(engine, options, listeners)
  let writes = 0
  const shared = shareLine(
    guardedPool(pool, log),
    () => pool.waitingCount > 0 || pool.ending,
    () => (writes += 1),
  )
  const kysely = await createKysely(shared)
  const maintenance = startMaintenance(pool, engine, {
    log,
    everyMs: options.maintenanceEveryMs,
    vacuumEveryMs: options.vacuumEveryMs,
    memoryBytes: options.limits.memoryBytes,
  })

  return {
    kysely,
    engine: 'pglite',
    async listen(channel, handler, onGap) {
      const name = channelName(channel)
      const added = listeners.add(name, handler, onGap)
      if (added.isFirst) await pool.query(`listen ${name}`)
      return async () => {
        if (added.remove().isLast) await pool.query(`unlisten ${name}`)
      }
    },
    allowLongStatements: () => engine.allowLongStatements(),
    writes: () => writes,
    stats: () => ({
      connections: connectionsOf(pool),
      fsyncCount: engine.fsync.count,
      fsyncMs: engine.fsync.ms,
      restartCount: engine.restartCount,
    }),
    memory: () => engine.memory(),
    async close() {
      await maintenance.stop()
      await endWithin(pool, options.acquireTimeoutMs)
      await engine.close()
      lock.release()
    },
  }
}

function createPool(engine: EmbeddedEngine, options: EmbeddedOptions, listeners: Listeners): pg.Pool {
  let sessions = 0
  const pool = outsideTransaction(
    () =>
      new pg.Pool({
        user: 'postgres',
        database: 'postgres',
        // An explicit empty password keeps the driver from reading one out of the environment or a file.
        password: '',
        stream: () => new SessionStream(engine) as never,
        max: 1,
        pipeline: true,
        idleTimeoutMillis: 0,
        connectionTimeoutMillis: options.acquireTimeoutMs,
        types: typeParsers(pg.types),
        async onConnect(client) {
          for (const channel of listeners.channels) await client.query(`listen ${channel}`)
          sessions += 1
          if (sessions > 1) listeners.reportGap()
        },
      }),
  )
  pool.on('connect', client => {
    client.on('notification', ({ channel, payload }) => listeners.deliver(channel, payload ?? ''))
  })
  pool.on('error', error => options.log.warn({ err: error }, 'database: the idle connection was lost'))
  return pool
}

/** Ends the pool when its connection is back, or after `limitMs` when somebody never gives it back. */
async function endWithin(pool: pg.Pool, limitMs: number): Promise<void> {
  const tooLate = Promise.withResolvers<void>()
  const timer = setTimeout(tooLate.resolve, limitMs)
  await Promise.race([pool.end(), tooLate.promise])
  clearTimeout(timer)
}
