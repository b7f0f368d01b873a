import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { wantAlert } from './alert.job.ts'
import type { Alert, Cause } from './alert.types.ts'
import { wellWords } from './cause-words.ts'

/** How a cause was told last. */
export interface Told {
  isRaised: boolean
  level: number
  mark: string
  toldAt: Date
}

/** What to tell of a cause, by what was found and what was told. */
export function newsOf(
  found: Pick<Cause, 'level' | 'mark' | 'isPressing'> | undefined,
  told: Told | undefined,
  now: Date,
): 'raised' | 'well' | undefined {
  if (found === undefined) return told?.isRaised === true ? 'well' : undefined
  if (told === undefined) return 'raised'
  const age = now.getTime() - told.toldAt.getTime()
  if (found.level > told.level) return 'raised'
  if (age < limits.alertPauseMs) return undefined
  const isNew = !told.isRaised || found.mark !== told.mark
  return isNew || (found.isPressing && age >= limits.alertAgainMs) ? 'raised' : undefined
}

interface Look {
  /** Everything that was looked at; what of it is not among `causes` is well. */
  keys: readonly string[]
  causes: readonly Cause[]
  now: Date
  /** The last sentence of each alert: where to look. */
  where: string
}

/** Wants alerts for what is new since it was told. Several processes that find the same tell it once. */
export async function tellCauses(
  { kysely }: Pick<OpenDatabase, 'kysely'>,
  { keys, causes, now, where }: Look,
): Promise<void> {
  const known = await findTold(kysely, keys)
  const isNews = (key: string) =>
    newsOf(
      causes.find(cause => cause.key === key),
      known.get(key),
      now,
    )
  if (!keys.some(isNews)) return
  await kysely.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(hashtext('rafid alerts'))`.execute(transaction)
    const told = await findTold(transaction, keys)
    for (const key of keys) {
      const found = causes.find(cause => cause.key === key)
      const state = newsOf(found, told.get(key), now)
      if (state === undefined) continue
      const { title, lines } = found ?? wellWords(key)
      await writeTold(transaction, key, found, now)
      await wantAlert(transaction, alertOf(key, state, { title, lines: [...lines, where] }, now))
    }
  })
}

/** An alert of this moment. */
export function alertOf(
  key: string,
  state: Alert['state'],
  words: Pick<Alert, 'title' | 'lines'>,
  now: Date,
): Alert {
  const [cause = key] = key.split(' ')
  return { id: randomUUID(), cause, state, ...words, at: now.toISOString() }
}

async function findTold(
  database: Pick<OpenDatabase['kysely'], 'selectFrom'>,
  keys: readonly string[],
): Promise<Map<string, Told>> {
  const rows = await database.selectFrom('alertCauses').selectAll().where('cause', 'in', keys).execute()
  return new Map(rows.map(row => [row.cause, row]))
}

async function writeTold(
  transaction: Transaction,
  cause: string,
  found: Cause | undefined,
  now: Date,
): Promise<void> {
  if (found === undefined) {
    await transaction.updateTable('alertCauses').set({ isRaised: false }).where('cause', '=', cause).execute()
    return
  }
  const values = { isRaised: true, level: found.level, mark: found.mark, toldAt: now }
  await transaction
    .insertInto('alertCauses')
    .values({ cause, ...values })
    .onConflict(conflict => conflict.column('cause').doUpdateSet(values))
    .execute()
}
