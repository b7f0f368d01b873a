import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { diskSpaceOf, diskStateOf } from './disk.ts'
import { createLook } from './look.ts'
import type { Finding } from './look.ts'

/** What this process needs to serve, with what is said of a part that is not well. */
export const partFaults = {
  database: 'قاعدة البيانات لا تجيب.',
  store: 'مخزن الملفات لا يجيب.',
  jobs: 'الأعمال في الخلفية متوقفة.',
  disk: 'امتلأ قرص الخادم.',
} as const
export type HealthPart = keyof typeof partFaults

/** How each part is. */
export type PartStates = Record<HealthPart, { isWell: boolean }>

/** Knows whether this process can serve. */
export interface Readiness {
  /** How the parts are, as of a moment ago at most. */
  look(): Promise<PartStates>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  objects: ObjectStore
  jobRunner: Pick<JobRunner, 'isAwake'>
  dataDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  diskSpace?: typeof diskSpaceOf
}

/** Watches what this process needs to serve; what changes is in the log once. */
export function createReadiness({
  database,
  objects,
  jobRunner,
  dataDir,
  log,
  diskSpace = diskSpaceOf,
}: Given): Readiness {
  const times = { waitMs: limits.healthWaitMs, freshMs: limits.healthFreshMs }
  const looks: Record<HealthPart, () => Promise<Finding<boolean>>> = {
    database: createLook(async () => {
      await sql`select 1`.execute(database.kysely)
      return true
    }, times),
    store: createLook(() => isThere(objects), times),
    jobs: createLook(async () => jobRunner.isAwake(), times),
    disk: createLook(async () => diskStateOf(await diskSpace(dataDir)) !== 'full', times),
  }
  const known: Partial<Record<HealthPart, boolean>> = {}

  async function lookAt(part: HealthPart): Promise<{ isWell: boolean }> {
    const { found, cause } = await looks[part]()
    const isWell = found === true
    if (!isWell && known[part] !== false) log.warn({ part, err: cause }, 'health: a part is not well')
    if (isWell && known[part] === false) log.info({ part }, 'health: a part is well again')
    known[part] = isWell
    return { isWell }
  }

  return {
    async look() {
      const [database, store, jobs, disk] = await Promise.all([
        lookAt('database'),
        lookAt('store'),
        lookAt('jobs'),
        lookAt('disk'),
      ])
      return { database, store, jobs, disk }
    },
  }
}

/** Asks a store for what it does not hold; of a folder, whether it is there to be written to. */
async function isThere(objects: ObjectStore): Promise<boolean> {
  const key = 'health'
  const file = objects.localFile(key)
  if (file === undefined) await objects.stat(key)
  else await access(path.dirname(file), constants.R_OK | constants.W_OK)
  return true
}
