import { z } from 'zod'
import { sql } from 'kysely'
import { formatPlainNumber } from '#contract/format.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import { TargetError } from './backup-target.ts'
import { runBackup } from './run-backup.ts'
import type { BackupOrder, BackupSource } from './run-backup.ts'

/** The nightly backup. */
export const backupJob = declareJob({
  name: 'back-up',
  label: 'النسخ الاحتياطي',
  lane: 'heavy',
  input: z.object({}),
})

const key = 'nightly'

/**
 * Wants the backup of a night, unless one was wanted since `since`.
 * Gives whether it is wanted now. Errors: those of the database.
 */
export function wantBackup({ kysely }: Pick<OpenDatabase, 'kysely'>, since: Date): Promise<boolean> {
  return kysely.transaction().execute(async transaction => {
    // Several processes look at the same minute.
    await sql`select pg_advisory_xact_lock(hashtext('rafid backup'))`.execute(transaction)
    const wanted = await transaction
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', backupJob.name)
      .where(({ or, eb }) => or([eb('createdAt', '>=', since), eb('state', 'in', ['waiting', 'running'])]))
      .limit(1)
      .executeTakeFirst()
    if (wanted !== undefined) return false
    await enqueueJob(transaction, backupJob, { key, title: 'نسخة احتياطية لكل شيء', input: {} })
    return true
  })
}

/** What the configuration wants kept every night; undefined for nothing. */
export function backupOrderOf({ backupTo, backupsKept, verifiesBackups }: Config): BackupOrder | undefined {
  if (backupTo === undefined) return undefined
  return { target: backupTo, keep: backupsKept, verifies: verifiesBackups }
}

/** How the nightly backup is made; without `order` nothing is wanted any more, and a job that is left over ends. */
export function backupHandler(source: BackupSource, order: BackupOrder | undefined): JobHandler {
  return handleJob(backupJob, async steps => {
    if (order === undefined) return
    const tell = ({ done, of }: { done: number; of: number }) => steps.progress(done, of)
    const { wrong = [], damaged } = await runBackup(source, order, tell, steps.signal).catch(explain)
    if (wrong.length > 0) throw unsound(wrong)
    if (damaged.length > 0) steps.remark(lacking(damaged))
  })
}

function explain(error: unknown): never {
  if (!(error instanceof TargetError)) throw error
  throw new JobFailure({
    reason: error.words,
    advice:
      'تأكد أن القرص أو المخزن في BACKUP_TO موصول، وأن مستخدم الخدمة يكتب فيه. تُعاد وحدها، أو أعدها من «الأعمال».',
    cause: error,
  })
}

function unsound(wrong: readonly string[]): JobFailure {
  return new JobFailure({
    reason: 'كُتبت النسخة الاحتياطية، لكن فحصها وجد فيها خللاً.',
    advice: 'تُعاد وحدها. إن تكرر الفشل فافحص القرص أو المخزن الذي تُحفظ فيه النسخ.',
    cause: new Error(wrong.join('\n')),
  })
}

function lacking(damaged: readonly string[]) {
  return {
    reason: `النسخة تامة، إلا ملفات تالفة على الخادم وليست في نسخة أقدم: ${formatPlainNumber(damaged.length)}.`,
    advice: 'تجدها في القوائم تحت «تالف»: ارفعها من جديد في سجلاتها.',
  }
}
