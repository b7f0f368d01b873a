import type { AuditEntity } from '#contract/codes/audit.ts'
import { AppError } from '#contract/errors.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import type { AuditService } from './audit.service.ts'

interface Write<Item> {
  actor: Actor
  entity: AuditEntity
  row: { id: string; version: number }
  /** The record's version that the write was based on; absent means "no check". */
  base: number | undefined
  /** The record as it stands, for the person to compare. */
  current: () => Item
}

/** Refuses a write that began from an older state, and names who changed it. Errors: `stale_version`. */
export async function refuseStale<Item>(
  { audit }: { audit: Pick<AuditService, 'findLastChange'> },
  transaction: Queryable,
  { actor, entity, row, base, current }: Write<Item>,
): Promise<void> {
  if (base === undefined || base === row.version) return
  const last = await audit.findLastChange(transaction, entity, row.id)
  if (!last) throw new AppError('stale_version', { current: current() })
  const isYou = last.actorId !== null && last.actorId === actor.userId
  throw new AppError('stale_version', {
    current: current(),
    changedBy: { isYou, name: last.actorName, at: last.at.toISOString() },
    message: isYou
      ? 'عُدّل هذا السجل من نافذتك الأخرى بعد أن فتحته هنا. راجع التغييرين قبل الحفظ.'
      : `سبقك تعديل من ${last.actorName} بعد أن فتحت هذا السجل. راجع التغييرين قبل الحفظ.`,
  })
}
