import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { wantAlert } from './alert.job.ts'
import { alertSchema } from './alert.types.ts'
import type { AlertWay } from './alert.types.ts'
import { databaseAgainWords, databaseWords } from './cause-words.ts'
import { alertOf } from './tell-causes.ts'

/* What the database cannot hold while it is away lies beside it, so that a restart sends nothing twice. */
const absenceSchema = z.object({
  since: z.coerce.date(),
  /** Whether it is for this process to speak before others do. */
  isFirst: z.boolean(),
  /** What is sent, from the moment that it is due, and the ways that took it. */
  alert: alertSchema.optional(),
  sentOn: z.array(z.string()),
})
type Absence = z.infer<typeof absenceSchema>

/** Tells that the database is away, while it is. */
export interface DatabaseWatch {
  /** It does not answer. */
  noteAway(now: Date): Promise<void>
  /** It answers: what was told of it is said to be over. Errors: those of the database. */
  noteBack(now: Date): Promise<void>
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  ways: readonly AlertWay[]
  dataDir: string
  where: string
  isFirst: () => boolean
}

/** Opens the watch over what was noted before a restart. */
export function watchDatabase({ database, ways, dataDir, where, isFirst }: Given): DatabaseWatch {
  const folder = path.join(dataDir, 'alerts')
  const file = path.join(folder, 'database-away.json')
  let known: Absence | undefined | null = null

  async function read(): Promise<Absence | undefined> {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    try {
      return absenceSchema.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }

  async function write(absence: Absence): Promise<void> {
    known = absence
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.part`, JSON.stringify(absence), { mode: 0o600, flush: true })
    await rename(`${file}.part`, file)
  }

  return {
    async noteAway(now) {
      known ??= await read()
      const absence: Absence = known ?? { since: now, isFirst: isFirst(), sentOn: [] }
      if (known === undefined) await write(absence)
      const { since, alert } = absence
      const waitMs = absence.isFirst ? limits.databaseAwayMs : limits.databaseAwayElsewhereMs
      if (now.getTime() - since.getTime() < waitMs) return
      const isAgain = alert !== undefined && now.getTime() - Date.parse(alert.at) >= limits.alertAgainMs
      if (alert === undefined || isAgain) {
        const words = databaseWords(os.hostname(), since)
        const next = alertOf('database', 'raised', { ...words, lines: [...words.lines, where] }, now)
        await write({ ...absence, alert: next, sentOn: [] })
      }
      const due = known ?? absence
      for (const way of ways) {
        if (due.alert === undefined || due.sentOn.includes(way.name)) continue
        const { isSent } = await way.send(due.alert)
        if (isSent) await write({ ...due, sentOn: [...(known?.sentOn ?? []), way.name] })
      }
    },

    async noteBack(now) {
      if (known === null) known = await read()
      if (known === undefined) return
      const { alert, since } = known
      if (alert !== undefined) {
        const words = databaseAgainWords(since, now)
        const again = { ...alertOf('database', 'well', words, now), id: `${alert.id}-well` }
        await database.kysely.transaction().execute(transaction => wantAlert(transaction, again))
      }
      await rm(file, { force: true })
      known = undefined
    },
  }
}
