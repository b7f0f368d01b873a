import { kindNames, kinds } from '#contract/kinds.ts'
import { dayInBaghdad } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { askMirror, type MirrorAnswer } from './ask-mirror.ts'
import * as repository from './mirrors.repository.ts'
import type { MirrorRow } from './mirrors.repository.ts'
import type { Network } from './public-network.ts'

export interface MirrorCheck {
  database: Pick<OpenDatabase, 'kysely'>
  changes: Pick<Changes, 'announce'>
  network: Network
  now?: () => Date
}

type Steps = Pick<JobSteps, 'signal' | 'progress' | 'remark'>

/** The beginning of the day in Baghdad, which is three hours ahead of UTC all year. */
export const dayBegan = (now: Date) => new Date(`${dayInBaghdad(now)}T00:00:00+03:00`)

/** Asks addresses, some at once, for as long as a run may last. */
async function askAll(
  addresses: readonly string[],
  network: Network,
  { signal, progress }: Steps,
): Promise<Map<string, MirrorAnswer>> {
  const answers = new Map<string, MirrorAnswer>()
  const waiting = addresses.values()
  const isOver = AbortSignal.timeout(limits.mirrorRunMs)
  const worker = async () => {
    for (const address of waiting) {
      if (isOver.aborted) return
      answers.set(address, await askMirror(address, network, signal))
      progress(answers.size, addresses.length)
    }
  }
  await Promise.all(Array.from({ length: limits.mirrorsAskedAtOnce }, worker))
  return answers
}

/** What is known of an address after it was asked, which happens once a day. */
function after(before: MirrorRow | undefined, address: string, answer: MirrorAnswer, now: Date): MirrorRow {
  const known = before ?? { cause: null, failures: 0, deadSince: null }
  const row = { ...known, id: repository.mirrorId(address), address, checkedAt: now }
  if (answer.works === undefined) return row
  if (answer.works) return { ...row, cause: null, failures: 0, deadSince: null }
  const failures = known.failures + 1
  const deadSince = known.deadSince ?? (failures >= limits.mirrorDeadAfterDays ? now : null)
  return { ...row, cause: answer.cause, failures, deadSince }
}

async function record(
  transaction: Transaction,
  answers: ReadonlyMap<string, MirrorAnswer>,
  { changes, now = () => new Date() }: MirrorCheck,
): Promise<void> {
  const known = await repository.findMirrors(transaction, [...answers.keys()].map(repository.mirrorId))
  const at = now()
  const rows = [...answers].map(([address, answer]) =>
    after(known.get(repository.mirrorId(address)), address, answer, at),
  )
  await repository.putMirrors(transaction, rows)
  await repository.removeUnnamed(transaction)
  const isTurned = rows.some(
    ({ id, deadSince }) => (deadSince === null) !== ((known.get(id)?.deadSince ?? null) === null),
  )
  if (isTurned)
    await changes.announce(
      transaction,
      kindNames.map(kind => kinds[kind].list),
    )
}

/**
 * Asks every address elsewhere that records name and nobody has asked today. One that fails on so many days in a row is dead until it answers
 * again. When nobody at all has answered it is the line, and nothing is noted down. Source: S19.1.
 */
export async function checkMirrors(check: MirrorCheck, steps: Steps): Promise<LastWrite | void> {
  const { now = () => new Date() } = check
  const addresses = await repository.listUnasked(check.database.kysely, dayBegan(now()))
  const answers = await askAll(addresses, check.network, steps)
  if (addresses.length > 0 && ![...answers.values()].some(({ isAnswered }) => isAnswered)) {
    steps.remark({
      reason: 'لم يجب أي موقع: يبدو أن الخادم بلا اتصال، فلم يُحسب هذا الفحص على الروابط.',
      advice: 'إن كان الخادم متصلاً فتأكد من أن جداره الناري يسمح بفتح مواقع أخرى.',
    })
    return
  }
  return transaction => record(transaction, answers, check)
}
