import { errorCodeOf, type ErrorCode } from '#contract/errors.ts'

/** Why a job failed, as people are told: both in Arabic. */
export interface FailureWords {
  reason: string
  advice: string
}

/** The words, and whether another try would end alike. */
type Explanation = FailureWords & { isFinal: boolean }

/** A failure that the work itself can explain. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  readonly code = 'job_failure'
  readonly advice: string
  /** Another try would end alike. */
  readonly isFinal: boolean

  constructor({
    reason,
    advice,
    isFinal = false,
    cause,
  }: FailureWords & { isFinal?: boolean; cause?: unknown }) {
    super(reason, { cause })
    this.advice = advice
    this.isFinal = isFinal
  }
}

/** Why a run was ended from outside. */
export type EndedBy = 'cancelled' | 'closing' | 'lost'

/** The run was ended from outside: nothing of the job's own went wrong. */
export class JobEnded extends Error {
  override name = 'JobEnded'
  readonly by: EndedBy

  constructor(by: EndedBy) {
    super(`The job's run was ended: ${by}.`)
    this.by = by
  }
}

const byCode: Partial<Record<ErrorCode, Explanation>> = {
  unavailable: {
    reason: 'لم تكن قاعدة البيانات أو مخزن الملفات متاحاً أثناء العمل.',
    advice: 'يُعاد وحده. إن تكرر الفشل فتحقق من قاعدة البيانات ومخزن الملفات ثم أعد العمل.',
    isFinal: false,
  },
  disk_full: {
    reason: 'لا توجد مساحة كافية على الخادم لإكمال العمل.',
    advice: 'أفرغ مساحة على الخادم ثم أعد العمل.',
    isFinal: false,
  },
  file_not_found: {
    reason: 'الملف الذي يخص هذا العمل لم يعد محفوظاً.',
    advice: 'ارفع الملف من جديد في سجله، فيُطلب العمل من جديد.',
    isFinal: true,
  },
  file_damaged: {
    reason: 'الملف الذي يخص هذا العمل تالف على الخادم.',
    advice: 'ارفع الملف من جديد في سجله، فيُطلب العمل من جديد.',
    isFinal: true,
  },
}

const unknownShape: Explanation = {
  reason: 'طُلب هذا العمل بصيغة لا يعرفها هذا الإصدار من الموقع.',
  advice: 'افتح السجل الذي يخصه واحفظه من جديد ليُطلب العمل بصيغته الجديدة.',
  isFinal: true,
}

const unexpected: Explanation = {
  reason: 'حدث خطأ غير متوقع أثناء العمل.',
  advice: 'أعد العمل. إن تكرر الفشل فأبلغ مسؤول الموقع، والسبب كاملاً في سجل الخادم.',
  isFinal: false,
}

/** What people are told of a failure, and whether another try makes no sense. */
export function explainFailure(error: unknown): Explanation {
  if (error instanceof JobFailure) {
    return { reason: error.message, advice: error.advice, isFinal: error.isFinal }
  }
  if (error instanceof Error && error.name === 'ZodError') return unknownShape
  const code = errorCodeOf(error)
  return (code && byCode[code]) ?? unexpected
}
