import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { migrateToLatest } from './base/db/migrate.ts'
import { openDatabase } from './base/db/open.ts'
import type { OpenDatabase } from './base/db/open.ts'
import { currentRequestId } from './base/request-id.ts'
import type { Config } from './config.ts'

/** A database that is there, or will be. */
interface OpenedData {
  database: OpenDatabase
  /** Resolves when it answers and its tables have their newest shape; undefined when that is so already. */
  awaited: Promise<void> | undefined
}

const lookEveryMs = 2_000

/** Somebody waits for the answer to a request; a job has time. */
const linePatienceMs = () => (currentRequestId() === undefined ? undefined : limits.lineWaitMs)

/**
 * Opens the database and brings it up to date. When its server cannot be reached, but this machine has handed out
 * pages before, the start goes on without it: what was public is served, and the server is asked for again and again.
 * Errors: those of a database that cannot be used.
 */
export async function openData(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Logger,
  signal: AbortSignal,
): Promise<OpenedData> {
  const { dataDir, databaseUrl } = config
  const place = { dataDir, databaseUrl, log, linePatienceMs }
  const open = async () => {
    const database = await openDatabase(place)
    try {
      const applied = await migrateToLatest(database)
      if (applied.length > 0) log.info({ applied }, 'database migrated')
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }
  const isAway = (error: unknown) => errorCodeOf(error) === 'unavailable'
  try {
    return { database: await open(), awaited: undefined }
  } catch (error) {
    const hasHandedOut = existsSync(path.join(dataDir, 'kept', 'pages'))
    if (databaseUrl === undefined || !hasHandedOut || !isAway(error)) throw error
    log.error({ err: error }, 'the database is away: what was public is served as it was')
  }
  const awaited = (async () => {
    for (;;) {
      await wait(lookEveryMs, undefined, { signal })
      try {
        await (await open()).close()
        log.info('the database is there')
        return
      } catch (error) {
        if (!isAway(error)) log.error({ err: error }, 'the database cannot be used')
      }
    }
  })()
  awaited.catch(() => undefined)
  return { database: await openDatabase({ ...place, until: awaited }), awaited }
}
