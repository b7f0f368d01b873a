import { auditEntities } from '#contract/codes/audit.ts'
import { isKindEntity, kindOfEntity, kinds } from '#contract/kinds.ts'
import type { ChangeTag, Changes } from '#server/base/changes.ts'
import { listUsers } from '#server/files/files.repository.ts'
import type { DamageChange, DamageWatch } from '#server/files/files.types.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'

function sentenceOf({ name, damage }: DamageChange): string {
  return damage === null
    ? `عاد الملف «${name}» سليماً`
    : `وُجد الملف «${name}» تالفاً على الخادم، ولا يُنزَّل حتى يُرفع من جديد`
}

/** Says in the log of every record that uses a file how it was found, and renews the pages that show it. */
export function createDamageWatch({
  audit,
  changes,
}: {
  audit: Pick<AuditService, 'writeEntry'>
  changes: Changes
}): DamageWatch {
  return async (transaction, file) => {
    const tags = new Set<ChangeTag>()
    for (const { entity: code, recordId } of await listUsers(transaction, file.id)) {
      const entity = auditEntities.find(known => known === code)
      if (entity === undefined) continue
      if (isKindEntity(entity)) tags.add(kinds[kindOfEntity[entity]].list)
      await audit.writeEntry(transaction, {
        action: 'UPDATE',
        entity,
        entityId: recordId,
        description: sentenceOf(file),
        oldData: null,
        newData: null,
        actor: systemActor,
      })
    }
    if (tags.size > 0) await changes.announce(transaction, [...tags])
    return () => void changes.tellHere([...tags])
  }
}
