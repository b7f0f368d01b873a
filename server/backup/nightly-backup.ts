import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { wantBackup } from './backup.job.ts'

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  lookEveryMs?: number
}

/**
 * Wants a backup once a day after four in the morning in Baghdad. A night that was slept through is made up for at the
 * next start. Gives a function that stops it and waits for a look under way.
 */
export function startNightlyBackup({
  database,
  log,
  lookEveryMs = limits.backupLookMs,
}: Given): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    try {
      const isWanted = await wantBackup(database, lastNight(new Date()))
      if (isWanted) log.info({}, 'backup: the one of this night is wanted')
    } catch (error) {
      log.warn({ err: error }, 'backup: could not be wanted, it is tried again')
    }
  }
  const run = () => {
    running = running.then(look)
  }
  const timer = setInterval(run, lookEveryMs)
  timer.unref()
  run()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** When the last night's backup was due: 04:00 in Baghdad, which is three hours ahead of UTC all year. */
function lastNight(now: Date): Date {
  const due = new Date(now)
  due.setUTCHours(limits.backupHourUtc, 0, 0, 0)
  if (due > now) due.setUTCDate(due.getUTCDate() - 1)
  return due
}
