import { z } from 'zod'
import { formatDateTime } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { withoutPeople } from '#server/base/logged-error.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import { alertSchema } from './alert.types.ts'
import type { Alert, AlertWay } from './alert.types.ts'

/** The sending of an alert. */
export const alertJob = declareJob({
  name: 'send-alert',
  label: 'إرسال تنبيه',
  lane: 'quick',
  input: alertSchema,
  maxFailures: limits.alertFailures,
  isOnce: true,
})

/** Wants an alert sent, in the transaction of what it tells. */
export async function wantAlert(transaction: Transaction, alert: Alert): Promise<void> {
  await enqueueJob(transaction, alertJob, { key: alert.id, title: alert.title, input: alert, priority: 1 })
}

/** How an alert is sent: on every way once, whatever becomes of the others. */
export function alertHandler(ways: readonly AlertWay[]): JobHandler {
  return handleJob(alertJob, async (steps, alert) => {
    const failures: JobFailure[] = []
    /* What a person is told of those who were refused. */
    const send = async (way: AlertWay) => {
      const { isSent, isPartial = false, words, said } = await way.send(asOfNow(alert))
      const reason = reasonOf(words, withoutPeople(said))
      if (!isSent) throw new JobFailure({ reason, advice: `يُعاد وحده. ${advice}` })
      return isPartial ? reason : ''
    }
    for (const way of ways) {
      await steps
        .once(way.name, z.string(), () => send(way))
        .then(reason => {
          if (reason !== '') steps.remark({ reason, advice })
        })
        .catch((error: unknown) => {
          if (!isRefusal(error)) throw error
          failures.push(error)
        })
    }
    const [first] = failures
    if (first !== undefined) throw first
  })
}

/* It may come after the one that says that all is well again. */
function asOfNow(alert: Alert): Alert {
  const at = new Date(alert.at)
  if (Date.now() - at.getTime() < limits.alertLateMs) return alert
  return { ...alert, lines: [...alert.lines, `تأخر وصول هذا التنبيه، وهو من ${formatDateTime(at)}.`] }
}

const advice = 'بعد تصحيح الإعداد جرّب الإرسال من «حالة النظام».'

const reasonOf = (words: string, said: string) => (said === '' ? words : `${words} (${said})`)

const isRefusal = (error: unknown): error is JobFailure =>
  error instanceof Error && error.name === 'JobFailure'
