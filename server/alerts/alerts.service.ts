import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { AlertTrial, SystemState } from '#contract/resources/system-state.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Config } from '#server/config.ts'
import { diskSpaceOf } from '#server/health/disk.ts'
import type { Readiness } from '#server/health/readiness.ts'
import type { AlertWay } from './alert.types.ts'
import { watchDatabase } from './database-watch.ts'
import { findSharedCauses, lookAtDisk, sharedKeys } from './find-causes.ts'
import { alertOf, tellCauses } from './tell-causes.ts'
import { openWatchLease } from './watch-lease.ts'

/** Tells operators what is not well. */
export interface AlertsService {
  /** Looks at everything now; of several calls at once one looks. Errors: none; what fails is in the log. */
  look(): Promise<void>
  /** Sends a trial on every way and gives what the other sides said. */
  tryOut(): Promise<AlertTrial>
  /** Where alerts go, without secrets. */
  ways(): SystemState['alerts']
  close(): Promise<void>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely' | 'engine'>
  readiness: Pick<Readiness, 'look'>
  ways: readonly AlertWay[]
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'backupTo'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** These three for tests. */
  now?: () => Date
  diskSpace?: typeof diskSpaceOf
  lookEveryMs?: number
}

/** Starts to look, where the configuration names a way to the operators. */
export function startAlerts({
  database,
  readiness,
  ways,
  config,
  log,
  now = () => new Date(),
  diskSpace = diskSpaceOf,
  lookEveryMs = limits.alertLookMs,
}: Given): AlertsService {
  const { dataDir, siteUrl, backupTo } = config
  const screen = siteUrl === undefined ? '«حالة النظام»' : `${siteUrl}${dashboardPaths.system}`
  const where = `التفاصيل وما تفعله: ${screen}`
  const lease = openWatchLease(database)
  /* The embedded database has no other process. */
  const isAlone = database.engine === 'pglite'
  const isFirst = () => isAlone || lease.isOurs()
  const watch = watchDatabase({ database, ways, dataDir: path.resolve(dataDir), where, isFirst })
  let looking: Promise<void> | undefined

  async function lookAtAll(): Promise<void> {
    const at = now()
    const parts = await readiness.look()
    if (!parts.database.isWell) return watch.noteAway(at)
    await watch.noteBack(at)
    if (!isAlone) await lease.take()
    const disk = await lookAtDisk(dataDir, diskSpace).catch((error: unknown) => {
      log.warn({ err: error }, 'alerts: the disk could not be looked at')
      return { keys: [], causes: [] }
    })
    const isStoreWell = parts.store.isWell
    const shared = isFirst()
      ? await findSharedCauses(database.kysely, { backupTo, isStoreWell, now: at })
      : []
    const keys = [...disk.keys, ...(isFirst() ? sharedKeys : [])]
    await tellCauses(database, { keys, causes: [...disk.causes, ...shared], now: at, where })
  }

  function look(): Promise<void> {
    looking ??= lookAtAll()
      .catch((error: unknown) => log.warn({ err: error }, 'alerts: could not look, it is tried again'))
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  const timer = ways.length === 0 ? undefined : setInterval(() => void look(), lookEveryMs)
  timer?.unref()

  return {
    look,
    async tryOut() {
      const words = { title: 'تنبيه تجريبي', lines: ['وصلك هذا لأن مديراً جرّب التنبيهات.', where] }
      const alert = alertOf('trial', 'trial', words, now())
      const tries = ways.map(async ({ name, to, send }) => {
        const { isSent, isPartial = false, words, said } = await send(alert)
        return { way: name, to, isSent: isSent && !isPartial, words, said }
      })
      return { answers: await Promise.all(tries) }
    },
    ways: () => ways.map(({ name, to }) => ({ way: name, to })),
    async close() {
      clearInterval(timer)
      await looking
      await lease.giveBack().catch(() => undefined)
    },
  }
}
