import { readFileSync } from 'node:fs'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { AlertTrial, SystemState } from '#contract/resources/system-state.ts'
import type { AlertsService } from '#server/alerts/alerts.service.ts'
import { findBackupState } from '#server/backup/backup-state.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { Config } from '#server/config.ts'
import { countDamagedFiles } from '#server/files/damaged.ts'
import { diskSpaceOf, diskStateOf } from '#server/health/disk.ts'
import { createLook, type Finding } from '#server/health/look.ts'
import type { Readiness } from '#server/health/readiness.ts'
import type { JobCount } from '#server/jobs/jobs.repository.ts'

/** How the whole product is, for administrators. */
export interface SystemService {
  /** Errors: `unavailable` while the database is away. */
  look(): Promise<SystemState>
  /** Sends a trial on every way to the operators. */
  tryAlerts(): Promise<AlertTrial>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely' | 'engine' | 'stats' | 'memory'>
  readiness: Readiness
  lookAtJobs: () => Promise<Finding<JobCount[]>>
  alerts: Pick<AlertsService, 'ways' | 'tryOut'>
  config: Pick<Config, 'dataDir' | 'backupTo' | 'objectStore'>
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Opens the state of the product to the screen that shows it. */
export function createSystemService({
  database,
  readiness,
  lookAtJobs,
  config,
  alerts,
}: Given): SystemService {
  const { kysely } = database
  const times = { waitMs: limits.healthWaitMs, freshMs: limits.healthFreshMs }
  const lookAtMemory = createLook(() => database.memory(), times)
  const lookAtDisk = createLook(() => diskSpaceOf(config.dataDir), times)
  const startedAt = new Date(Date.now() - process.uptime() * 1000)

  async function stateOfJobs(now: Date): Promise<Omit<SystemState['jobs'], 'isRunning'>> {
    const { found, cause } = await lookAtJobs()
    if (!found) throw new AppError('unavailable', { cause })
    const [oldest] = found
      .flatMap(({ oldestDueAt }) => oldestDueAt ?? [])
      .toSorted((one, other) => one.getTime() - other.getTime())
    const sum = (wanted: string) =>
      found.reduce((total, { state, count }) => total + (state === wanted ? count : 0), 0)
    return {
      waiting: sum('waiting'),
      running: sum('running'),
      failed: sum('failed'),
      oldestDueAt: oldest?.toISOString() ?? null,
      isLate: oldest !== undefined && now.getTime() - oldest.getTime() > limits.jobLateMs,
    }
  }

  return {
    async look() {
      const now = new Date()
      const [parts, memory, disk] = await Promise.all([readiness.look(), lookAtMemory(), lookAtDisk()])
      const jobs = await stateOfJobs(now)
      const backup = await findBackupState(kysely, { isWanted: config.backupTo !== undefined, now })
      const { heapBytes = 0, bufferBytes = 0, engineBytes = 0 } = memory.found ?? {}
      return {
        at: now.toISOString(),
        program: { version, node: process.versions.node, startedAt: startedAt.toISOString() },
        database: {
          engine: database.engine,
          isWell: parts.database.isWell,
          memoryBytes: memory.found ? heapBytes + bufferBytes + engineBytes : null,
          restarts: database.stats().restartCount,
        },
        store: { place: config.objectStore ? 'bucket' : 'folder', isWell: parts.store.isWell },
        disk: disk.found ? { state: diskStateOf(disk.found), ...disk.found } : null,
        jobs: { isRunning: parts.jobs.isWell, ...jobs },
        backup: { ...backup, doneAt: backup.doneAt?.toISOString() ?? null },
        files: { damaged: await countDamagedFiles(kysely) },
        alerts: alerts.ways(),
      }
    },
    tryAlerts: () => alerts.tryOut(),
  }
}
