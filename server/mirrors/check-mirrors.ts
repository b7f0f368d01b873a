import { kindNames, kinds } from '#contract/kinds.ts'
import { dayInBaghdad } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Changes } from '#server/base/changes.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import type { FailureWords } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { askMirror, type MirrorAnswer } from './ask-mirror.ts'
import { findSilence, hostOf, mixHosts, type Silence } from './hosts.ts'
import * as repository from './mirrors.repository.ts'
import type { MirrorRow } from './mirrors.repository.ts'
import type { Network } from './public-network.ts'

export interface MirrorCheck {
  database: Pick<OpenDatabase, 'kysely'>
  changes: Pick<Changes, 'announce'>
  network: Network
  now?: () => Date
  /** How long a run may ask; `limits.mirrorRunMs` when left out. */
  runMs?: number
}

type Steps = Pick<JobSteps, 'signal' | 'progress' | 'remark'>

/** The beginning of the day in Baghdad, which is three hours ahead of UTC all year. */
export const dayBegan = (now: Date) => new Date(`${dayInBaghdad(now)}T00:00:00+03:00`)

/** Asks addresses, some at once, for as long as a run may last. */
async function askAll(
  addresses: readonly string[],
  { network, runMs = limits.mirrorRunMs }: MirrorCheck,
  { signal, progress }: Steps,
): Promise<Map<string, MirrorAnswer>> {
  const answers = new Map<string, MirrorAnswer>()
  const waiting = addresses.values()
  const isOver = AbortSignal.timeout(runMs)
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

interface Asked {
  address: string
  answer: MirrorAnswer
  /** False where a failure is not the link's. */
  isCounted: boolean
  now: Date
}

/** What is known of an address after it was asked, which happens once a day. */
function after(before: MirrorRow | undefined, { address, answer, isCounted, now }: Asked): MirrorRow {
  const known = before ?? { failures: 0, deadSince: null }
  const row = { ...known, id: repository.mirrorId(address), address, checkedAt: now, cause: answer.cause }
  if (answer.works) return { ...row, failures: 0, deadSince: null }
  if (answer.works === undefined || !isCounted) return row
  const failures = known.failures + 1
  const deadSince = known.deadSince ?? (failures >= limits.mirrorDeadAfterDays ? now : null)
  return { ...row, failures, deadSince }
}

async function record(
  transaction: Transaction,
  answers: ReadonlyMap<string, MirrorAnswer>,
  silence: Silence,
  { changes, now = () => new Date() }: MirrorCheck,
): Promise<void> {
  const known = await repository.findMirrors(transaction, [...answers.keys()].map(repository.mirrorId))
  const at = now()
  const rows = [...answers].map(([address, answer]) => {
    const isCounted = !silence.isOfAll && !silence.hosts.has(hostOf(address))
    return after(known.get(repository.mirrorId(address)), { address, answer, isCounted, now: at })
  })
  await repository.putMirrors(transaction, rows)
  await repository.removeUnnamed(transaction)
  const isTurned = rows.some(
    ({ id, deadSince }) => (deadSince === null) !== ((known.get(id)?.deadSince ?? null) === null),
  )
  if (isTurned) await changes.announce(transaction, ['mirrors', ...kindNames.map(kind => kinds[kind].list)])
}

function remarkOn({ isOfAll, hosts }: Silence): FailureWords | null {
  if (isOfAll)
    return {
      reason: 'لم يجب أي موقع: يبدو أن الخادم بلا اتصال، فلم يُحسب هذا الفحص على الروابط.',
      advice: 'إن كان الخادم متصلاً فتأكد من أن جداره الناري يسمح بفتح مواقع أخرى.',
    }
  if (hosts.size === 0) return null
  return {
    reason: `لم يصل الخادم إلى: ${[...hosts].join('، ')}. لم يُحسب هذا الفحص على روابطها.`,
    advice: 'تأكد من أن شبكة الخادم وجداره الناري يسمحان بفتحها.',
  }
}

/**
 * Asks the addresses elsewhere that records name and nobody has asked today, as many as a run has time for. One that
 * fails on so many days in a row is dead until it answers again. Where a whole host is silent, or all are, it is the
 * line: that they were asked is noted down, and no failure. Source: S19.1.
 */
export async function checkMirrors(check: MirrorCheck, steps: Steps): Promise<LastWrite> {
  const { now = () => new Date() } = check
  const { kysely } = check.database
  const since = dayBegan(now())
  const askedToday = await repository.listAsked(kysely, since)
  const wanted = mixHosts(await repository.listUnasked(kysely, since))
  const answers = await askAll(wanted, check, steps)
  const silence = findSilence({ answers, wanted, askedToday })
  const remark = remarkOn(silence)
  if (remark !== null) steps.remark(remark)
  return transaction => record(transaction, answers, silence, check)
}
