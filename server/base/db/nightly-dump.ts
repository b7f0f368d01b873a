import fs from 'node:fs'
import path from 'node:path'
import { dumpDatabase } from './dump.ts'
import type { DatabaseLog, OpenDatabase } from './types.ts'

/** 04:00 in Baghdad, which is three hours ahead of UTC all year: the fewest people are there. */
const dumpHourUtc = 1
const keptDumps = 14
const ordinaryLookEveryMs = 10 * 60_000
const dumpName = /^rafid-\d{4}-\d{2}-\d{2}\.sql\.gz$/

export interface NightlyDumpOptions {
  /** Where the dumps go; made when missing. */
  directory: string
  log: DatabaseLog
  /** How often it is looked whether a dump is due. */
  lookEveryMs?: number
}

/**
 * Dumps the database once a day after 04:00 Baghdad time, and keeps the latest 14 dumps.
 * A night that was slept through is made up for at the next start. `stop` waits for a dump that is under way.
 */
export function startNightlyDump(
  db: OpenDatabase,
  { directory, log, lookEveryMs = ordinaryLookEveryMs }: NightlyDumpOptions,
) {
  let running: Promise<void> | undefined

  async function dumpWhenDue(): Promise<void> {
    const file = path.join(directory, dumpNameOf(new Date()))
    if (fs.existsSync(file)) return
    try {
      const { bytes } = await dumpDatabase(db, file)
      removeOldDumps(directory)
      log.info({ file, bytes }, 'database: dumped')
    } catch (error) {
      log.error({ err: error }, 'database: the nightly dump failed and will be tried again')
    }
  }

  const look = () => {
    running ??= dumpWhenDue().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

/** The file name of the dump that is due at `now`: a day begins at the hour of the dump. */
export function dumpNameOf(now: Date): string {
  const day = new Date(now.getTime() - dumpHourUtc * 3_600_000).toISOString().slice(0, 10)
  return `rafid-${day}.sql.gz`
}

/** Removes all dumps but the latest 14; files with other names stay. */
export function removeOldDumps(directory: string): void {
  const dumps = fs.readdirSync(directory).filter(name => dumpName.test(name))
  for (const name of dumps.sort().slice(0, -keptDumps)) fs.rmSync(path.join(directory, name), { force: true })
}
