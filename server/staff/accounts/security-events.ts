import { setImmediate } from 'node:timers/promises'
import type { Transaction } from '#server/base/db/types.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { Actor, RequestOrigin } from '#server/staff/session/actor.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { refusalAttempt } from './sign-in-attempts.ts'
import type { UserRow } from './users.repository.ts'

type Person = Pick<UserRow, 'id' | 'email'>

/** What happened to an account, beside changes of it, as the log says it. Source: S1.9. */
const sentences = {
  'new-device': 'دخول من جهاز جديد إلى حساب',
  'session-ended': 'إنهاء جلسة في حساب',
  'too-many-tries': 'محاولات دخول كثيرة إلى حساب',
  'too-many-codes': 'رموز خاطئة كثيرة بعد كلمة المرور الصحيحة لحساب',
  'passkey-added': 'إضافة مفتاح مرور إلى حساب',
  'passkey-removed': 'حذف مفتاح مرور من حساب',
  'passkey-cloned': 'إيقاف مفتاح مرور استُعملت نسخة منه لحساب',
  'link-made': 'إنشاء رابط لكلمة مرور',
  'link-withdrawn': 'سحب رابط كلمة مرور',
  'invitation-accepted': 'قبول دعوة واختيار كلمة مرور',
  'password-by-link': 'كلمة مرور جديدة برابط',
} as const
type SecurityEvent = keyof typeof sentences
/** Tries that were refused, since there were too many. */
type Refusal = Extract<SecurityEvent, 'too-many-tries' | 'too-many-codes'>

/** Writes into the log what concerns the safety of accounts. */
export interface SecurityEvents {
  write(transaction: Transaction, event: SecurityEvent, person: Person, actor: Actor): Promise<void>
  /**
   * Notes refused tries at an account, once an hour at most of each kind, however many there are. It does not wait for the log:
   * the time of an answer would tell who has an account.
   */
  noteRefusal(
    refusal: Refusal,
    email: string,
    person: Person | undefined,
    origin: RequestOrigin,
  ): Promise<void>
  /** Waits until all refusals noted so far are in the log. */
  settled(): Promise<void>
}

/** Builds the writer over the accounts. */
export function createSecurityEvents({
  database: { kysely },
  audit,
  attempts,
  log,
}: Pick<AccountsDeps, 'database' | 'audit' | 'attempts' | 'log'>): SecurityEvents {
  async function write(
    transaction: Transaction,
    event: SecurityEvent,
    { id, email }: Person,
    actor: Actor,
  ): Promise<void> {
    await audit.writeEntry(transaction, {
      action: 'UPDATE',
      entity: 'USER',
      entityId: id,
      description: `${sentences[event]} ${email}`,
      oldData: null,
      newData: { email },
      actor,
    })
  }

  const noting = new Set<Promise<void>>()

  async function noteLater(refusal: Refusal, person: Person, origin: RequestOrigin): Promise<void> {
    const nobody: Actor = { ...systemActor, ...origin }
    try {
      await setImmediate()
      await kysely.transaction().execute(transaction => write(transaction, refusal, person, nobody))
    } catch (error) {
      log.warn({ err: error }, 'refused sign-ins could not be noted')
    }
  }

  return {
    write,

    async noteRefusal(refusal, email, person, origin) {
      // Counted for an address that nobody has as well.
      const isFirst = await attempts.take([refusalAttempt(refusal, email)]).then(
        () => true,
        () => false,
      )
      if (!isFirst || person === undefined) return
      const noted = noteLater(refusal, person, origin).finally(() => noting.delete(noted))
      noting.add(noted)
    },

    async settled() {
      await Promise.all(noting)
    },
  }
}
