import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountsService } from '#server/staff/accounts/accounts.service.ts'
import { limits } from '#contract/limits.ts'
import type { JobState } from '#contract/codes/job-states.ts'
import { day } from '#contract/units.ts'
import { dropCreationKeys } from '#server/content/record/creation-keys.ts'
import { dropTrash } from '#server/content/record/trash.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { dropEndedJobs } from '#server/jobs/jobs.repository.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { dropEntryAddresses } from '#server/staff/audit/audit-links.repository.ts'
import type { SettingsService } from '#server/staff/settings/settings.service.ts'
import { dropAddressesOf } from './drop-addresses.ts'

/** Forgets what we promised not to keep. Source: A9.1. */
export interface Retention {
  /** Does all that is due now. Of several processes one after the other drops a portion: none leaves out what another is not at. */
  run(): Promise<void>
  close(): Promise<void>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  settings: Pick<SettingsService, 'get'>
  accounts: Pick<AccountsService, 'cleanUp'>
  files: Pick<FilesService, 'replaceReferences'>
  ingests: { dropLeft: Drop }
  drafts: { dropLeft: Drop }
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => Date
}

type Drop = (transaction: Transaction, before: Date, limit: number) => Promise<number>

const firstRunMs = 60_000
const everyMs = 60 * 60_000
const portion = 1_000

const dropJobsIn =
  (...states: JobState[]): Drop =>
  (transaction, before, limit) =>
    dropEndedJobs(transaction, states, before, limit)

/**
 * Starts the hourly clean-up: IP addresses by the settings' days, old keys of creations, jobs that ended, what
 * was long enough in the trash, imports and forms that were left, expired sessions.
 */
export function startRetention({
  database,
  settings,
  accounts,
  files,
  ingests,
  drafts,
  log,
  now = () => new Date(),
}: Given): Retention {
  let running: Promise<void> | undefined
  const closing = new AbortController()
  let timer = setTimeout(tick, firstRunMs).unref()

  function tick(): void {
    void run().finally(() => {
      if (!closing.signal.aborted) timer = setTimeout(tick, everyMs).unref()
    })
  }

  async function dropAll(what: string, drop: Drop, days: number, atOnce = portion): Promise<void> {
    const before = new Date(now().getTime() - days * day)
    let total = 0
    let count: number
    do {
      count = await dropPortion(drop, before, atOnce)
      total += count
    } while (count === atOnce && !closing.signal.aborted)
    if (total > 0) log.info({ what, count: total }, 'what was kept long enough is dropped')
  }

  function dropPortion(drop: Drop, before: Date, atOnce: number): Promise<number> {
    return database.kysely.transaction().execute(async transaction => {
      await sql`select pg_advisory_xact_lock(hashtext('rafid retention'))`.execute(transaction)
      return await drop(transaction, before, atOnce)
    })
  }

  async function runOnce(): Promise<void> {
    try {
      const { visitIpDays, auditIpDays } = await settings.get()
      await dropAll('visits', dropAddressesOf('pageVisits'), visitIpDays)
      await dropAll('messages', dropAddressesOf('contactMessages'), visitIpDays)
      await dropAll('audit log', dropEntryAddresses, auditIpDays)
      await dropAll('creation keys', dropCreationKeys, limits.creationKeyDays)
      await dropAll('jobs', dropJobsIn('done', 'cancelled'), limits.endedJobDays)
      await dropAll('failed jobs', dropJobsIn('failed'), limits.failedJobDays)
      await dropAll('trash', dropTrash(files), limits.trashDays, limits.trashDroppedAtOnce)
      await dropAll('imports', ingests.dropLeft, limits.ingestKeptDays, limits.trashDroppedAtOnce)
      await dropAll('form drafts', drafts.dropLeft, limits.formDraftDays, limits.trashDroppedAtOnce)
      await accounts.cleanUp()
    } catch (error) {
      log.warn({ err: error }, 'the clean-up failed, it is tried again in an hour')
    }
  }

  async function run(): Promise<void> {
    running ??= runOnce().finally(() => {
      running = undefined
    })
    await running
  }

  return {
    run,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}
